/// A choice for one sensor, or for all sensors of a kind: its rate, or that it is switched off.
public struct SensorChoice: Sendable, Hashable {
    /// The sensor's name or label, or the name of a stream, such as `acceleration`.
    public var name: String
    /// The rate in samples per second; `nil` if the sensor is switched off.
    public var rate: Double?

    /// The rates that can be requested, in hertz.
    public static let rates = 0.1...1_000

    /// Creates a choice for a sensor.
    public init(name: String, rate: Double?) {
        self.name = name
        self.rate = rate
    }

    /// Parses a choice: `NAME=RATE` or `NAME=off`.
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

    /// The choice as text that can be parsed again.
    public var text: String { "\(name)=\(rate.map { "\($0)" } ?? "off")" }
}

/// The error of a text that is not a choice for a sensor.
public struct SensorChoiceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The rejected text.
    public let text: String

    /// A sentence that says what is wrong and what to do.
    public var description: String {
        "“\(text.bounded(80))” is not a choice for a sensor; use NAME=RATE with 0.1 to 1000 Hz, or NAME=off."
    }
}
