import Glibc

/// The ellipse of one standard deviation of a position: the square roots of the covariance's eigenvalues, and the
/// direction of its long axis.
public struct ErrorEllipse: Sendable, Hashable {
    /// Half of the long axis in metres.
    public let major: Double
    /// Half of the short axis in metres.
    public let minor: Double
    /// The angle of the long axis in radians, counterclockwise from east.
    public let angle: Double

    /// Creates the ellipse of a covariance in m^2. A covariance that is invalid because of rounding gives a flat
    /// ellipse.
    public init(eastEast: Double, eastNorth: Double, northNorth: Double) {
        let middle = (eastEast + northNorth) / 2
        let spread = hypot((eastEast - northNorth) / 2, eastNorth)
        major = max(0, middle + spread).squareRoot()
        minor = max(0, middle - spread).squareRoot()
        angle = atan2(2 * eastNorth, eastEast - northNorth) / 2
    }
}
