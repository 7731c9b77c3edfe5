/// A JSON value in memory, for small or rare values. Long ones are scanned instead.
public enum JSONValue: Hashable, Sendable {
    /// The literal `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, as the nearest `Double`.
    case number(Double)
    /// A string with its escapes resolved.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// An object; if several members have the same name, the last one counts.
    case object([String: JSONValue])

    /// Consumes the next value of a scanner.
    public init(_ scanner: inout JSONScanner, depth: Int = 0) throws {
        guard depth < JSONScanner.maximumDepth else { throw scanner.error(.isTooDeep) }
        switch scanner.peek() {
        case UInt8(ascii: "\""): self = .string(try scanner.string().text)
        case UInt8(ascii: "{"):
            var members: [String: JSONValue] = [:]
            try scanner.object { scanner, key in
                members[key.text] = try JSONValue(&scanner, depth: depth + 1)
            }
            self = .object(members)
        case UInt8(ascii: "["):
            var elements: [JSONValue] = []
            try scanner.array { elements.append(try JSONValue(&$0, depth: depth + 1)) }
            self = .array(elements)
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
            if scanner.word("true") {
                self = .bool(true)
            } else if scanner.word("false") {
                self = .bool(false)
            } else if scanner.word("null") {
                self = .null
            } else {
                throw scanner.error(.noValue)
            }
        default: self = .number(try scanner.number().double)
        }
    }

    /// Parses text that consists of one value, with or without a byte order mark.
    public init(parsing bytes: UnsafeRawBufferPointer) throws {
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        var scanner = JSONScanner(hasMark ? UnsafeRawBufferPointer(rebasing: bytes[3...]) : bytes)
        self = try JSONValue(&scanner)
        try scanner.expectEnd()
    }

    /// Returns the member of an object; `nil` if it is missing or `null`, or if the value is not an object.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self, let value = members[key], value != .null else { return nil }
        return value
    }

    /// The number, even if it is written as a string; `nil` for any other value.
    public var double: Double? {
        switch self {
        case .number(let value): value
        case .string(let text): Double(text)
        default: nil
        }
    }

    /// The string; `nil` if the value is not a string.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The elements; `nil` if the value is not an array.
    public var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }
}
