/// The columns that names stand for, each looked up once.
struct ColumnNames {
    private var known: [String: Column?] = [:]
    /// Names beyond this number are looked up each time: a hostile file has no end of them.
    private static let most = 10_000

    /// Returns the column that a name stands for; `nil` if it has no meaning.
    mutating func column(_ name: String) -> Column? {
        if let column = known[name] { return column }
        let column = Column(header: name)
        if known.count < Self.most { known[name] = .some(column) }
        return column
    }
}
