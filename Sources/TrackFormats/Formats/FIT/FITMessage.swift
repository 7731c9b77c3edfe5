/// A data message of a FIT file. Its fields are decoded on access.
struct FITMessage {
    /// The layout of the messages of a local type.
    struct Definition {
        /// The layout of a field.
        struct Field {
            /// The field's number in the profile of the message.
            var number: Int
            /// The field's length in bytes.
            var size: Int
            /// The field's base type.
            var type: UInt8
        }

        var isBigEndian: Bool
        /// The global number of the message.
        var message: Int
        var fields: [Field]
        /// The length of a message in bytes, including developer fields.
        var length: Int
    }

    /// The field that holds a message's time, in seconds since ``FITMessage/epoch``.
    static let timestampField = 253
    /// The start of FIT's time, 31 December 1989, in seconds since 1970.
    static let epoch = 631_065_600.0

    let definition: Definition
    private let bytes: [UInt8]
    private let start: Int
    /// The message's own time, or the time of its compressed header; `nil` if it has neither.
    let timestamp: UInt32?

    /// Creates a message whose fields start at an offset. The caller must have checked that all of them are present.
    init(_ definition: Definition, in bytes: [UInt8], at start: Int, compressedTimestamp: UInt32? = nil) {
        self.definition = definition
        self.bytes = bytes
        self.start = start
        timestamp =
            Self.number(Self.timestampField, definition, bytes, start).flatMap { UInt32(exactly: $0) }
            ?? compressedTimestamp
    }

    /// The global number of the message.
    var number: Int { definition.message }

    /// Returns the first number of a field; `nil` if it is missing or has FIT's "no value".
    func number(_ field: Int) -> Double? { Self.number(field, definition, bytes, start) }

    /// Returns the integer in a field, such as a count or an enumeration value.
    func integer(_ field: Int) -> Int? { number(field).flatMap { Int(exactly: $0) } }

    /// Returns a field's text up to its first zero byte; `nil` if the text is empty.
    func text(_ field: Int) -> String? {
        guard let raw = raw(field), raw.type == BaseType.string else { return nil }
        let text = Substring(decoding: raw.bytes.prefix { $0 != 0 }, as: UTF8.self).trimmingCharacters()
        return text.isEmpty ? nil : text
    }

    /// Returns the bytes and the base type of a field.
    func raw(_ field: Int) -> (bytes: ArraySlice<UInt8>, type: UInt8)? {
        Self.place(of: field, definition, start).map { offset, field in
            (bytes[offset..<(offset + field.size)], field.type)
        }
    }

    private enum BaseType {
        static let string: UInt8 = 0x07
    }

    private static func place(
        of number: Int, _ definition: Definition, _ start: Int
    ) -> (offset: Int, field: Definition.Field)? {
        var offset = start
        for field in definition.fields {
            if field.number == number { return (offset, field) }
            offset += field.size
        }
        return nil
    }

    private static func number(_ field: Int, _ definition: Definition, _ bytes: [UInt8], _ start: Int) -> Double? {
        guard let (offset, field) = place(of: field, definition, start) else { return nil }
        func bits(_ size: Int) -> UInt64? {
            // For an array, the first number is used. A field shorter than its type has no value.
            guard field.size >= size else { return nil }
            let part = bytes[offset..<(offset + size)]
            return definition.isBigEndian
                ? part.reduce(0) { $0 << 8 | UInt64($1) } : part.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        func unsigned(_ size: Int, missing: UInt64) -> Double? {
            bits(size).flatMap { $0 == missing ? nil : Double($0) }
        }
        func signed(_ size: Int) -> Double? {
            guard let value = bits(size) else { return nil }
            let shift = 64 - 8 * UInt64(size)
            let extended = Int64(bitPattern: value << shift) >> Int64(shift)
            // The largest number means "no value".
            return value == UInt64.max >> (shift + 1) ? nil : Double(extended)
        }
        switch field.type {
        case 0x00, 0x02, 0x0D: return unsigned(1, missing: 0xFF)
        case 0x01: return signed(1)
        case 0x83: return signed(2)
        case 0x84: return unsigned(2, missing: 0xFFFF)
        case 0x85: return signed(4)
        case 0x86: return unsigned(4, missing: 0xFFFF_FFFF)
        case 0x88: return bits(4).map { Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0))) }.finite
        case 0x89: return bits(8).map { Double(bitPattern: $0) }.finite
        case 0x0A: return unsigned(1, missing: 0)
        case 0x8B: return unsigned(2, missing: 0)
        case 0x8C: return unsigned(4, missing: 0)
        case 0x8E: return signed(8)
        case 0x8F: return unsigned(8, missing: .max)
        case 0x90: return unsigned(8, missing: 0)
        default: return nil
        }
    }
}

extension Double? {
    /// The number; `nil` if it is infinite or NaN.
    fileprivate var finite: Double? { flatMap { $0.isFinite ? $0 : nil } }
}
