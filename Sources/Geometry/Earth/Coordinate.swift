/// A point on the WGS 84 ellipsoid.
///
/// Degrees are used only here and in the user interface; all computation uses metres on a ``LocalPlane`` or radians.
public struct Coordinate: Sendable, Hashable, Codable {
    /// The geodetic latitude in degrees, north positive, -90 to 90.
    public var latitude: Double
    /// The longitude in degrees, east positive, -180 to 180.
    public var longitude: Double

    /// Creates a coordinate from degrees, unchecked.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Returns whether both angles are finite and within their ranges.
    public var isValid: Bool {
        latitude.isFinite && longitude.isFinite && abs(latitude) <= 90 && abs(longitude) <= 180
    }
}
