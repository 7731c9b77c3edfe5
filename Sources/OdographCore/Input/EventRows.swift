import COdograph
import SensorModel

/// The rows of one table of events, in columns.
struct EventRows: Sendable {
    /// The maximum number of rows in a table: more than any session has, and few enough for 32-bit indices.
    static let mostRows = Int64(Int32.max)

    /// The table.
    let table: InputTable
    /// The number of rows.
    private(set) var count = 0
    /// The columns by type; a column that no push contained is empty.
    private var numbers: [[Double]] = []
    private var integers: [[Int64]] = []
    private var flags: [[UInt8]] = []
    private var texts: [[String?]] = []
    /// The index of each of the table's columns among those of its type.
    private let slots: [Int]

    /// Creates a table without rows.
    init(_ table: InputTable) {
        self.table = table
        var slots: [Int] = []
        for column in table.columns {
            switch column.kind {
            case .number:
                slots.append(numbers.count)
                numbers.append([])
            case .integer, .word:
                slots.append(integers.count)
                integers.append([])
            case .flag:
                slots.append(flags.count)
                flags.append([])
            case .text:
                slots.append(texts.count)
                texts.append([])
            }
        }
        self.slots = slots
    }

    /// Appends columns of equal lengths to the existing rows.
    /// - Throws: ``CoreError`` if the columns do not fit; nothing is added in that case.
    mutating func append(_ pushed: UnsafeBufferPointer<odograph_column>) throws(CoreError) {
        let (chosen, rows) = try check(pushed)
        guard rows > 0 else { return }
        for (index, column) in table.columns.enumerated() {
            append(chosen[index], of: column.kind, to: slots[index], rows: rows)
        }
        count += rows
    }

    /// Matches the pushed columns to the table's, and determines the number of rows.
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
                throw .badShape(
                    "The column “\(name)” of “\(table.rawValue)” has to contain \(columns[index].kind.name).")
            }
            guard chosen[index] == nil else { throw .badShape("The column “\(name)” occurs twice.") }
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

    /// Appends the rows of a column, or missing values if only earlier pushes contained the column.
    private mutating func append(_ source: odograph_column?, of kind: ColumnKind, to slot: Int, rows: Int) {
        switch kind {
        case .number: Self.append(source, to: &numbers[slot], missing: .nan, before: count, rows: rows) { $0 }
        case .integer, .word:
            Self.append(source, to: &integers[slot], missing: ColumnKind.missing, before: count, rows: rows) { $0 }
        case .flag: Self.append(source, to: &flags[slot], missing: 0, before: count, rows: rows) { $0 }
        case .text:
            Self.append(source, to: &texts[slot], missing: nil, before: count, rows: rows) {
                (text: UnsafePointer<CChar>?) in text.map { String(cString: $0) }
            }
        }
    }

    /// Copies the values of a column, which need not be aligned.
    private static func append<Value, Passed: BitwiseCopyable>(
        _ source: odograph_column?, to values: inout [Value], missing: Value, before count: Int, rows: Int,
        _ convert: (Passed) -> Value
    ) {
        guard let start = source?.values else {
            if !values.isEmpty { values.append(contentsOf: repeatElement(missing, count: rows)) }
            return
        }
        if values.isEmpty {
            values.reserveCapacity(count + rows)
            values.append(contentsOf: repeatElement(missing, count: count))
        }
        for row in 0..<rows {
            values.append(
                convert(start.loadUnaligned(fromByteOffset: row * MemoryLayout<Passed>.stride, as: Passed.self)))
        }
    }
}

/// Access to values; `column` is the index among the table's columns.
extension EventRows {
    /// Returns the number in a row; `nil` if it is missing.
    @inline(__always)
    func number(_ column: Int, _ row: Int) -> Double? {
        let slot = slots[column]
        guard row < numbers[slot].count, !numbers[slot][row].isNaN else { return nil }
        return numbers[slot][row]
    }

    /// Returns the integer in a row; `nil` if it is missing.
    @inline(__always)
    func integer(_ column: Int, _ row: Int) -> Int64? {
        let slot = slots[column]
        guard row < integers[slot].count, integers[slot][row] != ColumnKind.missing else { return nil }
        return integers[slot][row]
    }

    /// Returns the flag in a row; false if it is missing.
    @inline(__always)
    func flag(_ column: Int, _ row: Int) -> Bool {
        let slot = slots[column]
        return row < flags[slot].count && flags[slot][row] != 0
    }

    /// Returns the text in a row; `nil` if it is missing.
    func text(_ column: Int, _ row: Int) -> String? {
        let slot = slots[column]
        return row < texts[slot].count ? texts[slot][row] : nil
    }

    /// Returns the event's own time.
    @inline(__always)
    func time(_ row: Int) -> Instant { Instant(nanoseconds: integer(0, row) ?? 0) }

    /// Returns the arrival time, or the event's own time if it is missing.
    @inline(__always)
    func received(_ row: Int) -> Instant { Instant(nanoseconds: integer(1, row) ?? integer(0, row) ?? 0) }

    /// Returns the place in the order of a recorded session; `nil` if there is none.
    @inline(__always)
    func sequence(_ row: Int) -> Int64? { integer(2, row) }

    /// True if the rows have places in the order of a recorded session.
    var hasSequence: Bool { !integers[slots[2]].isEmpty }
}

/// Access to many rows.
extension EventRows {
    /// Returns whether the rows were pushed in order. O(n).
    func isSorted(bySequence: Bool, in order: EventOrder) -> Bool {
        let times = integers[slots[0]]
        let arrivals = integers[slots[1]]
        let places = bySequence ? integers[slots[2]] : times
        var last = Int64.min
        for row in places.indices {
            var place = places[row]
            if !bySequence, !arrivals.isEmpty, arrivals[row] != ColumnKind.missing {
                place =
                    order.place(of: Instant(nanoseconds: place), received: Instant(nanoseconds: arrivals[row]))
                    .nanoseconds
            }
            if place < last { return false }
            last = place
        }
        return true
    }

    /// Appends the events of a range of rows, counted in the given order. Their sequence is that of the recorded
    /// session, or zero.
    /// - Throws: ``CoreError`` for an invalid value.
    func appendEvents(
        _ range: Range<Int>, in order: [Int32]?, to events: inout [SensorEvent]
    ) throws(CoreError) {
        switch table {
        case .acceleration: try appendVectors(range, in: order, to: &events) { .acceleration($0) }
        case .rotation: try appendVectors(range, in: order, to: &events) { .rotation($0) }
        case .magneticField: try appendVectors(range, in: order, to: &events) { .magneticField($0) }
        default:
            for index in range {
                let row = order.map { Int($0[index]) } ?? index
                events.append(
                    SensorEvent(
                        time: time(row), received: received(row), sequence: UInt64(bitPattern: sequence(row) ?? 0),
                        payload: try payload(row)))
            }
        }
    }

    /// Finds the columns once instead of for every row, because most rows are of motion sensors.
    @inline(__always)
    private func appendVectors(
        _ range: Range<Int>, in order: [Int32]?, to events: inout [SensorEvent],
        _ payload: (VectorSample) -> SensorEvent.Payload
    ) throws(CoreError) {
        let (times, arrivals, sequences) = (integers[slots[0]], integers[slots[1]], integers[slots[2]])
        let first = InputTable.commonCount
        let (x, y, z) = (numbers[slots[first]], numbers[slots[first + 1]], numbers[slots[first + 2]])
        let devices = integers[slots[first + 3]]
        for index in range {
            let row = order.map { Int($0[index]) } ?? index
            let time = times[row] == ColumnKind.missing ? 0 : times[row]
            var received = time
            if !arrivals.isEmpty, arrivals[row] != ColumnKind.missing { received = arrivals[row] }
            let device = devices.isEmpty ? DeviceID(0) : try device(3, row)
            events.append(
                SensorEvent(
                    time: Instant(nanoseconds: time), received: Instant(nanoseconds: received),
                    sequence: sequences.isEmpty ? 0 : UInt64(bitPattern: sequences[row]),
                    payload: payload(VectorSample(device: device, x: x[row], y: y[row], z: z[row]))))
        }
    }
}
