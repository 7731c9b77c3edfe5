import Geometry
import JSON
import SensorModel

/// Reads the JSON export of Sensor Logger: a list of samples, each with the name of its sensor.
struct SensorLoggerReader: JSONListFormat {
    static let format = FileFormat("sensorLogger", "json", "zip")

    static func certainty(of head: FileHead) -> Certainty {
        head.text.first == "[" && (head.has("sensor", "time") || head.has("sensor", "seconds_elapsed")) ? .certain : .no
    }

    var count: Int { log.count }

    private var log = PhoneLog()
    /// The platform that the recording's metadata state.
    private var platform = SensorLoggerPlatform()

    /// Reads a sample; ignores it if its sensor is not used.
    mutating func read(_ sample: JSONValue, of list: String) throws {
        guard let sensor = sample["sensor"]?.string else {
            throw LineError(translatable("\"{1}\" is missing"), "sensor")
        }
        if sensor == "Metadata" {
            platform = SensorLoggerPlatform(
                platform: sample["platform"]?.string, isStandardised: sample["standardisation"]?.string)
            return
        }
        guard let time = sample["time"].flatMap(Self.instant) else {
            throw LineError(translatable("\"{1}\" is missing"), "time")
        }
        switch sensor {
        case "Location":
            if let latitude = sample["latitude"]?.double, let longitude = sample["longitude"]?.double {
                log.add(fix(sample, Coordinate(latitude: latitude, longitude: longitude)), at: time)
            }
        case "Barometer": if let pressure = sample["pressure"]?.double { log.add(pressure: pressure / 10, at: time) }
        case "Annotation": if let text = sample["text"]?.string { log.add(marker: text, at: time) }
        default:
            guard let stream = SensorLoggerPlatform.streams[sensor], let x = sample["x"]?.double,
                let y = sample["y"]?.double, let z = sample["z"]?.double
            else { return }
            log.add(Vector3(x, y, z) * platform.scale(of: stream, sensor: sensor), stream, at: time)
        }
    }

    mutating func finish(into document: inout TrackDocument) { document.sensorEvents = log.finish() }

    private func fix(_ sample: JSONValue, _ coordinate: Coordinate) -> Fix {
        func known(_ name: String) -> Double? { sample[name]?.double.flatMap { $0 >= 0 ? $0 : nil } }
        let altitude = sample["altitudeAboveMeanSeaLevel"]?.double ?? sample["altitude"]?.double
        return Fix(
            mode: altitude == nil ? .twoDimensional : .threeDimensional, coordinate: coordinate, altitude: altitude,
            horizontalAccuracy: known("horizontalAccuracy"), verticalAccuracy: known("verticalAccuracy"),
            speed: known("speed"), speedAccuracy: known("speedAccuracy"), courseDegrees: known("bearing"),
            courseAccuracyDegrees: known("bearingAccuracy"))
    }

    /// Parses nanoseconds since 1970, usually written as a string.
    private static func instant(_ value: JSONValue) -> Instant? {
        if let text = value.string { return Int64(text).map(Instant.init(nanoseconds:)) }
        return value.double.flatMap { abs($0) < 9e18 ? Instant(nanoseconds: Int64($0)) : nil }
    }
}

/// The conventions for Sensor Logger's values: units and signs differ by platform unless the user had them
/// standardised.
struct SensorLoggerPlatform: Hashable {
    private var isApple = false
    private var isStandardised = false

    /// Creates the conventions of Android, which the core also uses.
    init() {}

    /// Creates the conventions stated in the recording's metadata.
    init(platform: String?, isStandardised: String?) {
        isApple = platform?.lowercased() == "ios"
        self.isStandardised = isStandardised?.lowercased() == "true"
    }

    /// The sensors that are read, by the name of their file or JSON member.
    static let streams: [String: ColumnRole.AxisStream] = [
        "Accelerometer": .userAcceleration, "TotalAcceleration": .acceleration, "Gravity": .gravity,
        "Gyroscope": .rotation, "Magnetometer": .magneticField,
    ]

    /// Returns the factor for a sensor's values: -1 for Apple's acceleration, which has the opposite sign.
    func scale(of stream: ColumnRole.AxisStream, sensor: String) -> Double {
        guard isApple, !isStandardised else { return 1 }
        switch stream {
        case .acceleration, .userAcceleration, .gravity: return -1
        case .rotation, .magneticField, .nameless: return 1
        }
    }
}
