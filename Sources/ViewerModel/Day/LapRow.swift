import FusionCore
public import SensorModel

/// The description of a lap that the device states, in the unit of the preferences.
public struct LapRow: Sendable, Hashable {
    /// The start.
    public let start: Instant
    /// The device's name for the lap, or its number: `3`.
    public let name: String
    /// The time in which the device's timer ran: `5:12`.
    public let time: String
    /// The distance; ``missingText`` if none is stated.
    public let distance: String
    /// The mean pace with its unit: `5:12 min/km`; ``missingText`` without a distance.
    public let pace: String

    /// Describes the laps of a session, in order; none if there is only one, which says no more than the totals.
    /// - Parameters:
    ///   - spans: The pauses and laps that the device states.
    ///   - unit: The unit of speeds, and of the distances that go with it.
    public static func rows(of spans: [SensorEvent], unit: SpeedUnit) -> [LapRow] {
        let laps = spans.spans(.lap)
        guard laps.count > 1 else { return [] }
        return laps.enumerated().map { LapRow($1.span, from: $1.start, number: $0 + 1, unit: unit) }
    }

    private init(_ lap: DeviceSpan, from start: Instant, number: Int, unit: SpeedUnit) {
        self.start = start
        name = (lap.name ?? countText(number)).visible
        let seconds = lap.timerTime ?? lap.duration
        time = stopwatchText(seconds)
        distance = lap.distance.map { unit.distanceUnit.text(of: $0) } ?? missingText
        let speed = lap.distance.flatMap { $0 > 0 && seconds > 0 ? $0 / seconds : nil }
        pace = speed.map(unit.paceUnit.text(of:)) ?? missingText
    }
}
