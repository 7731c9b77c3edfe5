import COdograph
import FusionCore
import Synchronization

/// A session from its events to its estimates, behind a handle of the C interface.
final class Run: Sendable {
    private struct State {
        var rows: [InputTable: EventRows] = [:]
        var material: Material
        /// The texts passed to C, by table and column. They live as long as the run.
        var texts: [String: TextColumn] = [:]
    }

    private let state: Mutex<State>

    /// Creates a run without events.
    init(parameters: Parameters) {
        state = Mutex(State(material: Material(parameters: parameters, conclusions: nil)))
    }

    /// Copies columns of events into a table.
    func push(_ columns: UnsafeBufferPointer<odograph_column>, to table: InputTable) throws(CoreError) {
        try state.withLock { state throws(CoreError) in
            guard state.material.conclusions == nil else { throw .isFinished }
            // Removed from the dictionary, so that the columns grow in place.
            var rows = state.rows.removeValue(forKey: table) ?? EventRows(table)
            defer { state.rows[table] = rows }
            try rows.append(columns)
        }
    }

    /// Runs the core, and discards the events.
    func finish(_ options: Conclusions.Options) throws(CoreError) {
        try state.withLock { state throws(CoreError) in
            guard state.material.conclusions == nil else { throw .isFinished }
            let events = try EventMerge(InputTable.allCases.compactMap { state.rows[$0] })
            let parameters = state.material.parameters
            state.material = Material(
                parameters: parameters,
                conclusions: try Conclusions(events, parameters: parameters, options: options))
            state.rows = [:]
        }
    }

    /// Returns the number of rows of a table.
    func count(of table: OutputTable) throws(CoreError) -> Int {
        try state.withLock { state throws(CoreError) in
            try Self.check(state, table)
            return table.count(state.material)
        }
    }

    /// Copies a column to memory with space for `capacity` values.
    func read(
        _ column: OutputColumn, of table: OutputTable, to values: UnsafeMutableRawPointer?, capacity: Int64
    ) throws(CoreError) {
        try state.withLock { state throws(CoreError) in
            try Self.check(state, table)
            let count = table.count(state.material)
            guard capacity >= 0 else { throw .badShape("The capacity is negative.") }
            guard capacity >= Int64(count) else {
                throw .tooMany("“\(table.name)” has \(count) rows, but there is space for only \(capacity).")
            }
            guard count > 0 else { return }
            guard let values else { throw .badShape("The column “\(column.name)” was given no address.") }
            let material = state.material
            switch column.read {
            case .number(let read): Self.fill(values, count) { read(material, $0) }
            case .integer(let read): Self.fill(values, count) { read(material, $0) }
            case .word(_, let read): Self.fill(values, count) { read(material, $0) }
            case .flag(let read): Self.fill(values, count) { read(material, $0) }
            case .text(let read):
                let key = "\(table.name).\(column.name)"
                let texts = state.texts[key] ?? TextColumn(read(material))
                state.texts[key] = texts
                Self.fill(values, count) { (buffer: UnsafeMutableBufferPointer<UInt>) in texts.fill(buffer) }
            }
        }
    }

    private static func check(_ state: borrowing State, _ table: OutputTable) throws(CoreError) {
        if state.material.conclusions == nil, !table.isAlwaysReadable { throw .isNotFinished }
    }

    /// Reads into C's memory, directly if it is aligned, otherwise through a buffer.
    private static func fill<Value: BitwiseCopyable>(
        _ values: UnsafeMutableRawPointer, _ count: Int, _ read: (UnsafeMutableBufferPointer<Value>) -> Void
    ) {
        let isAligned = UInt(bitPattern: values) % UInt(MemoryLayout<Value>.alignment) == 0
        if isAligned {
            let typed = values.bindMemory(to: Value.self, capacity: count)
            return read(UnsafeMutableBufferPointer(start: typed, count: count))
        }
        let buffer = UnsafeMutableBufferPointer<Value>.allocate(capacity: count)
        defer { buffer.deallocate() }
        read(buffer)
        UnsafeMutableRawBufferPointer(start: values, count: count * MemoryLayout<Value>.stride)
            .copyMemory(from: UnsafeRawBufferPointer(buffer))
    }
}

/// The texts of a column as C strings, stored contiguously.
final class TextColumn: @unchecked Sendable {
    // Written only in the initializer, so it can be shared.
    private let characters: UnsafeMutableBufferPointer<CChar>
    private var starts: [Int?]

    /// Copies texts.
    init(_ texts: [String?]) {
        var bytes: [CChar] = []
        starts = []
        for text in texts {
            guard let text else {
                starts.append(nil)
                continue
            }
            starts.append(bytes.count)
            // A zero byte within a text would terminate the C string.
            for byte in text.utf8 where byte != 0 { bytes.append(CChar(truncatingIfNeeded: byte)) }
            bytes.append(0)
        }
        characters = .allocate(capacity: max(1, bytes.count))
        _ = characters.initialize(from: bytes)
    }

    deinit { characters.deallocate() }

    /// Fills in the addresses of the texts, with zero for a missing one.
    func fill(_ addresses: UnsafeMutableBufferPointer<UInt>) {
        for (index, start) in zip(addresses.indices, starts) {
            let address = start.flatMap { start in characters.baseAddress.map { $0 + start } }
            addresses[index] = UInt(bitPattern: address)
        }
    }
}
