import COdograph
import SensorModel

/// The rows of one table of events, in columns, as they were pushed.
struct EventRows: Sendable {
    /// The values of one column; one that no push had is empty.
    enum Values: Sendable {
        case numbers([Double])
        case integers([Int64])
        case flags([UInt8])
        case texts([String?])
    }

    /// The most rows that a table accepts: more than any session has, and few enough to be numbered by 32 bits.
    static let mostRows = Int64(Int32.max)

    /// The table.
    let table: InputTable
    /// The number of rows.
    private(set) var count = 0
    /// The columns in the order of the table.
    private(set) var values: [Values]

    /// Creates a table without rows.
    init(_ table: InputTable) {
        self.table = table
        values = table.columns.map { column in
            switch column.kind {
            case .number: .numbers([])
            case .integer, .word: .integers([])
            case .flag: .flags([])
            case .text: .texts([])
            }
        }
    }

    /// Copies columns of equal lengths behind the rows that are there.
    /// - Throws: ``CoreError`` if they do not fit; then nothing was added.
    mutating func append(_ pushed: UnsafeBufferPointer<odograph_column>) throws(CoreError) {
        let (chosen, rows) = try check(pushed)
        guard rows > 0 else { return }
        for (index, column) in table.columns.enumerated() {
            if let source = chosen[index] {
                try append(source, of: column, to: index, rows: rows)
            } else if !isEmpty(index) {
                pad(index, by: rows)
            }
        }
        count += rows
    }

    /// Finds the pushed columns by the table's, and the number of rows.
    private func check(
        _ pushed: UnsafeBufferPointer<odograph_column>
    ) throws(CoreError) -> (chosen: [odograph_column?], rows: Int) {
        let columns = table.columns
        var chosen = [odograph_column?](repeating: nil, count: columns.count)
        var rows: Int64?
        for column in pushed {
            guard let name = column.name.flatMap({ String(validatingCString: $0) }) else {
                throw .badShape("A column of “\(table.rawValue)” has no name in UTF-8.")
            }
            guard let index = columns.firstIndex(where: { $0.name == name }) else {
                throw .unknownColumn(table: table.rawValue, column: name)
            }
            guard column.type == columns[index].kind.rawValue else {
                throw .badShape("The column “\(name)” of “\(table.rawValue)” has to hold \(columns[index].kind.name).")
            }
            guard chosen[index] == nil else { throw .badShape("The column “\(name)” is there twice.") }
            guard column.count >= 0 else { throw .badShape("The column “\(name)” has a negative number of values.") }
            guard column.count <= Self.mostRows - Int64(count) else {
                throw .tooMany("“\(table.rawValue)” accepts at most \(Self.mostRows) rows.")
            }
            guard column.count == 0 || column.values != nil else {
                throw .badShape("The column “\(name)” has \(column.count) values and no address.")
            }
            if let rows, rows != column.count {
                throw .badShape("The columns of “\(table.rawValue)” differ in length: \(rows) and \(column.count).")
            }
            rows = column.count
            chosen[index] = column
        }
        for (index, column) in columns.enumerated() where column.isRequired && chosen[index] == nil {
            throw .badShape("The column “\(column.name)” of “\(table.rawValue)” is missing.")
        }
        return (chosen, Int(rows ?? 0))
    }

    private func isEmpty(_ index: Int) -> Bool {
        switch values[index] {
        case .numbers(let numbers): numbers.isEmpty
        case .integers(let integers): integers.isEmpty
        case .flags(let flags): flags.isEmpty
        case .texts(let texts): texts.isEmpty
        }
    }

    private mutating func append(
        _ source: odograph_column, of column: InputColumn, to index: Int, rows: Int
    ) throws(CoreError) {
        guard let start = source.values else { return }
        if isEmpty(index) { pad(index, by: count) }
        // What C passes need not be aligned: bytes are copied.
        let bytes = UnsafeRawBufferPointer(start: start, count: rows * Self.stride(of: column.kind))
        switch values[index] {
        case .numbers(var numbers):
            values[index] = .flags([])
            Self.append(bytes, to: &numbers, rows: rows)
            values[index] = .numbers(numbers)
        case .integers(var integers):
            values[index] = .flags([])
            Self.append(bytes, to: &integers, rows: rows)
            values[index] = .integers(integers)
        case .flags(var flags):
            values[index] = .flags([])
            flags.append(contentsOf: bytes)
            values[index] = .flags(flags)
        case .texts(var texts):
            values[index] = .flags([])
            for row in 0..<rows {
                let text = bytes.loadUnaligned(
                    fromByteOffset: row * MemoryLayout<UnsafePointer<CChar>?>.stride, as: UnsafePointer<CChar>?.self)
                texts.append(text.map { String(cString: $0) })
            }
            values[index] = .texts(texts)
        }
    }

    private static func stride(of kind: ColumnKind) -> Int {
        kind == .flag ? 1 : 8
    }

    private static func append<Number: BitwiseCopyable>(
        _ bytes: UnsafeRawBufferPointer, to numbers: inout [Number], rows: Int
    ) {
        let added = [Number](unsafeUninitializedCapacity: rows) { buffer, count in
            UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes)
            count = rows
        }
        if numbers.isEmpty { numbers = added } else { numbers.append(contentsOf: added) }
    }

    private mutating func pad(_ index: Int, by rows: Int) {
        switch values[index] {
        case .numbers(let numbers): values[index] = .numbers(numbers + Array(repeating: .nan, count: rows))
        case .integers(let integers):
            values[index] = .integers(integers + Array(repeating: ColumnKind.missing, count: rows))
        case .flags(let flags): values[index] = .flags(flags + Array(repeating: 0, count: rows))
        case .texts(let texts): values[index] = .texts(texts + Array(repeating: nil, count: rows))
        }
    }
}

/// Reading values; `column` counts from the first of the table.
extension EventRows {
    /// The number in a row; `nil` if it is missing.
    @inline(__always)
    func number(_ column: Int, _ row: Int) -> Double? {
        guard case .numbers(let numbers) = values[column], row < numbers.count, !numbers[row].isNaN else { return nil }
        return numbers[row]
    }

    /// The integer in a row; `nil` if it is missing.
    @inline(__always)
    func integer(_ column: Int, _ row: Int) -> Int64? {
        guard case .integers(let integers) = values[column], row < integers.count,
            integers[row] != ColumnKind.missing
        else { return nil }
        return integers[row]
    }

    /// The flag in a row; false if it is missing.
    @inline(__always)
    func flag(_ column: Int, _ row: Int) -> Bool {
        guard case .flags(let flags) = values[column], row < flags.count else { return false }
        return flags[row] != 0
    }

    /// The text in a row; `nil` if it is missing.
    func text(_ column: Int, _ row: Int) -> String? {
        guard case .texts(let texts) = values[column], row < texts.count else { return nil }
        return texts[row]
    }

    /// The event's own time.
    @inline(__always)
    func time(_ row: Int) -> Instant { Instant(nanoseconds: integer(0, row) ?? 0) }

    /// The time of arrival.
    @inline(__always)
    func received(_ row: Int) -> Instant { Instant(nanoseconds: integer(1, row) ?? integer(0, row) ?? 0) }

    /// The place in the order of a recorded session; `nil` if it has none.
    @inline(__always)
    func sequence(_ row: Int) -> Int64? { integer(2, row) }

    /// True if a row has a place in the order of a recorded session.
    var hasSequence: Bool { !isEmpty(2) }
}
