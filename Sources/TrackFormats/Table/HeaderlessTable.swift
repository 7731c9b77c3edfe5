/// A table without names that are known, whose columns are plain: a date or a time in seconds since 1970, followed by a latitude and a
/// longitude, in either order if only one is possible.
struct HeaderlessTable {
    /// The header that such a table would have.
    let header: String

    /// The minimum number of rows with the same columns.
    private static let leastRows = 2
    /// The number of decimals that a position has and most other numbers have not.
    private static let leastDecimals = 3

    /// Returns `nil` unless the first lines agree on their columns.
    init?(_ lines: some Collection<Substring>) {
        var found: String?
        var rows = 0
        for line in lines.prefix(SensorTable.longestPreface) where found == nil || line.contains(where: \.isNumber) {
            let header = Self.header(of: line)
            guard found == nil || found == header else { return nil }
            found = header
            rows += header == nil ? 0 : 1
        }
        guard let found, rows >= Self.leastRows else { return nil }
        header = found
    }

    /// Returns whether a line is a row of the table.
    func isRow(_ line: UnsafeRawBufferPointer) -> Bool {
        Self.header(of: String(decoding: line, as: UTF8.self)[...]) == header
    }

    private static func header(of line: Substring) -> String? {
        let separator: Character = line.contains(",") ? "," : line.contains(";") ? ";" : "\t"
        let cells = line.split(separator: separator, omittingEmptySubsequences: false)
        guard let time = cells.firstIndex(where: isTime) else { return nil }
        // A letter for validity can stand between.
        for first in [time + 1, time + 2] where first + 1 < cells.count {
            guard first == time + 1 || cells[time + 1].count == 1, let one = place(cells[first]),
                let other = place(cells[first + 1]), abs(one) <= 180, abs(other) <= 180,
                abs(one) <= 90 || abs(other) <= 90
            else { continue }
            var names = [String](repeating: "", count: cells.count)
            names[time] = "time"
            let isLongitudeFirst = abs(one) > 90
            names[first] = isLongitudeFirst ? "longitude" : "latitude"
            names[first + 1] = isLongitudeFirst ? "latitude" : "longitude"
            return names.joined(separator: String(separator))
        }
        return nil
    }

    private static func isTime(_ cell: Substring) -> Bool {
        let text = String(cell.filter { !$0.isWhitespace || $0 == " " })
        if let number = Double(text) { return 1e9..<4e9 ~= number || 1e12..<4e12 ~= number }
        return text.count >= 16 && Timestamp.instant(parsing: text) != nil
    }

    private static func place(_ cell: Substring) -> Double? {
        let text = cell.filter { !$0.isWhitespace }
        guard let point = text.firstIndex(of: "."), text[point...].count > leastDecimals else { return nil }
        return Double(text)
    }
}
