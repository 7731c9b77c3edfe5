import FusionCore
public import Geometry
import SensorModel

/// The errors of each track of a run against a reference: of the fixes themselves, and of what the core computed from them.
public struct TrackErrors: Sendable, Hashable {
    /// A track of a run.
    public enum Track: String, Sendable, Hashable, CaseIterable {
        /// The fixes as the primary receiver reported them.
        case raw
        /// The live estimates.
        case filtered
        /// The track after the backward pass.
        case smoothed
        /// The line through the points that its shape needs, at the times of the smoothed track.
        case simplified
    }

    /// The errors of one track.
    public struct Row: Sendable, Hashable {
        /// The track.
        public let track: Track
        /// The number of compared points.
        public let points: Int
        /// The root mean square of the distances from the reference, in metres.
        public let rootMeanSquare: Double
        /// The distances in metres that half and 95 % of the points do not exceed.
        public let median, percentile95: Double
        /// The mean errors along and across the reference's course, in metres; `nil` for a reference without times.
        public let alongBias, acrossBias: Double?
        /// The length of the line through the compared points, in metres.
        public let length: Double
    }

    /// The rows, in the order of ``Track``; without tracks that have too few points.
    public let rows: [Row]

    /// Compares with a timed reference, whose clock has the lag that fits the smoothed track. O(n log n).
    /// - Parameters:
    ///   - run: The run.
    ///   - line: The reference.
    public init(_ run: SessionRun, with line: ReferenceLine) throws(ReferenceError) {
        let lag = try ReferenceComparison(run, with: line).lag
        rows = Track.allCases.compactMap { track in
            let points = Self.points(of: track, run)
            guard let comparison = try? ReferenceComparison(points, with: line, lag: lag) else { return nil }
            let times = Set(comparison.errors.map(\.time))
            return Row(
                track: track, points: comparison.errors.count, rootMeanSquare: comparison.rootMeanSquare,
                median: comparison.median, percentile95: comparison.percentile95, alongBias: comparison.alongBias,
                acrossBias: comparison.acrossBias, length: Self.length(points.filter { times.contains($0.time) }))
        }
    }

    /// Compares with lines without times, by the distance to the nearest of them. O(n x corners).
    /// - Parameters:
    ///   - run: The run.
    ///   - lines: The corners of each line.
    public init(_ run: SessionRun, along lines: [[Coordinate]]) throws(ReferenceError) {
        guard let reference = ReferenceTrack(lines) else { throw .noLine }
        rows = Track.allCases.compactMap { track in
            let points = Self.points(of: track, run)
            let distances = points.map { reference.distance(to: $0.coordinate) }
            guard !distances.isEmpty else { return nil }
            let (middle, far) = ReferenceComparison.quantiles(of: distances)
            return Row(
                track: track, points: points.count, rootMeanSquare: ReferenceComparison.rootMeanSquare(of: distances),
                median: middle, percentile95: far, alongBias: nil, acrossBias: nil, length: Self.length(points))
        }
        guard !rows.isEmpty else { throw .noTrack }
    }

    private static func length(_ points: [ReferenceComparison.TimedPlace]) -> Double {
        zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.coordinate.distance(to: $1.1.coordinate) }
    }

    static func points(of track: Track, _ run: SessionRun) -> [ReferenceComparison.TimedPlace] {
        func places(_ track: PositionTrack) -> [ReferenceComparison.TimedPlace] {
            track.indices.map { .init(time: track.time(of: $0), coordinate: track.coordinate(of: $0)) }
        }
        switch track {
        case .raw:
            return run.core.fixes.lazy.filter { !$0.isSecondary }
                .map { .init(time: $0.time, coordinate: $0.coordinate) }
        case .filtered: return places(run.positions)
        case .smoothed: return places(run.smoothed)
        case .simplified:
            let corners = run.simplified.map(\.estimate)
            return run.smoothed.times.compactMap { time in
                let after = corners.partitionPoint { $0.time <= time }
                guard after > 0 else { return nil }
                let from = corners[after - 1]
                guard after < corners.count else { return .init(time: time, coordinate: from.coordinate) }
                let (to, plane) = (corners[after], LocalPlane(origin: from.coordinate))
                let share = (time - from.time) / max(to.time - from.time, 1e-9)
                let end = plane.point(to.coordinate)
                let place = PlanePoint(east: share * end.east, north: share * end.north)
                return .init(time: time, coordinate: plane.coordinate(place))
            }
        }
    }
}
