import FusionCore
public import Geometry
import Glibc
import SensorModel

/// A line on the ground. Each time that a track crosses it, a lap begins.
public struct LapGate: Sendable, Hashable {
    /// One end.
    public var start: Coordinate
    /// The other end.
    public var end: Coordinate

    /// Creates a gate between two places.
    public init(from start: Coordinate, to end: Coordinate) { (self.start, self.end) = (start, end) }

    /// Creates a gate of a width in metres across a course in radians, with its middle at a place.
    public init(across course: Double, at place: Coordinate, width: Double = 30) {
        let plane = LocalPlane(origin: place)
        let right = PlanePoint(east: cos(course) * width / 2, north: -sin(course) * width / 2)
        (start, end) = (plane.coordinate(PlanePoint(east: -right.east, north: -right.north)), plane.coordinate(right))
    }

    /// Returns the times of crossings in either direction, each interpolated between the two positions around it. O(n).
    func crossings(of track: PositionTrack) -> [Instant] {
        let plane = LocalPlane(origin: start)
        let gate = plane.point(end)
        let square = gate.east * gate.east + gate.north * gate.north
        guard square > 0 else { return [] }
        var crossings: [Instant] = []
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
            crossings.append(from + share * (to - from))
        }
        return crossings
    }
}

/// The stretches in which a track was not measured.
struct TrackOutages {
    private let outages: [ClosedRange<Instant>]

    /// The longest interval between two positions that counts as measured, in usual intervals.
    private static let usualIntervals = 3.0

    /// Collects the outages of a track. O(n log n).
    init(_ track: PositionTrack) {
        let times = track.lazy.filter { !$0.isEstimated }.map(\.time)
        let steps = zip(times, times.dropFirst()).map { $0...$1 }
        let longest = Self.usualIntervals * quantiles([0.5], of: steps.map { $0.upperBound - $0.lowerBound })[0]
        outages = steps.filter { $0.upperBound - $0.lowerBound > longest }
    }

    /// Returns whether any is in a stretch, or around an instant. O(log n).
    func isAny(in stretch: ClosedRange<Instant>) -> Bool {
        let next = outages.partitionPoint { $0.upperBound <= stretch.lowerBound }
        return next < outages.count && outages[next].lowerBound < stretch.upperBound
    }
}

extension PlanePoint {
    /// Twice the area of the triangle of the origin, this point and another one; negative on one side.
    fileprivate func crossed(with other: PlanePoint) -> Double { east * other.north - north * other.east }
}
