public import FusionCore
public import Geometry
import SensorModel

/// A place of a track that is matched to roads.
public struct TrackPlace: Sendable, Hashable {
    /// The means of travel, as far as it matters for choosing roads.
    public enum Travel: Sendable, Hashable {
        /// Unknown, or a bicycle, which can be anywhere.
        case unknown
        /// Walking or running, for which one-way roads have no direction.
        case onFoot
        /// A motor vehicle, which is rarely on a path.
        case driving
    }

    /// The position.
    public var coordinate: Coordinate
    /// The covariance of east and north in m^2, as east-east, east-north, and north-north.
    public var covariance: SIMD3<Double>
    /// True if the route from the previous place is unknown, and therefore not matched.
    public var isStart: Bool
    /// True if the position is interpolated. It follows the route of the others, and does not influence it.
    public var isEstimated: Bool
    /// The means of travel.
    public var travel: Travel

    /// Creates a place of a track.
    public init(
        coordinate: Coordinate, covariance: SIMD3<Double>, isStart: Bool = false, isEstimated: Bool = false,
        travel: Travel = .unknown
    ) {
        (self.coordinate, self.covariance) = (coordinate, covariance)
        (self.isStart, self.isEstimated, self.travel) = (isStart, isEstimated, travel)
    }

    /// The minimum time without a position, in seconds, after which the route is unknown. Shorter outages are bridged,
    /// and have positions.
    private static let silence = 120.0

    /// Returns the places of a track, one for each position. O(n).
    /// - Parameters:
    ///   - track: The track.
    ///   - activities: The activities, in order of time.
    public static func places(of track: PositionTrack, activities: [ActivityEstimate] = []) -> [TrackPlace] {
        var last: PositionEstimate?
        var travel = Travel.unknown
        var next = 0
        return track.map { position in
            defer { last = position }
            while next < activities.count, activities[next].time <= position.time {
                travel = Self.travel(activities[next].activity, after: travel)
                next += 1
            }
            let variance = position.accuracy * position.accuracy
            return TrackPlace(
                coordinate: position.coordinate,
                covariance: position.covariance ?? SIMD3(variance, 0, variance),
                isStart: last.map { position.time - $0.time > silence } ?? true, isEstimated: position.isEstimated,
                travel: travel)
        }
    }

    /// After a rest, the user continues by the same means.
    private static func travel(_ activity: Activity, after last: Travel) -> Travel {
        switch activity {
        case .automotive: .driving
        case .walking, .running: .onFoot
        case .cycling, .unknown: .unknown
        case .stationary: last
        }
    }

    /// The standard deviation along one axis, as the mean of both, in metres, within sensible limits.
    var deviation: Double {
        let variance = (covariance.x + covariance.z) / 2
        return variance.isFinite && variance > 0 ? min(200, variance.squareRoot()) : 0
    }

    /// Returns half the squared distance to a point, in standard deviations: the cost of that point being the true one.
    /// - Parameters:
    ///   - offset: The metres from the place to the point, east and north.
    ///   - map: The standard deviation of the map, in metres.
    func cost(ofOffset offset: SIMD2<Double>, map: Double) -> Double {
        let own = [covariance.x, covariance.y, covariance.z].allSatisfy(\.isFinite) ? covariance : SIMD3(0, 0, 0)
        let (a, b, c) = (max(0, own.x) + map * map, own.y, max(0, own.z) + map * map)
        let determinant = a * c - b * b
        // Not a covariance: only its diagonal is used.
        guard determinant > 0 else { return (offset.x * offset.x / a + offset.y * offset.y / c) / 2 }
        return (offset.x * offset.x * c - 2 * offset.x * offset.y * b + offset.y * offset.y * a) / determinant / 2
    }
}
