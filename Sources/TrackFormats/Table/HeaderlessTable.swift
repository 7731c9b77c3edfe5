/// A table without names that are known, whose columns are plain: a date or a time in seconds since 1970, and a latitude and a
/// longitude right after it or at the start of the row, in either order if only one is possible.
struct HeaderlessTable {
    /// The header that such a table would have.
    let header: String
    private let order: DateOrder?

    /// The minimum number of rows with the same columns.
    private static let leastRows = 2
    /// The number of decimals that a position has and most other numbers have not.
    private static let leastDecimals = 3
    /// The minimum number of characters of a date with a time of day.
    private static let shortestTime = 16

    /// Returns `nil` unless the first lines agree on their columns.
    /// - Parameters:
    ///   - lines: The first lines.
    ///   - order: The order of day and month in dates that do not say it.
    init?(_ lines: some Collection<Substring>, _ order: DateOrder?) {
        var found: String?
        var rows = 0
        // A line of names states that no column is a place, since those of a place would be known.
        guard !lines.prefix(SensorTable.longestPreface).contains(where: Self.isHeader) else { return nil }
        for line in lines.prefix(SensorTable.longestPreface) where found == nil || line.contains(where: \.isNumber) {
            let header = Self.header(of: line, order)
            guard found == nil || found == header else { return nil }
            found = header
            rows += header == nil ? 0 : 1
        }
        guard let found, rows >= Self.leastRows else { return nil }
        header = found
        self.order = order
    }

    /// Returns whether a line is a row of the table.
    func isRow(_ line: UnsafeRawBufferPointer) -> Bool {
        Self.header(of: String(decoding: line, as: UTF8.self)[...], order) == header
    }

    private static func header(of line: Substring, _ order: DateOrder?) -> String? {
        let separator: Character = line.contains(",") ? "," : line.contains(";") ? ";" : "\t"
        let cells = cells(of: line, separator)
        guard let (clock, next) = clock(cells, order) else { return nil }
        // A letter for validity can stand between.
        let places = [next] + (next < cells.count && cells[next].count == 1 ? [next + 1] : []) + [0]
        for first in places where first + 1 < cells.count && (first >= next || first + 1 < clock[0].index) {
            guard let one = place(cells[first]), let other = place(cells[first + 1]), abs(one) <= 180,
                abs(other) <= 180, abs(one) <= 90 || abs(other) <= 90
            else { continue }
            var names = [String](repeating: "", count: cells.count)
            for column in clock { names[column.index] = column.name }
            let isLongitudeFirst = abs(one) > 90
            names[first] = isLongitudeFirst ? "longitude" : "latitude"
            names[first + 1] = isLongitudeFirst ? "latitude" : "longitude"
            return names.joined(separator: String(separator))
        }
        return nil
    }

    /// Returns whether a line names several columns that are known.
    private static func isHeader(_ line: Substring) -> Bool {
        let separator: Character = line.contains(",") ? "," : line.contains(";") ? ";" : "\t"
        let roles = Set(cells(of: line, separator).compactMap { Column(header: $0)?.role })
        return roles.count > 1
    }

    private static func cells(of line: Substring, _ separator: Character) -> [String] {
        guard let byte = separator.asciiValue else { return [] }
        var row = TableLine(separator: byte)
        var line = String(line)
        return line.withUTF8 { bytes in
            row.cut(UnsafeRawBufferPointer(bytes)) { $0.map { String(decoding: $0, as: UTF8.self) } }
        }
    }

    /// Returns the column of the time, or those of the date and the time of day, and the index of the one after.
    private static func clock(
        _ cells: [String], _ order: DateOrder?
    ) -> (columns: [(name: String, index: Int)], next: Int)? {
        for (index, cell) in cells.enumerated() {
            if isTime(cell, order) { return ([("time", index)], index + 1) }
            guard index + 1 < cells.count, cell.contains(where: { "/-".contains($0) }), place(cell) == nil,
                ClockDays.secondsOfDay(cells[index + 1]) != nil, Timestamp.instant(loose: cell, order: order) != nil
            else { continue }
            return ([("date", index), ("time", index + 1)], index + 2)
        }
        return nil
    }

    private static func isTime(_ text: String, _ order: DateOrder?) -> Bool {
        if let number = Double(text) { return 1e9..<4e9 ~= number || 1e12..<4e12 ~= number }
        guard text.count >= shortestTime else { return false }
        return Timestamp.instant(parsing: text) != nil || Timestamp.instant(loose: text, order: order) != nil
    }

    private static func place(_ cell: String) -> Double? {
        guard let point = cell.firstIndex(of: "."), cell[point...].count > leastDecimals else { return nil }
        return Double(cell)
    }
}
