import SensorModel

/// The units in which a speed is shown.
public enum SpeedUnit: String, Sendable, Hashable, Codable, CaseIterable {
    /// `km/h`, for vehicles on the road.
    case kilometresPerHour
    /// Statute miles per hour.
    case milesPerHour
    /// `m/s`, the unit of the core.
    case metresPerSecond
    /// Nautical miles per hour.
    case knots
    /// Minutes per kilometre: a reciprocal, so there is no pace at a standstill.
    case pace
    /// Minutes per statute mile.
    case milePace

    /// The slowest speed in m/s that has a pace: an hour per kilometre.
    static let slowestPace = 1_000.0 / 3_600

    /// The metres of a pace; `nil` for a speed.
    var paceLength: Double? {
        switch self {
        case .pace: DistanceUnit.metric.large.metres
        case .milePace: DistanceUnit.imperial.large.metres
        case .kilometresPerHour, .milesPerHour, .metresPerSecond, .knots: nil
        }
    }

    /// The text after the number.
    public var symbol: String {
        switch self {
        case .kilometresPerHour: "km/h"
        case .milesPerHour: "mph"
        case .metresPerSecond: "m/s"
        case .knots: "kn"
        case .pace: "min/km"
        case .milePace: "min/mi"
        }
    }

    /// The name in a list of choices.
    public var title: String {
        switch self {
        case .kilometresPerHour: translatable("Kilometres per hour")
        case .milesPerHour: translatable("Miles per hour")
        case .metresPerSecond: translatable("Metres per second")
        case .knots: translatable("Knots")
        case .pace: translatable("Minutes per kilometre")
        case .milePace: translatable("Minutes per mile")
        }
    }

    /// The unit of distance that goes with it.
    public var distanceUnit: DistanceUnit {
        switch self {
        case .kilometresPerHour, .metresPerSecond, .pace: .metric
        case .milesPerHour, .milePace: .imperial
        case .knots: .nautical
        }
    }

    /// The unit of a pace that goes with it.
    public var paceUnit: SpeedUnit { distanceUnit == .imperial ? .milePace : .pace }

    /// The value of 1 m/s in this unit; `nil` for a pace, which is not a multiple.
    public var perMetrePerSecond: Double? {
        switch self {
        case .kilometresPerHour: 3.6
        case .milesPerHour: 3_600 / 1_609.344
        case .metresPerSecond: 1
        case .knots: 3_600 / 1_852
        case .pace, .milePace: nil
        }
    }

    /// The unit of an axis of speeds. A pace has no value at rest, so its axis is in kilometres or miles per hour.
    public var axis: SpeedUnit {
        switch self {
        case .pace: .kilometresPerHour
        case .milePace: .milesPerHour
        default: self
        }
    }

    /// Returns a speed in this unit; `nil` if it is missing, not finite, or too slow for a pace.
    /// - Parameter speed: m/s.
    public func value(of speed: Double) -> Double? {
        guard speed.isFinite else { return nil }
        if let factor = perMetrePerSecond { return speed * factor }
        return paceLength.flatMap { speed >= Self.slowestPace ? $0 / speed / 60 : nil }
    }

    /// Returns the m/s of a number in this unit.
    public func metresPerSecond(of value: Double) -> Double {
        if let factor = perMetrePerSecond { return value / factor }
        return paceLength.map { value > 0 ? $0 / (value * 60) : 0 } ?? 0
    }

    /// Returns the digits of a speed without the unit: `11.4`, a pace `5:16`.
    /// - Parameter speed: m/s.
    public func digits(of speed: Double) -> String {
        guard let value = value(of: speed) else { return missingText }
        guard paceLength != nil else { return decimalText(value, decimals: abs(value) < 99.95 ? 1 : 0) }
        let seconds = Int((value * 60).rounded())
        return "\(seconds / 60):" + paddedText(seconds % 60, digits: 2)
    }

    /// Returns a speed with its unit: `11.4 km/h`.
    /// - Parameter speed: m/s.
    public func text(of speed: Double) -> String {
        let digits = digits(of: speed)
        return digits == missingText ? digits : "\(digits) \(symbol)"
    }
}
