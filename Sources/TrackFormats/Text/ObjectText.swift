import SensorModel

/// Writes the members of one JSON object.
struct ObjectText {
    private(set) var text: TextBuffer
    private var isFirst = true

    /// Moves a text out of its variable, and appends an opening brace.
    @inline(__always)
    init(taking text: inout TextBuffer) {
        self.text = take(&text)
        self.text.append(byte: UInt8(ascii: "{"))
    }

    /// Ends the object and moves the text out.
    @inline(__always)
    mutating func end() -> TextBuffer {
        text.append(byte: UInt8(ascii: "}"))
        return take(&text)
    }

    @inline(__always)
    mutating func key(_ key: StaticString) {
        text.append(isFirst ? "\"" : ",\"")
        isFirst = false
        text.append(key)
        text.append("\":")
    }

    @inline(__always)
    mutating func add(_ name: StaticString, _ value: Double) {
        key(name)
        text.append(value)
    }

    /// Adds a number, or nothing if it is missing or not finite; never zero in its place.
    @inline(__always)
    mutating func add(_ name: StaticString, _ value: Double?) {
        if let value, value.isFinite { add(name, value) as Void }
    }

    /// Adds numbers as an array.
    mutating func add(_ name: StaticString, _ values: [Double]) {
        add(
            name,
            value: { text in
                text.append("[")
                for (index, value) in values.enumerated() {
                    if index > 0 { text.append(",") }
                    text.append(value)
                }
                text.append("]")
            })
    }

    mutating func add(_ name: StaticString, _ value: Int) {
        key(name)
        text.append(value)
    }

    mutating func add(_ name: StaticString, _ value: Bool) {
        key(name)
        text.append(value ? "true" : "false")
    }

    mutating func add(_ name: StaticString, _ value: String) {
        key(name)
        text.append(json: value)
    }

    /// Adds a string that needs no escaping.
    mutating func add(word name: StaticString, _ value: StaticString) {
        key(name)
        text.append("\"")
        text.append(value)
        text.append("\"")
    }

    @inline(__always)
    mutating func add(_ name: StaticString, _ value: Instant) {
        key(name)
        text.append(seconds: value)
    }

    /// Adds an instant in ISO 8601.
    mutating func add(_ name: StaticString, iso value: Instant) {
        key(name)
        text.append("\"")
        text.append(iso: value)
        text.append("\"")
    }

    /// Appends a value that is already JSON text.
    mutating func append(_ value: TextBuffer) { text.append(value) }

    /// Adds the value that `body` writes.
    mutating func add(_ name: StaticString, value body: (inout TextBuffer) -> Void) {
        key(name)
        body(&text)
    }
}
