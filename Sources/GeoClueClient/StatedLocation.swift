import Geometry
import SensorModel

/// A location as GeoClue states it. Unknown or impossible values, and those of another type, are missing.
struct StatedLocation: Sendable, Hashable {
    /// The position; `nil` if it is missing or not on Earth.
    var coordinate: Coordinate?
    /// The radius that GeoClue calls accuracy, in metres, interpreted as 1-sigma; `nil` if it is unknown.
    var accuracy: Double?
    /// The origin of ``accuracy``.
    var accuracyOrigin = AccuracyOrigin.receiver
    /// The height above mean sea level in metres.
    var altitude: Double?
    /// The speed over ground in m/s.
    var speed: Double?
    /// The course over ground in degrees clockwise from true north, 0 ..< 360.
    var courseDegrees: Double?
    /// The time of measurement; `nil` if GeoClue states none.
    var time: Instant?
    /// The name of the method, such as `WiFi`; empty if GeoClue states none.
    var method = ""
}

extension StatedLocation {
    /// The properties of `org.freedesktop.GeoClue2.Location`, each `nil` if it is missing or of another type.
    struct Properties {
        var latitude: Double?
        var longitude: Double?
        var accuracy: Double?
        var altitude: Double?
        var speed: Double?
        var heading: Double?
        /// The seconds and microseconds since 1970; both zero if there is no time.
        var timestamp: (seconds: UInt64, microseconds: UInt64)?
        var description: String?
    }

    /// Converts the properties of a location.
    init(_ properties: Properties) {
        if let latitude = properties.latitude, let longitude = properties.longitude {
            let place = Coordinate(latitude: latitude, longitude: longitude)
            if place.isValid { coordinate = place }
        }
        if let stated = properties.accuracy, GeoClueBounds.accuracies.contains(stated) {
            // GeoClue states zero for a dilution of precision of at most 1.
            (accuracy, accuracyOrigin) =
                stated > 0 ? (stated, .receiver) : (GeoClueBounds.accuracyForZero, .dilutionOfPrecision)
        }
        // Unknown values are the minimum number for an altitude, and -1 for a speed and a heading, outside of these
        // ranges.
        altitude = properties.altitude.flatMap { GeoClueBounds.altitudes.contains($0) ? $0 : nil }
        speed = properties.speed.flatMap { GeoClueBounds.speeds.contains($0) ? $0 : nil }
        if let heading = properties.heading, (0...360).contains(heading) {
            courseDegrees = heading == 360 ? 0 : heading
        }
        time = properties.timestamp.flatMap(Self.instant)
        method = (properties.description ?? "").statement
    }

    private static func instant(seconds: UInt64, microseconds: UInt64) -> Instant? {
        guard seconds > 0, microseconds < 1_000_000, let whole = Int64(exactly: seconds),
            let fraction = Int64(exactly: microseconds)
        else { return nil }
        let (scaled, isBeyond) = whole.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isBeyondToo) = scaled.addingReportingOverflow(fraction * 1_000)
        return isBeyond || isBeyondToo ? nil : Instant(nanoseconds: sum)
    }

    /// Returns the fix of a device. Its mode is unknown, because GeoClue does not state whether satellites were
    /// involved.
    func fix(of device: DeviceID) -> Fix {
        guard let coordinate else {
            return Fix(device: device, mode: .noFix, coordinate: nil, timeIsArrival: time == nil)
        }
        return Fix(
            device: device, mode: .unknown, coordinate: coordinate, altitude: altitude, horizontalAccuracy: accuracy,
            accuracyOrigin: accuracyOrigin, speed: speed, courseDegrees: courseDegrees, timeIsArrival: time == nil)
    }
}
