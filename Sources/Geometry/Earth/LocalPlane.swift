import Glibc

/// A point on a ``LocalPlane``, in metres east and north of its origin.
public struct PlanePoint: Sendable, Hashable {
    /// The distance east of the origin, in metres.
    public var east: Double
    /// The distance north of the origin, in metres.
    public var north: Double

    /// Creates a point from metres.
    @inlinable public init(east: Double, north: Double) {
        self.east = east
        self.north = north
    }
}

/// A flat east-north projection around a point, accurate to a few decimetres within ten kilometres.
///
/// Longitude differences wrap, so that a track across the antimeridian stays in one piece.
public struct LocalPlane: Sendable, Hashable {
    /// The point that maps to (0, 0).
    public let origin: Coordinate
    /// The length of a degree of latitude at the origin, in metres.
    public let metresPerDegreeLatitude: Double
    /// The length of a degree of longitude at the origin, in metres.
    public let metresPerDegreeLongitude: Double

    /// The length of a degree, in metres, on the sphere of the baseline simplifier.
    public static let sphericalMetresPerDegree = 111_320.0
    /// The minimum cosine of latitude, so that a plane at a pole has an inverse.
    static let smallestCosine = 1e-6

    /// Creates the plane that touches the WGS 84 ellipsoid at `origin`, from the two radii of curvature there.
    public init(origin: Coordinate) {
        let latitude = origin.latitude * radiansPerDegree
        self.origin = origin
        let sine = sin(latitude)
        metresPerDegreeLatitude = Ellipsoid.meridianRadius(atSine: sine) * radiansPerDegree
        metresPerDegreeLongitude =
            Ellipsoid.primeVerticalRadius(atSine: sine) * max(cos(latitude), Self.smallestCosine)
            * radiansPerDegree
    }

    /// Creates the plane of the baseline simplifier: 111,320 m per degree, with longitude scaled by the cosine of
    /// latitude.
    public init(sphericalAt origin: Coordinate) {
        self.origin = origin
        metresPerDegreeLatitude = Self.sphericalMetresPerDegree
        metresPerDegreeLongitude =
            Self.sphericalMetresPerDegree * max(cos(origin.latitude * radiansPerDegree), Self.smallestCosine)
    }

    /// Returns the projection of a coordinate onto the plane, in metres.
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

/// Returns an equivalent angle in degrees, from -180 to below 180. An angle from -180 to 180 is returned unchanged.
public func wrappedDegrees(_ degrees: Double) -> Double {
    if degrees >= -180 && degrees <= 180 { return degrees }
    let turned = (degrees + 180).truncatingRemainder(dividingBy: 360)
    return (turned < 0 ? turned + 360 : turned) - 180
}
