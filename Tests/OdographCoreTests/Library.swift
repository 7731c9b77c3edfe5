import COdograph
import Testing

@testable import OdographCore

/// Calls of the C interface with Swift's arrays.
struct Library {
    /// A column with its name.
    enum Column {
        case numbers(String, [Double])
        case integers(String, [Int64])
        case flags(String, [UInt8])
    }

    /// The handle.
    let run: odograph_run

    /// Creates a run.
    init(_ values: [(name: String, number: Double)] = []) {
        var run: odograph_run = 0
        let names = values.map { PermanentText($0.name) }
        let parameters = zip(names, values).map {
            odograph_parameter(name: $0.characters, word: nil, number: $1.number)
        }
        #expect(odograph_create(parameters, Int64(parameters.count), &run) == ODOGRAPH_OK)
        self.run = run
    }

    /// The sentence of the last failure.
    static var message: String { odograph_message().map { String(cString: $0) } ?? "" }

    /// Pushes columns.
    @discardableResult
    func push(_ table: String, _ columns: [Column]) -> Int32 {
        var pieces: [UnsafeMutableRawPointer] = []
        defer { for piece in pieces { piece.deallocate() } }
        func copy<Value: BitwiseCopyable>(_ name: String, _ type: Int32, _ values: [Value]) -> odograph_column {
            let piece = UnsafeMutableRawPointer.allocate(
                byteCount: max(1, values.count * MemoryLayout<Value>.stride), alignment: 16)
            values.withUnsafeBytes { bytes in
                if let start = bytes.baseAddress { piece.copyMemory(from: start, byteCount: bytes.count) }
            }
            pieces.append(piece)
            return odograph_column(
                name: PermanentText(name).characters, type: type, reserved: 0, values: piece,
                count: Int64(values.count))
        }
        let passed = columns.map { column in
            switch column {
            case .numbers(let name, let values): copy(name, ODOGRAPH_NUMBER, values)
            case .integers(let name, let values): copy(name, ODOGRAPH_INTEGER, values)
            case .flags(let name, let values): copy(name, ODOGRAPH_FLAG, values)
            }
        }
        return odograph_push(run, table, passed, Int64(passed.count))
    }

    /// Reads a column of numbers.
    func numbers(_ table: String, _ column: String) -> [Double] {
        let count = Int(max(0, odograph_count(run, table)))
        var values = [Double](repeating: -7, count: count)
        #expect(odograph_read(run, table, column, &values, Int64(count)) == ODOGRAPH_OK, "\(Self.message)")
        return values
    }

    /// Reads a column of integers.
    func integers(_ table: String, _ column: String) -> [Int64] {
        let count = Int(max(0, odograph_count(run, table)))
        var values = [Int64](repeating: -7, count: count)
        #expect(odograph_read(run, table, column, &values, Int64(count)) == ODOGRAPH_OK, "\(Self.message)")
        return values
    }
}
