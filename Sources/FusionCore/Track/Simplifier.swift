public import Geometry
import Glibc
public import SensorModel

/// Drops the points that a line does not need: the Ramer-Douglas-Peucker algorithm with the distance to the segment.
///
/// Sources: D. Douglas and T. Peucker, "Algorithms for the reduction of the number of points required to represent a
/// digitized line or its caricature", Cartographica 10 (1973); for the time-aware distance N. Meratnia and R. de By,
/// "Spatiotemporal compression techniques for moving point objects", EDBT 2004. Guide: docs/estimators/simplifier.md.
public struct Simplifier: Sendable, Hashable {
    /// The reference for the distance of a dropped point.
    public enum Measure: String, Sendable, Hashable, CaseIterable {
        /// The nearest point of the segment, which preserves the shape.
        case segment
        /// The position on the segment at the point's time, which also preserves the speed.
        case synchronized
    }

    /// The limits for dropping points.
    public struct Parameters: Sendable, Hashable {
        /// The maximum distance of a dropped point from the line, in metres.
        public var tolerance = 3.0
        /// The reference for that distance.
        public var measure = Measure.segment
        /// The maximum time between two kept points, in seconds; 0 for no limit.
        public var maximumTimeStep = 0.0

        /// Creates parameters with default values.
        public init() {}

        static let table: [ParameterEntry<Self>] = [
            .number(
                "tolerance", \.tolerance, tier: .essential, title: "Tolerance", unit: "m", range: 0...1000,
                meaning:
                    "The largest distance between a dropped point and the simplified line. Lower values keep more points; higher values cut bends.",
                source: "a consumer receiver's error under an open sky"),
            .choice(
                "measure", \.measure, tier: .tunable, title: "Distance",
                meaning:
                    "segment keeps the shape; synchronized also keeps the time at each place, and with it the speed.",
                source: "segment distance: Douglas and Peucker (1973); at the moment: Meratnia and de By (2004)"),
            .number(
                "maximumTimeStep", \.maximumTimeStep, tier: .tunable, title: "Maximum time step", unit: "s",
                range: 0...86400,
                meaning:
                    "The longest time between two kept points; 0 sets no limit. Lower values keep more points on straights.",
                source: "off: the shape alone decides"),
        ]
    }

    /// The limits for dropping points.
    public var parameters: Parameters

    /// Creates a simplifier.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// Returns the indices to keep in ascending order, always including the ends and the corners.
    /// - Parameters:
    ///   - points: The places on a plane.
    ///   - times: The times of the places; may be empty if neither the measure nor the time step needs them.
    ///   - corners: The indices that have to be kept, in ascending order.
    ///   - together: Simplifies the halves of a long line.
    func keptIndices(
        of points: [PlanePoint], times: [Instant], corners: [Int], together: Together
    ) -> [Int] {
        let hasTimes = times.count == points.count
        let seconds = hasTimes && points.count > 0 ? times.map { $0 - times[0] } : []
        var simplification = LineSimplification(points: points, tolerance: parameters.tolerance)
        if parameters.measure == .synchronized, hasTimes { simplification.times = seconds }
        var kept = simplification.keptIndices(corners: corners, together: together)
        if parameters.maximumTimeStep > 0, hasTimes {
            kept = Self.filled(kept, seconds: seconds, maximum: parameters.maximumTimeStep)
        }
        return kept
    }

    /// Returns the indices to keep in ascending order, always including the ends and the corners.
    /// - Parameters:
    ///   - track: The coordinates.
    ///   - times: The times of the coordinates; may be empty if neither the measure nor the time step needs them.
    ///   - corners: The indices that have to be kept, in ascending order.
    public func keptIndices(of track: [Coordinate], times: [Instant], corners: [Int]) -> [Int] {
        keptIndices(of: TrackProjection.points(of: track), times: times, corners: corners, together: oneByOne)
    }

    /// Returns the indices of the points to keep. O(n log n) on real tracks, O(n^2) in the worst case; no recursion.
    public static func keptIndices(of points: [PlanePoint], tolerance: Double) -> [Int] {
        LineSimplification(points: points, tolerance: tolerance).keptIndices(corners: [], together: oneByOne)
    }

    /// Restores points between kept ones that are too far apart in time.
    private static func filled(_ kept: [Int], seconds: [Double], maximum: Double) -> [Int] {
        guard var last = kept.first else { return kept }
        var result = [last]
        for next in kept.dropFirst() {
            for index in (last + 1)..<next where seconds[index + 1] - seconds[result[result.count - 1]] > maximum {
                result.append(index)
            }
            result.append(next)
            last = next
        }
        return result
    }
}

/// Projects a track onto the plane of the baseline simplifier.
enum TrackProjection {
    /// The maximum absolute latitude, in degrees, for a plane of degrees.
    private static let polarLatitude = 85.0

    static func points(of track: [Coordinate]) -> [PlanePoint] {
        guard let first = track.first else { return [] }
        if track.contains(where: { abs($0.latitude) > polarLatitude }) { return polarPoints(of: track) }
        let plane = LocalPlane(sphericalAt: first)
        var unrolled = first.longitude
        var last = first.longitude
        return track.map { coordinate in
            unrolled += wrappedDegrees(coordinate.longitude - last)
            last = coordinate.longitude
            return PlanePoint(
                east: (unrolled - first.longitude) * plane.metresPerDegreeLongitude,
                north: (coordinate.latitude - first.latitude) * plane.metresPerDegreeLatitude)
        }
    }

    /// Projects azimuthally and equidistantly about the pole, where a degree of longitude has no length.
    private static func polarPoints(of track: [Coordinate]) -> [PlanePoint] {
        let sign = track.contains { $0.latitude > polarLatitude } ? 1.0 : -1.0
        return track.map { coordinate in
            let radius = (90 - sign * coordinate.latitude) * LocalPlane.sphericalMetresPerDegree
            let angle = coordinate.longitude * radiansPerDegree
            return PlanePoint(east: radius * sin(angle), north: -sign * radius * cos(angle))
        }
    }
}
