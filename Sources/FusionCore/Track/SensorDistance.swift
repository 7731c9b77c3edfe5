import SensorModel

/// The distance since the last fix by speeds that were measured without a position: by a wheel, a foot pod, or a watch.
struct SensorDistance: Sendable, Hashable {
    /// The distance so far, in metres; 0 without a speed since the last fix.
    private(set) var metres = 0.0
    private var last: Moment?
    private var isMeasured = false

    private struct Moment: Sendable, Hashable {
        var time: Instant
        var speed: Double
    }

    /// The maximum time between two speeds, in seconds, for which they give the distance between them.
    private static let longestInterval = 10.0

    /// Adds the distance since the previous speed, and returns it in metres.
    @discardableResult
    mutating func add(speed: Double, at time: Instant) -> Double {
        isMeasured = true
        return extend(to: Moment(time: time, speed: speed))
    }

    /// Restarts at a fix with its speed in m/s. Returns the distance since the previous fix, in metres.
    mutating func restart(speed: Double, at time: Instant) -> Double {
        let moment = Moment(time: time, speed: speed)
        if isMeasured { extend(to: moment) }
        defer { self = SensorDistance(last: moment) }
        return metres
    }

    /// Creates an instance without speeds.
    init() {}

    private init(last: Moment) { self.last = last }

    @discardableResult
    private mutating func extend(to moment: Moment) -> Double {
        defer { last = moment }
        guard let last else { return 0 }
        let interval = moment.time - last.time
        guard interval > 0, interval <= Self.longestInterval else { return 0 }
        let travelled = (last.speed + moment.speed) / 2 * interval
        metres += travelled
        return travelled
    }
}
