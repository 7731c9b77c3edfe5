public import Geodesy
import Glibc
public import SensorModel

/// Drops the points that a line does not need: Ramer-Douglas-Peucker with the distance to the segment.
///
/// Sources: D. Douglas and T. Peucker, "Algorithms for the reduction of the number of points required to represent a
/// digitized line or its caricature", Cartographica 10 (1973); for the time-aware distance N. Meratnia and R. de By,
/// "Spatiotemporal compression techniques for moving point objects", EDBT 2004. Guide: docs/estimators/simplifier.md.
public struct Simplifier: Sendable, Hashable {
    /// What a dropped point's distance is measured to.
    public enum Measure: String, Sendable, Hashable, CaseIterable {
        /// The nearest point of the segment: the shape is kept.
        case segment
        /// Where one would be on the segment at the point's time: the speed is kept too.
        case synchronized
    }

    /// How much may be dropped.
    public struct Parameters: Sendable, Hashable {
        /// Metres that a dropped point may lie off the line.
        public var tolerance = 3.0
        /// What its distance is measured to.
        public var measure = Measure.segment
        /// Seconds between two kept points; 0 for no limit.
        public var maximumTimeStep = 0.0

        /// Creates parameters with default values.
        public init() {}

        static let table: [ParameterEntry<Self>] = [
            .number(
                "tolerance", \.tolerance, tier: .essential, title: "Tolerance", unit: "m", range: 0...1000,
                meaning:
                    "How far a dropped point may lie off the line. Small: hardly simplifies. Large: bends are cut.",
                source: "a consumer receiver's error under an open sky"),
            .choice(
                "measure", \.measure, tier: .tunable, title: "Distance",
                meaning: "segment keeps the shape; synchronized keeps where one was when, and with it the speed.",
                source: "segment distance: Douglas and Peucker (1973); at the moment: Meratnia and de By (2004)"),
            .number(
                "maximumTimeStep", \.maximumTimeStep, tier: .tunable, title: "Maximum time step", unit: "s",
                range: 0...86400,
                meaning: "No two kept points lie further apart in time; 0 sets no limit. Small: keeps more points "
                    + "on straights. Large: none.", source: "off: the shape alone decides"),
        ]
    }

    /// How much may be dropped.
    public var parameters: Parameters

    /// Creates a simplifier.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// Returns the indices of the coordinates to keep, ascending, the ends always among them.
    ///
    /// A plane is laid at the track's first point and longitudes are unrolled along the track, so that neither the
    /// antimeridian nor a pole tears it.
    public func keptIndices(of track: [Coordinate]) -> [Int] {
        keptIndices(of: track, times: [], corners: [])
    }

    /// Returns the indices to keep, ascending, the ends and the corners always among them.
    /// - Parameters:
    ///   - track: The coordinates.
    ///   - times: Their times; may be empty where neither the measure nor the time step needs them.
    ///   - corners: Indices that must stay, ascending.
    public func keptIndices(of track: [Coordinate], times: [Instant], corners: [Int]) -> [Int] {
        let points = TrackProjection.points(of: track)
        let hasTimes = times.count == track.count
        let seconds = hasTimes && track.count > 0 ? times.map { $0 - times[0] } : []
        var simplification = LineSimplification(points: points, tolerance: parameters.tolerance)
        if parameters.measure == .synchronized, hasTimes { simplification.times = seconds }
        var kept = simplification.keptIndices(corners: corners)
        if parameters.maximumTimeStep > 0, hasTimes {
            kept = Self.filled(kept, seconds: seconds, maximum: parameters.maximumTimeStep)
        }
        return kept
    }

    /// Returns the indices of the points to keep. O(n log n) on real tracks, O(n^2) at worst; no recursion.
    public static func keptIndices(of points: [PlanePoint], tolerance: Double) -> [Int] {
        LineSimplification(points: points, tolerance: tolerance).keptIndices(corners: [])
    }

    /// Puts points back in where two kept ones are too far apart in time.
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

/// Lays a track on the baseline's plane.
enum TrackProjection {
    /// Latitude in degrees beyond which a plane of degrees no longer serves.
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

    /// Azimuthal equidistant about the pole: there a degree of longitude is no length.
    private static func polarPoints(of track: [Coordinate]) -> [PlanePoint] {
        let sign = track.contains { $0.latitude > polarLatitude } ? 1.0 : -1.0
        return track.map { coordinate in
            let radius = (90 - sign * coordinate.latitude) * LocalPlane.sphericalMetresPerDegree
            let angle = coordinate.longitude * radiansPerDegree
            return PlanePoint(east: radius * sin(angle), north: -sign * radius * cos(angle))
        }
    }
}
