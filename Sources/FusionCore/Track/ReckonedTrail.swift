import Geometry
public import SensorModel

/// The path of dead reckoning between two fixes, used by a bridge that knows the exit.
public struct ReckonedTrail: Sendable, Hashable {
    /// A point of the path.
    public struct Point: Sendable, Hashable {
        /// The time at which dead reckoning was there.
        public var time: Instant
        /// The offset from the last fix's position, in metres east and north.
        public var offset: SIMD2<Double>
    }

    /// The time of the fix at which the trail starts; `nil` before the first.
    public private(set) var start: Instant?
    /// The points, in order of time.
    public private(set) var points: [Point] = []

    /// The time between two points, in seconds.
    static let interval = 0.5
    /// The time before which no point is due. This comparison alone decides almost every call.
    private var restsUntil = Instant(nanoseconds: .max)

    /// Creates an empty trail.
    public init() {}

    /// Restarts the trail at another fix.
    mutating func restart(at start: Instant?) {
        self.start = start
        restsUntil = start.map { $0 + Self.interval } ?? Instant(nanoseconds: .max)
        points.removeAll(keepingCapacity: true)
    }

    /// Shifts all times by a number of seconds.
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

    /// Adds the current offset from the fix, in metres east and north. Call it only while turns are measured.
    mutating func append(_ offset: SIMD2<Double>, at time: Instant) {
        points.append(Point(time: time, offset: offset))
        restsUntil = time + Self.interval
    }

    /// The minimum speed of a ride, in m/s. At lower speeds, steps or their absence determined the speed.
    private static let rideSpeed = 3.0

    /// Returns the trail of a ride with its speed scaled gradually from that at the start to that at the exit. Dead
    /// reckoning knew only the former; its turns are valid for both.
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

    /// Returns the offset at an instant, interpolated linearly; `nil` without points. After the last point, the offset
    /// stays.
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
