import JSON

/// The fields of a JSON object, read leniently: a value of the wrong type counts as missing.
struct JSONFields {
    private let values: [String: JSONValue]

    /// Parses the object in a line; `nil` if the line is not a single JSON object.
    init?(line: String) {
        var line = line
        let value = line.withUTF8 { try? JSONValue(parsing: UnsafeRawBufferPointer($0)) }
        guard let value else { return nil }
        self.init(value)
    }

    private init?(_ value: JSONValue) {
        guard case .object(let values) = value else { return nil }
        self.values = values
    }

    /// Returns a finite number; a Boolean does not count.
    func number(_ name: String) -> Double? {
        guard case .number(let number) = values[name], number.isFinite else { return nil }
        return number
    }

    /// Returns a number that fits into an integer, without its fraction.
    func integer(_ name: String) -> Int? {
        number(name).flatMap { Int(exactly: $0.rounded(.towardZero)) }
    }

    /// Returns a string; `nil` if the value has another type.
    func text(_ name: String) -> String? { values[name]?.string }

    /// Returns whether a field is `true` or a nonzero number.
    func isTrue(_ name: String) -> Bool {
        switch values[name] {
        case .bool(let isTrue): isTrue
        case .number(let number): number != 0
        default: false
        }
    }

    /// Returns the objects of a list; entries that are not objects are skipped.
    func objects(_ name: String) -> [JSONFields] { values[name]?.array?.compactMap(JSONFields.init) ?? [] }

    /// Returns whether a field is present, with any value.
    func has(_ name: String) -> Bool { values[name] != nil }
}
