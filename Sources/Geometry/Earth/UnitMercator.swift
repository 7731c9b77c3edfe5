import Glibc

/// A point of the web Mercator square, with x from the west and y from the north, each from 0 to 1.
///
/// A map at zoom z is this square scaled by `256 * 2^z`, so that a whole track needs a single affine transform per
/// frame.
public struct UnitMercator: Sendable, Hashable {
    /// The fraction of the width, eastward from 180° W.
    public var x: Double
    /// The fraction of the height, southward from the northern edge.
    public var y: Double

    /// The latitude of the square's edge, in degrees.
    public static let latitudeLimit = 85.051_128_779_806_59

    /// Creates a point from its coordinates in the square.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Projects a coordinate. Latitudes beyond the square's edge are clamped to it.
    public init(_ coordinate: Coordinate) {
        let latitude = min(Self.latitudeLimit, max(-Self.latitudeLimit, coordinate.latitude)) * radiansPerDegree
        x = (coordinate.longitude + 180) / 360
        y = 0.5 - log(tan(.pi / 4 + latitude / 2)) / (2 * .pi)
    }

    /// The coordinate at this point.
    public var coordinate: Coordinate {
        Coordinate(
            latitude: (2 * atan(exp((0.5 - y) * 2 * .pi)) - .pi / 2) / radiansPerDegree,
            longitude: x * 360 - 180)
    }

    /// Returns the metres on the ground per unit of the square, at a latitude in degrees.
    public static func metresPerUnit(atLatitude latitude: Double) -> Double {
        2 * .pi * Ellipsoid.semiMajorAxis * cos(latitude * radiansPerDegree)
    }
}
