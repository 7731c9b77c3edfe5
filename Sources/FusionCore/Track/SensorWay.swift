import SensorModel

/// The distance since the last fix by speeds that were measured without a position: by a wheel, a foot pod, or a watch.
struct SensorWay: Sendable, Hashable {
    /// Metres so far; 0 without a speed since the last fix.
    private(set) var metres = 0.0
    private var last: Moment?
    private var isMeasured = false

    private struct Moment: Sendable, Hashable {
        var time: Instant
        var speed: Double
    }

    /// The maximum number of seconds between two speeds that indicate the distance between them.
    private static let longestInterval = 10.0

    /// Adds the distance since the speed before, and returns its metres.
    @discardableResult
    mutating func add(speed: Double, at time: Instant) -> Double {
        isMeasured = true
        return extend(to: Moment(time: time, speed: speed))
    }

    /// Starts again at a fix, with its speed in m/s, and returns the metres since the fix before.
    mutating func restart(speed: Double, at time: Instant) -> Double {
        let moment = Moment(time: time, speed: speed)
        if isMeasured { extend(to: moment) }
        defer { self = SensorWay(last: moment) }
        return metres
    }

    /// Creates one that has heard nothing.
    init() {}

    private init(last: Moment) { self.last = last }

    @discardableResult
    private mutating func extend(to moment: Moment) -> Double {
        defer { last = moment }
        guard let last else { return 0 }
        let interval = moment.time - last.time
        guard interval > 0, interval <= Self.longestInterval else { return 0 }
        let way = (last.speed + moment.speed) / 2 * interval
        metres += way
        return way
    }
}
