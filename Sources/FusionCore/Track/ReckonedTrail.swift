import NavigationMath
public import SensorModel

/// The way that was carried on between two fixes, for the bridge that knows the exit.
public struct ReckonedTrail: Sendable, Hashable {
    /// A place on the way.
    public struct Point: Sendable, Hashable {
        /// When.
        public var time: Instant
        /// Metres east and north of the last fix' position.
        public var offset: SIMD2<Double>
    }

    /// The fix after which it starts.
    public private(set) var start: Instant?
    /// The places, in order of time.
    public private(set) var points: [Point] = []

    /// Seconds between two points.
    private static let interval = 0.5
    /// Until when no point is due: nearly every question is answered by that alone.
    private var restsUntil = Instant(nanoseconds: .max)

    /// Creates an empty one.
    public init() {}

    /// Starts again after another fix.
    mutating func restart(at start: Instant?) {
        self.start = start
        restsUntil = start.map { $0 + Self.interval } ?? Instant(nanoseconds: .max)
        points.removeAll(keepingCapacity: true)
    }

    /// Puts it so many seconds later.
    mutating func shift(by seconds: Double) {
        start = start.map { $0 + seconds }
        for index in points.indices { points[index].time = points[index].time + seconds }
    }

    /// Returns whether the next point is due.
    @inline(__always)
    func isDue(at time: Instant) -> Bool { time >= restsUntil && mayBeDue(at: time) }

    private func mayBeDue(at time: Instant) -> Bool {
        guard let start, time - start > Self.interval else { return false }
        return points.last.map { time - $0.time >= Self.interval } ?? true
    }

    /// Adds where the reckoner is, metres east and north of the fix; only while it knows turns.
    mutating func append(_ offset: SIMD2<Double>, at time: Instant) {
        points.append(Point(time: time, offset: offset))
        restsUntil = time + Self.interval
    }

    /// The m/s of a ride: slower, steps or their lack told the speed.
    private static let rideSpeed = 3.0

    /// Returns the trail of a ride with its speed led over from that at the start to that at the exit: a held speed knows
    /// only the one, the turns hold for both.
    func scaled(from entry: SIMD2<Double>, to exit: SIMD2<Double>, until end: Instant) -> ReckonedTrail {
        let speed = entry.length
        guard let start, speed >= Self.rideSpeed, end - start > 0 else { return self }
        let change = exit.length / speed - 1
        var result = self
        var before = SIMD2<Double>(0, 0)
        var place = SIMD2<Double>(0, 0)
        for index in points.indices {
            let share = (points[index].time - start) / (end - start)
            place += (points[index].offset - before) * (1 + change * share)
            before = points[index].offset
            result.points[index].offset = place
        }
        return result
    }

    /// Returns the offset at a moment, between its points linearly; nil if the trail does not reach.
    func offset(at time: Instant) -> SIMD2<Double>? {
        guard let start, let last = points.last else { return nil }
        if time >= last.time { return last.offset }
        var before = Point(time: start, offset: SIMD2(0, 0))
        for point in points {
            if point.time >= time {
                let whole = point.time - before.time
                let share = whole > 0 ? (time - before.time) / whole : 0
                return before.offset + (point.offset - before.offset) * share
            }
            before = point
        }
        return last.offset
    }
}
