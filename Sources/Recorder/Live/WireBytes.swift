/// Writes values as bytes: integers and bit patterns little-endian, texts with their length.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func write(_ value: Double) { write(value.bitPattern) }

    mutating func write(_ value: Bool) { bytes.append(value ? 1 : 0) }

    mutating func write(_ value: String) {
        write(UInt32(value.utf8.count))
        bytes.append(contentsOf: value.utf8)
    }

    mutating func write(raw value: [UInt8]) { bytes.append(contentsOf: value) }

    mutating func write(_ value: Double?) {
        write(value != nil)
        if let value { write(value) }
    }

    mutating func write(_ value: Int?) {
        write(value != nil)
        if let value { write(Int64(value)) }
    }

    mutating func write(_ value: String?) {
        write(value != nil)
        if let value { write(value) }
    }
}

/// Reads what ``WireWriter`` wrote; bytes from a stranger end in an error, never in a crash.
struct WireReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// Bytes that are left.
    var remaining: Int { bytes.endIndex - position }

    mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) throws(LiveError) -> Value {
        let size = MemoryLayout<Value>.size
        guard remaining >= size else { throw .malformed }
        var value: Value = 0
        for index in (0..<size).reversed() {
            value = (Value.bitWidth > 8 ? value << 8 : 0) | Value(truncatingIfNeeded: bytes[position + index])
        }
        position += size
        return value
    }

    mutating func double() throws(LiveError) -> Double { Double(bitPattern: try integer()) }

    mutating func flag() throws(LiveError) -> Bool {
        switch try integer(UInt8.self) {
        case 0: false
        case 1: true
        default: throw .malformed
        }
    }

    mutating func text() throws(LiveError) -> String {
        let count = Int(try integer(UInt32.self))
        guard remaining >= count else { throw .malformed }
        defer { position += count }
        return String(decoding: bytes[position..<(position + count)], as: UTF8.self)
    }

    /// A count of things that take at least some bytes each; more than can be there is refused before memory is taken.
    mutating func count(minimumSize: Int) throws(LiveError) -> Int {
        let count = Int(try integer(UInt32.self))
        guard count <= remaining / max(1, minimumSize) else { throw .malformed }
        return count
    }

    mutating func optionalDouble() throws(LiveError) -> Double? { try flag() ? try double() : nil }

    mutating func optionalInteger() throws(LiveError) -> Int? { try flag() ? Int(try integer(Int64.self)) : nil }

    mutating func optionalText() throws(LiveError) -> String? { try flag() ? try text() : nil }
}
