extension String {
    /// Returns the text of a column, filled with spaces up to the next one, which begins after `width` characters. A
    /// longer text is not cut, and one space follows it.
    func column(_ width: Int) -> String { self + String(repeating: " ", count: Swift.max(1, width - count)) }
}

extension [(String, String)] {
    /// The lines of a table of two columns, the second of which begins two spaces after the longest text of the first.
    var lines: [String] {
        let width = map(\.0.count).max() ?? 0
        return map { $0.0.column(width + 2) + $0.1 }
    }
}
