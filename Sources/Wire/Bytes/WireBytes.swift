/// Writes values as bytes: integers and bit patterns in little-endian order, strings with a length prefix.
public struct WireWriter: Sendable {
    /// The bytes written so far.
    public private(set) var bytes: [UInt8] = []

    /// Creates a writer without bytes.
    public init() {}

    /// Writes an integer in little-endian order.
    public mutating func write(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Writes a number as its exact bit pattern.
    public mutating func write(_ value: Double) { write(value.bitPattern) }

    /// Writes a Boolean as one byte.
    public mutating func write(_ value: Bool) { bytes.append(value ? 1 : 0) }

    /// Writes a string as its length and its UTF-8 bytes, cut to ``WireReader/longestText`` bytes.
    public mutating func write(_ value: String) {
        let text = value.utf8.prefix(WireReader.longestText)
        write(UInt32(truncatingIfNeeded: text.count))
        bytes.append(contentsOf: text)
    }

    /// Writes bytes unchanged.
    public mutating func write(raw value: [UInt8]) { bytes.append(contentsOf: value) }

    /// Writes a flag, followed by the number if there is one.
    public mutating func write(_ value: Double?) {
        write(value != nil)
        if let value { write(value) }
    }

    /// Writes a flag, followed by the string if there is one.
    public mutating func write(_ value: String?) {
        write(value != nil)
        if let value { write(value) }
    }
}

/// Reads the format of ``WireWriter``. Bytes from an untrusted source can cause an error, but never a crash.
public struct WireReader: Sendable {
    /// The length of the longest string that a writer writes, in bytes.
    public static let longestText = 1 << 24

    private let bytes: ArraySlice<UInt8>
    private let textBound: Int
    private var position: Int

    /// Creates a reader.
    /// - Parameters:
    ///   - bytes: The bytes to read.
    ///   - textBound: The length of the longest string that is accepted, in bytes.
    public init(_ bytes: ArraySlice<UInt8>, textBound: Int = Self.longestText) {
        self.bytes = bytes
        self.textBound = textBound
        position = bytes.startIndex
    }

    /// The number of bytes that have not been read.
    public var remaining: Int { bytes.endIndex - position }

    /// Reads an integer in little-endian order.
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

    /// Reads a number from its bit pattern.
    public mutating func double() throws(WireError) -> Double { Double(bitPattern: try integer()) }

    /// Reads a Boolean; any byte other than 0 and 1 is an error.
    public mutating func flag() throws(WireError) -> Bool {
        switch try integer(UInt8.self) {
        case 0: false
        case 1: true
        default: throw .malformed
        }
    }

    /// Reads a string, repairing invalid UTF-8.
    public mutating func text() throws(WireError) -> String {
        let count = Int(try integer(UInt32.self))
        guard count <= textBound, remaining >= count else { throw .malformed }
        defer { position += count }
        return String(decoding: bytes[position..<(position + count)], as: UTF8.self)
    }

    /// Reads the number of elements that follow; a number that exceeds the remaining bytes is an error.
    /// - Parameter minimumSize: The minimum size of an element in bytes.
    public mutating func count(minimumSize: Int) throws(WireError) -> Int {
        let count = Int(try integer(UInt32.self))
        guard count <= remaining / max(1, minimumSize) else { throw .malformed }
        return count
    }

    /// Reads an optional number.
    public mutating func optionalDouble() throws(WireError) -> Double? { try flag() ? try double() : nil }

    /// Reads an optional string.
    public mutating func optionalText() throws(WireError) -> String? { try flag() ? try text() : nil }
}

/// The reason why bytes cannot be read.
public enum WireError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The bytes do not follow the format.
    case malformed

    /// A sentence that says what is wrong.
    public var description: String { "The bytes do not follow the format." }
}
