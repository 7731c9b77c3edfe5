import SensorModel

/// A number of a summary with the name that every output gives it: NDJSON, `info`, the tables of the C library, and Python.
public struct SummaryFigure: Sendable {
    /// The name in every output, such as `movingTime`.
    public let name: StaticString
    /// The unit; empty for a number without one.
    public let unit: String
    /// True for a whole number.
    public let isCount: Bool
    /// Returns the value; `nil` if there is none.
    public let value: @Sendable (Summary) -> Double?

    private init(_ name: StaticString, _ unit: String, _ value: @escaping @Sendable (Summary) -> Double?) {
        (self.name, self.unit, self.value, isCount) = (name, unit, value, false)
    }

    private init(count name: StaticString, _ value: @escaping @Sendable (Summary) -> Int) {
        (self.name, unit, isCount) = (name, "", true)
        self.value = { Double(value($0)) }
    }

    /// All figures.
    public static let all = [
        Self("distance", "m", \.distance), Self("estimatedDistance", "m", \.estimatedDistance),
        Self("duration", "s", \.duration), Self("movingTime", "s", \.movingTime),
        Self("movingSpeed", "m/s", \.movingSpeed), Self("timerTime", "s", \.timerTime),
        Self("pausedTime", "s", \.pausedTime), Self("maximumSpeed", "m/s", \.maximumSpeed),
        Self(count: "steps", \.steps), Self(count: "floorsUp", \.floorsUp), Self(count: "floorsDown", \.floorsDown),
        Self(count: "fixes", \.fixes), Self(count: "accepted", \.acceptedFixes),
        Self(count: "simplifiedPoints", \.simplifiedPoints),
        Self("normalizedInnovationSquared", "", \.normalizedInnovationSquared),
    ]
}

extension Summary {
    /// The distance, in metres, measured and estimated.
    public var length: Double { distance + estimatedDistance }
    /// The mean speed in motion, in m/s; `nil` if nothing moved.
    public var movingSpeed: Double? { movingTime > 0 && length > 0 ? length / movingTime : nil }
    /// The time in which the device states that its timer ran, in seconds; `nil` if it states none.
    public var timerTime: Double? {
        let times = spans.spans(.lap).compactMap(\.span.timerTime)
        return times.isEmpty ? nil : times.reduce(0, +)
    }
    /// The time in which the device states that it was paused, in seconds; `nil` if it states no pause.
    public var pausedTime: Double? {
        let pauses = spans.spans(.pause)
        return pauses.isEmpty ? nil : pauses.reduce(0) { $0 + $1.span.duration }
    }
    /// The number of accepted fix attempts.
    public var acceptedFixes: Int { max(0, fixes - rejectedCount) }
}
