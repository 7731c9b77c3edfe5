/// The constants of the WGS 84 ellipsoid and its radii of curvature.
///
/// Source: NIMA TR8350.2, third edition, tables 3.1 and 3.3.
public enum Ellipsoid {
    /// The semi-major axis in metres.
    public static let semiMajorAxis = 6_378_137.0
    /// The difference between the axes, as a fraction of the semi-major axis.
    public static let flattening = 1 / 298.257_223_563
    /// The first eccentricity squared.
    public static let eccentricitySquared = flattening * (2 - flattening)
    /// The mean radius in metres, (2a + b) / 3.
    public static let meanRadius = 6_371_008.771_4

    /// Returns the radius of curvature in the meridian, in metres, at a latitude given by its sine.
    static func meridianRadius(atSine sine: Double) -> Double {
        let w = 1 - eccentricitySquared * sine * sine
        return semiMajorAxis * (1 - eccentricitySquared) / (w * w.squareRoot())
    }

    /// Returns the radius of curvature in the prime vertical, in metres, at a latitude given by its sine.
    static func primeVerticalRadius(atSine sine: Double) -> Double {
        semiMajorAxis / (1 - eccentricitySquared * sine * sine).squareRoot()
    }
}

/// The factor from degrees to radians.
public let radiansPerDegree = Double.pi / 180
