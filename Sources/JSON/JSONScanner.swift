/// Scans a JSON text without building a tree.
///
/// All JSON from outside is read by it. Foundation's `JSONSerialization` and `JSONDecoder` are seven to ten times slower
/// on the event log's lines and three to four times on gpsd's, and return a time as a `Double`, which cannot hold its
/// nanoseconds (figures: docs/formats.md). Lenient: a number may have leading zeros, and a string any byte.
public struct JSONScanner {
    /// The bytes of a string between its quotes, with escapes.
    public struct RawString {
        /// The bytes, which are those of the text itself.
        public let bytes: UnsafeRawBufferPointer
        @usableFromInline let hasEscapes: Bool

        @inlinable init(bytes: UnsafeRawBufferPointer, hasEscapes: Bool) {
            (self.bytes, self.hasEscapes) = (bytes, hasEscapes)
        }
    }

    /// The maximum nesting depth of values.
    public static let maximumDepth = 64

    @usableFromInline let bytes: UnsafeRawBufferPointer
    @usableFromInline var offset = 0

    /// Creates a scanner at the start of a text, which it does not copy.
    @inlinable
    public init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// Returns the next byte that is not white space without consuming it; `nil` at the end.
    @inlinable @inline(__always)
    public mutating func peek() -> UInt8? {
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte > 32 || (byte != 32 && byte != 9 && byte != 10 && byte != 13) { return byte }
            offset += 1
        }
        return nil
    }

    /// Consumes the next byte if it is the given one.
    @inlinable @inline(__always)
    public mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        offset += 1
        return true
    }

    /// Consumes a required byte; throws if it is missing.
    @inlinable @inline(__always)
    public mutating func expect(_ byte: UInt8) throws {
        guard take(byte) else { throw error(.isMissing(Character(UnicodeScalar(byte)))) }
    }

    /// Creates an error at the current position.
    public func error(_ mistake: JSONError.Mistake) -> JSONError { JSONError(offset: offset, mistake: mistake) }

    /// Throws an error if anything other than white space follows.
    public mutating func expectEnd() throws {
        if peek() != nil { throw error(.hasMore) }
    }

    /// Consumes a string.
    @inlinable
    public mutating func string() throws -> RawString {
        try expect(UInt8(ascii: "\""))
        let start = offset
        var hasEscapes = false
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "\"") {
                let raw = UnsafeRawBufferPointer(rebasing: bytes[start..<offset])
                offset += 1
                return RawString(bytes: raw, hasEscapes: hasEscapes)
            }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                offset += 1
            }
            offset += 1
        }
        offset = min(offset, bytes.count)
        throw error(.isOpenString)
    }

    /// Consumes a number.
    @inlinable @inline(__always)
    public mutating func number() throws -> DecimalNumber {
        let first = peek() ?? 0
        guard first == UInt8(ascii: "-") || first &- UInt8(ascii: "0") < 10,
            let number = DecimalNumber(prefixOf: UnsafeRawBufferPointer(rebasing: bytes[offset...]))
        else { throw error(.noNumber) }
        offset += number.text.count
        return number
    }

    /// Consumes a word such as `null`, `true` or `false` if it is next.
    @inlinable
    public mutating func word(_ word: StaticString) -> Bool {
        guard peek() != nil, bytes.count - offset >= word.utf8CodeUnitCount else { return false }
        for index in 0..<word.utf8CodeUnitCount where bytes[offset + index] != word.utf8Start[index] { return false }
        offset += word.utf8CodeUnitCount
        return true
    }

    /// Iterates over the members of an object; `body` must consume each value.
    @inlinable @inline(__always)
    public mutating func object(_ body: (inout JSONScanner, RawString) throws -> Void) throws {
        try expect(UInt8(ascii: "{"))
        if take(UInt8(ascii: "}")) { return }
        repeat {
            let key = try string()
            try expect(UInt8(ascii: ":"))
            try body(&self, key)
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw error(.isOpen(end: "}")) }
    }

    /// Iterates over the elements of an array; `body` must consume each one.
    @inlinable
    public mutating func array(_ body: (inout JSONScanner) throws -> Void) throws {
        try expect(UInt8(ascii: "["))
        if take(UInt8(ascii: "]")) { return }
        repeat { try body(&self) } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw error(.isOpen(end: "]")) }
    }

    /// Skips any value.
    public mutating func skip(depth: Int = 0) throws {
        guard depth < Self.maximumDepth else { throw error(.isTooDeep) }
        switch peek() {
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "{"): try object { scanner, _ in try scanner.skip(depth: depth + 1) }
        case UInt8(ascii: "["): try array { try $0.skip(depth: depth + 1) }
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
            guard word("true") || word("false") || word("null") else { throw error(.noValue) }
        default: _ = try number()
        }
    }
}

extension JSONScanner.RawString {
    /// Returns whether the string equals a word without escapes.
    @inlinable @inline(__always)
    public static func ~= (word: StaticString, raw: Self) -> Bool {
        let count = word.utf8CodeUnitCount
        guard raw.bytes.count == count else { return false }
        for index in 0..<count where raw.bytes[index] != word.utf8Start[index] { return false }
        return true
    }

    /// The string with its escapes resolved and invalid UTF-8 replaced.
    public var text: String {
        guard hasEscapes else { return String(decoding: bytes, as: UTF8.self) }
        var units: [UInt8] = []
        units.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else {
                units.append(bytes[index])
                index += 1
                continue
            }
            if bytes[index + 1] == UInt8(ascii: "u") {
                index = appendUnicode(at: index, to: &units)
            } else {
                units.append(Self.escaped(bytes[index + 1]))
                index += 2
            }
        }
        return String(decoding: units, as: UTF8.self)
    }

    private static func escaped(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "n"): 10
        case UInt8(ascii: "r"): 13
        case UInt8(ascii: "t"): 9
        case UInt8(ascii: "b"): 8
        case UInt8(ascii: "f"): 12
        default: byte
        }
    }

    /// Appends the character of `\uXXXX` (or of a surrogate pair) and returns the index after it.
    private func appendUnicode(at start: Int, to units: inout [UInt8]) -> Int {
        guard let first = hexadecimal(at: start + 2) else {
            units.append(contentsOf: "\u{FFFD}".utf8)
            return min(start + 2, bytes.count)
        }
        var value = first
        var end = start + 6
        if 0xD800..<0xDC00 ~= first, end + 1 < bytes.count, bytes[end] == UInt8(ascii: "\\"),
            bytes[end + 1] == UInt8(ascii: "u"), let second = hexadecimal(at: end + 2), 0xDC00..<0xE000 ~= second
        {
            value = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
            end += 6
        }
        units.append(contentsOf: String(UnicodeScalar(value) ?? "\u{FFFD}").utf8)
        return end
    }

    private func hexadecimal(at start: Int) -> UInt32? {
        guard start + 4 <= bytes.count else { return nil }
        return UInt32(String(decoding: bytes[start..<(start + 4)], as: UTF8.self), radix: 16)
    }
}
