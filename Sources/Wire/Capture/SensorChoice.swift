/// A choice for one sensor, or for all sensors of a kind: the rate that is asked of it, or that it stays off.
public struct SensorChoice: Sendable, Hashable {
    /// The sensor's name or label, or the name of a stream, such as `acceleration`.
    public var name: String
    /// Samples per second; `nil` if the sensor stays off.
    public var rate: Double?

    /// The rates that can be asked for, in hertz.
    public static let rates = 0.1...1_000

    /// Creates a choice.
    public init(name: String, rate: Double?) {
        self.name = name
        self.rate = rate
    }

    /// Reads a choice: `NAME=RATE` or `NAME=off`.
    /// - Throws: ``SensorChoiceError``.
    public init(parsing text: String) throws(SensorChoiceError) {
        guard let equals = text.lastIndex(of: "=") else { throw SensorChoiceError(text: text) }
        let (name, value) = (String(text[..<equals]), text[text.index(after: equals)...])
        guard !name.isEmpty, name.utf8.count <= CaptureBounds().textBytes else { throw SensorChoiceError(text: text) }
        if value == "off" {
            self.init(name: name, rate: nil)
            return
        }
        guard let rate = Double(value), Self.rates.contains(rate) else { throw SensorChoiceError(text: text) }
        self.init(name: name, rate: rate)
    }

    /// The choice as a text that reads back as the same.
    public var text: String { "\(name)=\(rate.map { "\($0)" } ?? "off")" }
}

/// A text that is not a choice for a sensor.
public struct SensorChoiceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text.
    public let text: String

    /// A sentence that says what is wrong and what to do.
    public var description: String {
        "“\(text.bounded(80))” is not a choice for a sensor; use NAME=RATE with 0.1 to 1000 Hz, or NAME=off."
    }
}
