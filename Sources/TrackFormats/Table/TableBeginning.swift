import SensorModel

/// The first lines of a table, until its columns are known.
struct TableBeginning {
    /// The order of day and month in the table's dates.
    let dates: DateOrderGuess
    /// The columns if no line names them.
    private let plain: HeaderlessTable?
    private var preface: [UInt8] = []
    private var lines = 0

    /// Creates the beginning of a table.
    /// - Parameter head: The first bytes, which are not consumed.
    init(head: [UInt8]) {
        let text = String(decoding: head, as: UTF8.self)
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        plain = SensorTable.hasHeader(lines) ? nil : HeaderlessTable(lines)
        dates = DateOrderGuess(lines)
    }

    /// Whether no line names the columns.
    var hasNoNames: Bool { plain != nil }

    /// Returns the table if a line is its header, or its first row if it has none; `nil` for a line before either.
    /// - Throws: ``SensorTable/noHeader`` after too many lines.
    mutating func table(at line: UnsafeRawBufferPointer) throws -> (table: SensorTable, isRow: Bool)? {
        let header =
            plain.map { plain in
                plain.isRow(line) ? Array(plain.header.utf8).withUnsafeBytes { SensorTable(header: $0) } : nil
            } ?? SensorTable(header: line)
        guard var table = header else {
            lines += 1
            guard hasNoNames || lines <= SensorTable.longestPreface else { throw SensorTable.noHeader }
            preface += line.prefix(1 << 12)
            return nil
        }
        // OpenBikeSensor states its clock in the preface.
        if String(decoding: preface, as: UTF8.self).contains("TimeZone=GPS") {
            table.clockOffset = LeapSeconds.count(at:)
        }
        table.setDateOrder(dates.order)
        return (table, hasNoNames)
    }
}
