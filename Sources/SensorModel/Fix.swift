public import Geometry

/// The kind of fix that a receiver reports.
public enum FixMode: Int, Sendable, Hashable, Codable {
    /// The source has not reported a mode, as a location service never does.
    case unknown = 0
    /// The receiver is running but has no fix.
    case noFix = 1
    /// A fix with latitude and longitude.
    case twoDimensional = 2
    /// A fix with latitude, longitude, and altitude.
    case threeDimensional = 3
}

/// The origin of a 1-sigma accuracy.
public enum AccuracyOrigin: Int, Sendable, Hashable, Codable {
    /// The receiver's own error estimate, such as GST, u-blox hAcc, or a phone's accuracy.
    case receiver = 0
    /// Dilution of precision times a constant, which reflects satellite geometry but no measured error.
    case dilutionOfPrecision = 1
}

/// A fix attempt of a receiver. A missing value is `nil`, never zero.
public struct Fix: Sendable, Hashable, Codable {
    /// The receiver that reported the fix.
    public var device: DeviceID
    /// The kind of fix.
    public var mode: FixMode
    /// The position; `nil` without a fix.
    public var coordinate: Coordinate?
    /// The height above mean sea level in metres, or above the ellipsoid if the source reports no other.
    public var altitude: Double?
    /// The 1-sigma horizontal accuracy in metres.
    public var horizontalAccuracy: Double?
    /// The origin of ``horizontalAccuracy``.
    public var accuracyOrigin: AccuracyOrigin
    /// The 1-sigma vertical accuracy in metres.
    public var verticalAccuracy: Double?
    /// The speed over ground in m/s.
    public var speed: Double?
    /// The 1-sigma accuracy of the speed in m/s.
    public var speedAccuracy: Double?
    /// The course over ground in degrees clockwise from true north, 0 ..< 360.
    public var courseDegrees: Double?
    /// The 1-sigma accuracy of the course in degrees.
    public var courseAccuracyDegrees: Double?
    /// The vertical speed in m/s, positive upward.
    public var climb: Double?
    /// The number of satellites used.
    public var satellites: Int?
    /// The horizontal dilution of precision.
    public var horizontalDilution: Double?
    /// Whether the receiver sent no time, so that the arrival time is used instead.
    public var timeIsArrival: Bool

    /// Creates a fix. Everything except the mode may be missing.
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

/// A satellite in a receiver's sky view.
public struct Satellite: Sendable, Hashable, Codable {
    /// The number within its constellation, as reported by the receiver (gpsd `PRN`).
    public var number: Int
    /// The constellation, as numbered by gpsd (`gnssid`).
    public var constellation: Int?
    /// The angle above the horizon in degrees.
    public var elevationDegrees: Double?
    /// The azimuth in degrees clockwise from north.
    public var azimuthDegrees: Double?
    /// The signal strength in dB-Hz.
    public var signalStrength: Double?
    /// Whether the fix uses the satellite.
    public var isUsed: Bool

    /// Creates a satellite of a sky view.
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
public struct Sky: Sendable, Hashable, Codable {
    /// The receiver that reported the view.
    public var device: DeviceID
    /// The satellites in view.
    public var satellites: [Satellite]
    /// The horizontal dilution of precision.
    public var horizontalDilution: Double?
    /// The vertical dilution of precision.
    public var verticalDilution: Double?
    /// The position dilution of precision.
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
