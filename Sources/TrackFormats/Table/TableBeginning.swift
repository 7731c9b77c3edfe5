import SensorModel

/// The first lines of a table, until its columns are known.
struct TableBeginning {
    /// The place of the names of the columns.
    private enum Names {
        /// In a line before the rows.
        case header
        /// Nowhere.
        case none(HeaderlessTable)
        /// Beside each value.
        case labels(LabelledLines)
    }

    /// The order of day and month in the table's dates.
    let dates: DateOrderGuess
    private let names: Names
    private var preface: [UInt8] = []
    /// The start of the recording, if a line before the header states it in parts.
    private var start: Instant?
    private var lines = 0

    /// Creates the beginning of a table.
    /// - Parameter head: The first bytes, which are not consumed.
    init(head: [UInt8]) {
        let text = String(decoding: head, as: UTF8.self)
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        dates = DateOrderGuess(lines)
        names = Self.names(in: lines, dates.order) ?? .header
    }

    /// Returns whether the first lines are those of a table.
    static func matches(_ lines: some Collection<Substring>) -> Bool {
        names(in: lines, DateOrderGuess(lines).order) != nil
    }

    private static func names(in lines: some Collection<Substring>, _ order: DateOrder?) -> Names? {
        if SensorTable.hasHeader(lines) { return .header }
        return HeaderlessTable(lines, order).map(Names.none) ?? LabelledLines(lines).map(Names.labels)
    }

    /// Whether nothing names the columns.
    var hasNoNames: Bool { if case .none = names { true } else { false } }

    /// The lines that name each of their values; `nil` if the lines are rows of cells.
    var labels: LabelledLines? { if case .labels(let labels) = names { labels } else { nil } }

    /// Returns the table if a line is its header, or its first row if it has none; `nil` for a line before either.
    /// - Throws: ``SensorTable/noHeader`` after too many lines.
    mutating func table(at line: UnsafeRawBufferPointer) throws -> (table: SensorTable, isRow: Bool)? {
        guard var table = named(line) else {
            lines += 1
            guard hasNoNames || lines <= SensorTable.longestPreface else { throw SensorTable.noHeader }
            preface += line.prefix(1 << 12)
            start = start ?? ClockColumns.instant(inPairs: line)
            return nil
        }
        // OpenBikeSensor states its clock in the preface.
        if String(decoding: preface, as: UTF8.self).contains("TimeZone=GPS") {
            table.clockOffset = LeapSeconds.count(at:)
        }
        table.setDateOrder(dates.order)
        table.start = start
        if case .header = names { return (table, false) }
        return (table, true)
    }

    private func named(_ line: UnsafeRawBufferPointer) -> SensorTable? {
        func table(_ header: String) -> SensorTable? {
            Array(header.utf8).withUnsafeBytes { SensorTable(header: $0) }
        }
        return switch names {
        case .header: SensorTable(header: line)
        case .none(let plain): plain.isRow(line) ? table(plain.header) : nil
        case .labels(let labels): table(labels.header)
        }
    }
}
