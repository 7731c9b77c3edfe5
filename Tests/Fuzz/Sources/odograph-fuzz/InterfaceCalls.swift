import COdograph
import OdographCore

/// Calls of the C interface made of the fuzzer's bytes: any call at any time, on any run, with any array.
///
/// Every array is a piece of memory of exactly its length, so that AddressSanitizer sees a value read or written beyond.
struct InterfaceCalls {
    private var source: ByteSource
    private var runs: [odograph_run] = []
    private var memory: [UnsafeMutableRawPointer] = []

    private static let inputs = names { $0 == 1 }
    private static let outputs = names { $0 == 0 }
    private static let parameters = [
        "simplifier.tolerance", "position.kind", "fixGate.accuracyCeiling", "speed.source", "nothing", "",
    ]
    private static let words: [String?] = [
        nil, "activity", "stop", "noStop", "placeName", "walking", "cycling", "stride", "building", "height", "floor",
        "gyroscope", "connected", "lost", "acceleration,rotation", "head", "",
    ]
    private static let numbers = [
        0, 9.8, 48.1, 11.5, 101.3, -1, 5, 90, 180, 360, .nan, .infinity, -.infinity, 1e300, 5e-324, -0.0,
    ]
    private static let integers: [Int64] = [0, 1, 2, 3, -1, 65_535, 65_536, .max, .min, .min + 1, 1 << 40]

    private static func names(where isWanted: (Int32) -> Bool) -> [String] {
        var names: [String] = []
        var isInput: Int32 = 0
        var index: Int32 = 0
        while let name = odograph_table(index, &isInput) {
            if isWanted(isInput) { names.append(String(cString: name)) }
            index += 1
        }
        return names
    }

    /// Calls functions until the bytes end, then frees every run.
    static func make(of bytes: [UInt8]) {
        var calls = InterfaceCalls(source: ByteSource(bytes: bytes[...]))
        while !calls.source.isEmpty { calls.call() }
        for run in calls.runs { _ = odograph_free(run) }
    }

    private mutating func call() {
        defer {
            for piece in memory { piece.deallocate() }
            memory = []
        }
        let run = chosenRun()
        switch source.byte() & 15 {
        case 0, 1: create()
        case 2...8: push(to: run)
        case 9: check(odograph_finish(run, Int32(source.byte() & 7)))
        case 10, 11: read(run)
        case 12: check(odograph_free(run))
        case 13: _ = odograph_count(run, text(name(of: Self.outputs)))
        case 14:
            var info = odograph_column_info()
            _ = odograph_describe(text(name(of: Self.inputs + Self.outputs)), Int32(source.byte()) - 4, &info)
        default:
            let table = name(of: Self.outputs)
            _ = odograph_word(text(table), text(column(of: table)), Int32(source.byte()) - 4)
        }
    }

    private func check(_ result: Int32) {
        precondition(result <= 0)
        guard let message = odograph_message() else { preconditionFailure("there is always a message") }
        precondition((result == ODOGRAPH_OK) == (message.pointee == 0), "a failure has a sentence")
    }

    private mutating func chosenRun() -> odograph_run {
        let byte = source.byte()
        if byte >= 250 { return UInt64(byte) &* 0x9E37_79B9_7F4A_7C15 }
        return runs.isEmpty ? 0 : runs[Int(byte) % runs.count]
    }

    private mutating func create() {
        guard runs.count < 8 else { return }
        var values = (0..<Int(source.byte() & 3)).map { _ in
            odograph_parameter(
                name: text(Self.parameters[Int(source.byte()) % Self.parameters.count]),
                word: source.byte() & 3 == 0 ? text("raw") : nil, number: number())
        }
        var run: odograph_run = 7
        check(odograph_create(&values, source.byte() == 255 ? -1 : Int64(values.count), &run))
        if run != 0 { runs.append(run) }
    }

    private mutating func push(to run: odograph_run) {
        let table = name(of: Self.inputs)
        let rows = Int(source.byte() & 31)
        var columns: [odograph_column] = []
        var info = odograph_column_info()
        let shape = source.byte()
        // Mostly every column, in their order; sometimes one is left out, is another, or has another length.
        for index in 0..<Int32(24) where odograph_describe(table, index, &info) == ODOGRAPH_OK {
            if info.is_required == 0, shape & 1 == 0 { continue }
            if shape == 254, source.byte() > 200 { continue }
            columns.append(column(info, rows: shape == 253 && source.byte() > 200 ? rows + 1 : rows))
        }
        if shape == 252, !columns.isEmpty { columns[Int(source.byte()) % columns.count].count = -1 }
        if shape == 251, !columns.isEmpty { columns[Int(source.byte()) % columns.count].values = nil }
        if shape == 250, !columns.isEmpty { columns[Int(source.byte()) % columns.count].type = Int32(source.byte()) }
        if shape == 249, !columns.isEmpty { columns.append(columns[0]) }
        check(odograph_push(run, text(table), &columns, shape == 248 ? -1 : Int64(columns.count)))
    }

    private mutating func column(_ info: odograph_column_info, rows: Int) -> odograph_column {
        let values: UnsafeMutableRawPointer
        switch info.type {
        case ODOGRAPH_NUMBER: values = array(rows) { $0.number() }
        case ODOGRAPH_INTEGER:
            var time: Int64 = 1_700_000_000_000_000_000
            let isTime = String(cString: info.unit) == "ns"
            values = array(rows) { calls in
                guard isTime else { return calls.integer() }
                let byte = calls.source.byte()
                time += Int64(byte & 127) * 20_000_000
                return byte >= 254 ? calls.integer() : time
            }
        case ODOGRAPH_FLAG: values = array(rows) { $0.source.byte() }
        default: values = array(rows) { calls in calls.text(Self.words[Int(calls.source.byte()) % Self.words.count]) }
        }
        return odograph_column(name: info.name, type: info.type, reserved: 0, values: values, count: Int64(rows))
    }

    private mutating func read(_ run: odograph_run) {
        let table = name(of: Self.outputs)
        let count = odograph_count(run, text(table))
        var info = odograph_column_info()
        guard odograph_describe(table, Int32(source.byte() & 15), &info) == ODOGRAPH_OK else { return }
        var capacity = Int(max(0, count))
        if source.byte() > 250, capacity > 0 { capacity -= 1 }
        let stride = [ODOGRAPH_WORD: 4, ODOGRAPH_FLAG: 1][info.type] ?? 8
        let values = array(capacity * stride) { _ in UInt8(0) }
        check(odograph_read(run, text(table), info.name, values, Int64(capacity)))
    }

    private mutating func number() -> Double {
        let byte = source.byte()
        let isOdd = byte >= 128
        let middle = Self.numbers[Int(byte & 15)]
        return isOdd ? middle + Double(source.byte()) / 100 : middle
    }

    private mutating func integer() -> Int64 { Self.integers[Int(source.byte()) % Self.integers.count] }

    private mutating func name(of names: [String]) -> String {
        let byte = source.byte()
        return byte == 255 ? "nothing" : names[Int(byte) % names.count]
    }

    private mutating func column(of table: String) -> String {
        var info = odograph_column_info()
        guard odograph_describe(table, Int32(source.byte() & 15), &info) == ODOGRAPH_OK else { return "" }
        return String(cString: info.name)
    }

    private mutating func array<Value>(
        _ count: Int, _ value: (inout InterfaceCalls) -> Value
    ) -> UnsafeMutableRawPointer {
        let piece = UnsafeMutablePointer<Value>.allocate(capacity: count)
        for index in 0..<count { (piece + index).initialize(to: value(&self)) }
        memory.append(UnsafeMutableRawPointer(piece))
        return UnsafeMutableRawPointer(piece)
    }

    private mutating func text(_ text: String?) -> UnsafePointer<CChar>? {
        guard let text else { return nil }
        let bytes = Array(text.utf8CString)
        var index = 0
        let piece = array(bytes.count) { _ in
            defer { index += 1 }
            return bytes[index]
        }
        return UnsafePointer(piece.assumingMemoryBound(to: CChar.self))
    }
}
