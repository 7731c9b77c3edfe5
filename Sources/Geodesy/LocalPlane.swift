import Glibc

/// A point on a ``LocalPlane``, in metres east and north of its origin.
public struct PlanePoint: Sendable, Hashable {
    /// Metres east of the origin.
    public var east: Double
    /// Metres north of the origin.
    public var north: Double

    /// Creates a point from metres.
    @inlinable public init(east: Double, north: Double) {
        self.east = east
        self.north = north
    }
}

/// A flat east-north projection around one point, good to a few decimetres within ten kilometres.
///
/// Longitude differences wrap, so that a track over the antimeridian stays in one piece.
public struct LocalPlane: Sendable, Hashable {
    /// The point that maps to (0, 0).
    public let origin: Coordinate
    /// Metres in one degree of latitude at the origin.
    public let metresPerDegreeLatitude: Double
    /// Metres in one degree of longitude at the origin.
    public let metresPerDegreeLongitude: Double

    /// Metres in one degree on the sphere that SPEC's baseline simplifier projects on.
    public static let sphericalMetresPerDegree = 111_320.0
    /// The smallest cosine of latitude used, so that a plane at a pole still has an inverse.
    static let smallestCosine = 1e-6

    /// Creates the plane that touches the WGS 84 ellipsoid at `origin`, from its two radii of curvature.
    public init(origin: Coordinate) {
        let latitude = origin.latitude * radiansPerDegree
        self.origin = origin
        let sine = sin(latitude)
        metresPerDegreeLatitude = Ellipsoid.meridianRadius(atSine: sine) * radiansPerDegree
        metresPerDegreeLongitude =
            Ellipsoid.primeVerticalRadius(atSine: sine) * max(cos(latitude), Self.smallestCosine)
            * radiansPerDegree
    }

    /// Creates the plane of the baseline simplifier: 111 320 m a degree, longitude scaled by cos latitude.
    public init(sphericalAt origin: Coordinate) {
        self.origin = origin
        metresPerDegreeLatitude = Self.sphericalMetresPerDegree
        metresPerDegreeLongitude =
            Self.sphericalMetresPerDegree * max(cos(origin.latitude * radiansPerDegree), Self.smallestCosine)
    }

    /// Returns where a coordinate lies on the plane, in metres.
    public func point(_ coordinate: Coordinate) -> PlanePoint {
        PlanePoint(
            east: wrappedDegrees(coordinate.longitude - origin.longitude) * metresPerDegreeLongitude,
            north: (coordinate.latitude - origin.latitude) * metresPerDegreeLatitude)
    }

    /// Returns the coordinate of a point on the plane.
    public func coordinate(_ point: PlanePoint) -> Coordinate {
        Coordinate(
            latitude: min(90, max(-90, origin.latitude + point.north / metresPerDegreeLatitude)),
            longitude: wrappedDegrees(origin.longitude + point.east / metresPerDegreeLongitude))
    }
}

/// Returns an angle in degrees brought into -180 ..< 180; an angle already in -180 ... 180 is returned as it is.
public func wrappedDegrees(_ degrees: Double) -> Double {
    if degrees >= -180 && degrees <= 180 { return degrees }
    let turned = (degrees + 180).truncatingRemainder(dividingBy: 360)
    return (turned < 0 ? turned + 360 : turned) - 180
}
