import Glibc

/// A point of the web Mercator square, x from west and y from north, each 0 ... 1.
///
/// A map drawn at zoom z is this square times `256 * 2^z`, so that a whole track needs one affine a frame.
public struct UnitMercator: Sendable, Hashable {
    /// The share of the way from 180 W eastward.
    public var x: Double
    /// The share of the way from the northern edge southward.
    public var y: Double

    /// The latitude in degrees at which the square ends.
    public static let latitudeLimit = 85.051_128_779_806_59

    /// Creates a point from its place in the square.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Projects a coordinate, latitudes beyond the square's edge clamped to it.
    public init(_ coordinate: Coordinate) {
        let latitude = min(Self.latitudeLimit, max(-Self.latitudeLimit, coordinate.latitude)) * radiansPerDegree
        x = (coordinate.longitude + 180) / 360
        y = 0.5 - log(tan(.pi / 4 + latitude / 2)) / (2 * .pi)
    }

    /// The coordinate that projects here.
    public var coordinate: Coordinate {
        Coordinate(
            latitude: (2 * atan(exp((0.5 - y) * 2 * .pi)) - .pi / 2) / radiansPerDegree,
            longitude: x * 360 - 180)
    }

    /// Returns metres on the ground per unit of the square at a latitude in degrees.
    public static func metresPerUnit(atLatitude latitude: Double) -> Double {
        2 * .pi * Ellipsoid.semiMajorAxis * cos(latitude * radiansPerDegree)
    }
}
