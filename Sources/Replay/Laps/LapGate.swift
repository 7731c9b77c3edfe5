import FusionCore
public import Geometry
public import SensorModel

/// A line on the ground. Each time that a track crosses it, a lap begins.
public struct LapGate: Sendable, Hashable {
    /// One end.
    public var start: Coordinate
    /// The other end.
    public var end: Coordinate

    /// Creates a gate between two places.
    public init(from start: Coordinate, to end: Coordinate) { (self.start, self.end) = (start, end) }

    /// A crossing of the gate.
    struct Crossing {
        /// The time, interpolated between the two positions around it.
        var time: Instant
        /// True if these bridge an outage.
        var isEstimated: Bool
    }

    /// Returns the crossings in order of time, in either direction. O(n).
    func crossings(of track: PositionTrack) -> [Crossing] {
        let longest = track.longestStep
        let plane = LocalPlane(origin: start)
        let gate = plane.point(end)
        let square = gate.east * gate.east + gate.north * gate.north
        guard square > 0 else { return [] }
        var crossings: [Crossing] = []
        var last: PlanePoint?
        for index in track.indices {
            let point = plane.point(track.coordinate(of: index))
            defer { last = point }
            guard let last else { continue }
            let (before, after) = (gate.crossed(with: last), gate.crossed(with: point))
            guard (before < 0) != (after < 0) else { continue }
            let share = before / (before - after)
            let east = last.east + share * (point.east - last.east)
            let north = last.north + share * (point.north - last.north)
            guard 0...square ~= east * gate.east + north * gate.north else { continue }
            let (from, to) = (track.time(of: index - 1), track.time(of: index))
            crossings.append(
                Crossing(
                    time: from + share * (to - from),
                    isEstimated: track.isEstimated(before: index, longestStep: longest)))
        }
        return crossings
    }
}

extension PositionTrack {
    /// The longest time in seconds between two positions that counts as measured: three times the usual one. O(n log n).
    var longestStep: Double {
        let steps = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
        return steps.isEmpty ? .infinity : 3 * steps[steps.count / 2]
    }

    /// Returns whether the track between a position and the one before is only estimated.
    func isEstimated(before index: Int, longestStep: Double) -> Bool {
        guard index > 0, index < count else { return false }
        return isBridged(index - 1) || isBridged(index) || time(of: index) - time(of: index - 1) > longestStep
    }
}

extension PlanePoint {
    /// Twice the area of the triangle of the origin, this point and another one; negative on one side.
    fileprivate func crossed(with other: PlanePoint) -> Double { east * other.north - north * other.east }
}
