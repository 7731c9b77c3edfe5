/// Reads numbers from bytes, front to back; every read that leads beyond the end returns `nil`.
struct ByteCursor {
    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position >= bytes.endIndex }
    var remaining: Int { max(0, bytes.endIndex - position) }

    /// Reads a number of seven bits per byte, the lowest first; at most ten bytes.
    mutating func varint() -> UInt64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while position < bytes.endIndex, shift < 70 {
            let byte = bytes[position]
            position += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
            shift += 7
        }
        return nil
    }

    /// Reads the given number of bytes, the lowest first, as one number.
    mutating func integer(bytes count: Int) -> UInt64? {
        guard count <= remaining else { return nil }
        var value: UInt64 = 0
        for index in 0..<count { value |= UInt64(bytes[position + index]) << UInt64(8 * index) }
        position += count
        return value
    }

    /// Reads the given number of bytes.
    mutating func slice(_ count: UInt64) -> ArraySlice<UInt8>? {
        guard count <= UInt64(remaining) else { return nil }
        let end = position + Int(count)
        defer { position = end }
        return bytes[position..<end]
    }
}

/// A field of a message of protocol buffers.
enum ProtobufField {
    /// A number; of fixed width as its bits.
    case number(UInt64)
    /// A text, a message, or packed numbers.
    case bytes(ArraySlice<UInt8>)
}

extension ByteCursor {
    /// Reads the next field of a message; `nil` at its end or if it is damaged.
    mutating func field() -> (number: UInt64, value: ProtobufField)? {
        guard !isAtEnd else { return nil }
        let tag = varint() ?? 7
        let value: ProtobufField?
        switch tag & 7 {
        case 0: value = varint().map(ProtobufField.number)
        case 1: value = integer(bytes: 8).map(ProtobufField.number)
        case 2: value = varint().flatMap { slice($0) }.map(ProtobufField.bytes)
        case 5: value = integer(bytes: 4).map(ProtobufField.number)
        default: value = nil
        }
        guard let value else {
            position = bytes.endIndex + 1
            return nil
        }
        return (tag >> 3, value)
    }

    /// True if a field could not be read.
    var isDamaged: Bool { position > bytes.endIndex }
}
