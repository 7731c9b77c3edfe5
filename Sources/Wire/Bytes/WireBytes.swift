/// Writes values as bytes: integers and bit patterns little-endian, texts with their length.
public struct WireWriter: Sendable {
    /// The bytes written so far.
    public private(set) var bytes: [UInt8] = []

    /// Creates a writer without bytes.
    public init() {}

    /// Writes an integer.
    public mutating func write(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Writes a number, bit for bit.
    public mutating func write(_ value: Double) { write(value.bitPattern) }

    /// Writes a truth value as one byte.
    public mutating func write(_ value: Bool) { bytes.append(value ? 1 : 0) }

    /// Writes a text in UTF-8 after its length; at most ``WireReader/longestText`` bytes of it.
    public mutating func write(_ value: String) {
        let text = value.utf8.prefix(WireReader.longestText)
        write(UInt32(truncatingIfNeeded: text.count))
        bytes.append(contentsOf: text)
    }

    /// Writes bytes unchanged.
    public mutating func write(raw value: [UInt8]) { bytes.append(contentsOf: value) }

    /// Writes a flag, then the number if there is one.
    public mutating func write(_ value: Double?) {
        write(value != nil)
        if let value { write(value) }
    }

    /// Writes a flag, then the integer in 64 bits if there is one.
    public mutating func write(_ value: Int?) {
        write(value != nil)
        if let value { write(Int64(value)) }
    }

    /// Writes a flag, then the text if there is one.
    public mutating func write(_ value: String?) {
        write(value != nil)
        if let value { write(value) }
    }
}

/// Reads what ``WireWriter`` wrote; bytes from a stranger end in an error, never in a crash.
public struct WireReader: Sendable {
    /// The length of the longest text that a writer writes, in bytes.
    public static let longestText = 1 << 24

    private let bytes: ArraySlice<UInt8>
    private let textBound: Int
    private var position: Int

    /// Creates a reader.
    /// - Parameters:
    ///   - bytes: What to read.
    ///   - textBound: The length of the longest text that is accepted, in bytes.
    public init(_ bytes: ArraySlice<UInt8>, textBound: Int = Self.longestText) {
        self.bytes = bytes
        self.textBound = textBound
        position = bytes.startIndex
    }

    /// The number of bytes that are left.
    public var remaining: Int { bytes.endIndex - position }

    /// Reads an integer.
    public mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) throws(WireError) -> Value {
        let size = MemoryLayout<Value>.size
        guard remaining >= size else { throw .malformed }
        var value: Value = 0
        for index in (0..<size).reversed() {
            value = (Value.bitWidth > 8 ? value << 8 : 0) | Value(truncatingIfNeeded: bytes[position + index])
        }
        position += size
        return value
    }

    /// Reads a number.
    public mutating func double() throws(WireError) -> Double { Double(bitPattern: try integer()) }

    /// Reads a truth value; any byte but 0 and 1 is an error.
    public mutating func flag() throws(WireError) -> Bool {
        switch try integer(UInt8.self) {
        case 0: false
        case 1: true
        default: throw .malformed
        }
    }

    /// Reads a text, which is repaired where it is not UTF-8.
    public mutating func text() throws(WireError) -> String {
        let count = Int(try integer(UInt32.self))
        guard count <= textBound, remaining >= count else { throw .malformed }
        defer { position += count }
        return String(decoding: bytes[position..<(position + count)], as: UTF8.self)
    }

    /// Reads the number of things that follow; more than the remaining bytes can hold is an error.
    /// - Parameter minimumSize: The least size of one thing in bytes.
    public mutating func count(minimumSize: Int) throws(WireError) -> Int {
        let count = Int(try integer(UInt32.self))
        guard count <= remaining / max(1, minimumSize) else { throw .malformed }
        return count
    }

    /// Reads a number that may be missing.
    public mutating func optionalDouble() throws(WireError) -> Double? { try flag() ? try double() : nil }

    /// Reads an integer that may be missing.
    public mutating func optionalInteger() throws(WireError) -> Int? { try flag() ? Int(try integer(Int64.self)) : nil }

    /// Reads a text that may be missing.
    public mutating func optionalText() throws(WireError) -> String? { try flag() ? try text() : nil }
}

/// The reason why bytes cannot be read.
public enum WireError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The bytes do not follow the format.
    case malformed

    /// A sentence that says what is wrong.
    public var description: String { "The bytes do not follow the format." }
}
