/// A cache of the columns that names refer to.
struct ColumnNames {
    private var known: [String: Column?] = [:]
    /// The maximum number of cached names, because a hostile file can contain any number of them.
    private static let most = 10_000

    /// Returns the column that a name refers to; `nil` if the name has no meaning.
    mutating func column(_ name: String) -> Column? {
        if let column = known[name] { return column }
        let column = Column(header: name)
        if known.count < Self.most { known[name] = .some(column) }
        return column
    }
}
