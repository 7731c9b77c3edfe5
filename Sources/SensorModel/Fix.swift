public import Geodesy

/// What kind of fix a receiver reports.
public enum FixMode: Int, Sendable, Hashable, Codable {
    /// Nothing is known yet.
    case unknown = 0
    /// The receiver runs and has no fix.
    case noFix = 1
    /// Latitude and longitude.
    case twoDimensional = 2
    /// Latitude, longitude and altitude.
    case threeDimensional = 3
}

/// Where a 1-sigma accuracy comes from.
public enum AccuracyOrigin: Int, Sendable, Hashable, Codable {
    /// The receiver's own error estimate (GST, u-blox hAcc, a phone's accuracy).
    case receiver = 0
    /// Dilution of precision times a constant: a shape, not a measurement.
    case dilutionOfPrecision = 1
}

/// One fix attempt of a receiver: a missing value is missing, never zero.
public struct Fix: Sendable, Hashable {
    /// The receiver that reported it.
    public var device: DeviceID
    /// The kind of fix.
    public var mode: FixMode
    /// Where; missing without a fix.
    public var coordinate: Coordinate?
    /// Height above mean sea level (or the ellipsoid where the source has no other) in metres.
    public var altitude: Double?
    /// 1-sigma horizontal accuracy in metres.
    public var horizontalAccuracy: Double?
    /// Where ``horizontalAccuracy`` comes from.
    public var accuracyOrigin: AccuracyOrigin
    /// 1-sigma vertical accuracy in metres.
    public var verticalAccuracy: Double?
    /// Speed over ground in m/s.
    public var speed: Double?
    /// 1-sigma accuracy of the speed in m/s.
    public var speedAccuracy: Double?
    /// Course over ground in degrees clockwise from true north, 0 ..< 360.
    public var courseDegrees: Double?
    /// 1-sigma accuracy of the course in degrees.
    public var courseAccuracyDegrees: Double?
    /// Vertical speed in m/s, up positive.
    public var climb: Double?
    /// Satellites used.
    public var satellites: Int?
    /// Horizontal dilution of precision.
    public var horizontalDilution: Double?
    /// True if the receiver sent no time and the moment of arrival stands in.
    public var timeIsArrival: Bool

    /// Creates a fix; everything but the coordinate and the mode may be missing.
    public init(
        device: DeviceID = .init(0), mode: FixMode = .threeDimensional, coordinate: Coordinate?,
        altitude: Double? = nil, horizontalAccuracy: Double? = nil, accuracyOrigin: AccuracyOrigin = .receiver,
        verticalAccuracy: Double? = nil, speed: Double? = nil, speedAccuracy: Double? = nil,
        courseDegrees: Double? = nil, courseAccuracyDegrees: Double? = nil, climb: Double? = nil,
        satellites: Int? = nil, horizontalDilution: Double? = nil, timeIsArrival: Bool = false
    ) {
        self.device = device
        self.mode = mode
        self.coordinate = coordinate
        self.altitude = altitude
        self.horizontalAccuracy = horizontalAccuracy
        self.accuracyOrigin = accuracyOrigin
        self.verticalAccuracy = verticalAccuracy
        self.speed = speed
        self.speedAccuracy = speedAccuracy
        self.courseDegrees = courseDegrees
        self.courseAccuracyDegrees = courseAccuracyDegrees
        self.climb = climb
        self.satellites = satellites
        self.horizontalDilution = horizontalDilution
        self.timeIsArrival = timeIsArrival
    }
}

/// One satellite of a receiver's sky view.
public struct Satellite: Sendable, Hashable {
    /// The number within its constellation as the receiver gives it (gpsd `PRN`).
    public var number: Int
    /// The constellation as gpsd numbers it (`gnssid`).
    public var constellation: Int?
    /// Elevation in degrees.
    public var elevationDegrees: Double?
    /// Azimuth in degrees clockwise from north.
    public var azimuthDegrees: Double?
    /// Signal strength in dB-Hz.
    public var signalStrength: Double?
    /// True if the fix uses it.
    public var isUsed: Bool

    /// Creates a satellite.
    public init(
        number: Int, constellation: Int? = nil, elevationDegrees: Double? = nil, azimuthDegrees: Double? = nil,
        signalStrength: Double? = nil, isUsed: Bool = false
    ) {
        self.number = number
        self.constellation = constellation
        self.elevationDegrees = elevationDegrees
        self.azimuthDegrees = azimuthDegrees
        self.signalStrength = signalStrength
        self.isUsed = isUsed
    }
}

/// A receiver's view of the sky.
public struct Sky: Sendable, Hashable {
    /// The receiver.
    public var device: DeviceID
    /// The satellites in view.
    public var satellites: [Satellite]
    /// Horizontal, vertical and position dilution of precision.
    public var horizontalDilution: Double?
    /// Vertical dilution of precision.
    public var verticalDilution: Double?
    /// Position dilution of precision.
    public var positionDilution: Double?

    /// Creates a sky view.
    public init(
        device: DeviceID = .init(0), satellites: [Satellite] = [], horizontalDilution: Double? = nil,
        verticalDilution: Double? = nil, positionDilution: Double? = nil
    ) {
        self.device = device
        self.satellites = satellites
        self.horizontalDilution = horizontalDilution
        self.verticalDilution = verticalDilution
        self.positionDilution = positionDilution
    }
}
