import Geometry
import JSON
import SensorModel

/// Reads the track document.
struct TrackJSONReader: JSONListFormat {
    static let format = FileFormat("trackDocument", "json")
    static let lists: Set<String> = ["tracks", "routes", "waypoints", "spans"]

    private var document = TrackDocument(format: format)
    private(set) var count = 0

    static func certainty(of head: FileHead) -> Certainty {
        head.has("format", TrackJSON.format) ? .certain : .no
    }

    func finish(into whole: inout TrackDocument) { whole = document }

    /// Reads a member of the document.
    mutating func read(member name: String, _ value: JSONValue) throws {
        switch name {
        case "format":
            guard value.string == TrackJSON.format else {
                throw LineError(translatable("\"format\" is not {1}"), TrackJSON.format)
            }
        case "version":
            guard let version = value.double, version <= Double(TrackJSON.version) else {
                throw LineError(translatable("the file is of a newer version; open it with a newer Odograph"))
            }
        case "name": document.name = value.string
        default: break
        }
    }

    /// Reads a track, a waypoint, or a span.
    mutating func read(_ element: JSONValue, of list: String) throws {
        if list == "waypoints" {
            document.waypoints.append(
                TrackDocument.Waypoint(
                    coordinate: try Self.coordinate(element), name: element["name"]?.string,
                    time: try Self.time(element), altitude: element["altitude"]?.double))
            return
        }
        if list == "spans" {
            guard let time = try Self.time(element), let span = DeviceSpan(element) else { return }
            return document.sensorEvents.append(SensorEvent(time: time, payload: .span(span)))
        }
        var track = TrackDocument.Track(
            name: element["name"]?.string, source: element["source"]?.string,
            activity: element["activity"]?.string.flatMap(Activity.init(rawValue:)), sport: element["sport"]?.string)
        for segment in element["segments"]?.array ?? [] {
            track.segments.append(try (segment.array ?? []).map(Self.point))
            count += track.segments.last?.count ?? 0
        }
        if list == "routes" { document.routes.append(track) } else { document.tracks.append(track) }
    }

    private static func point(_ value: JSONValue) throws -> TrackDocument.Point {
        var point = TrackDocument.Point(
            coordinate: try coordinate(value), time: try time(value), altitude: value["altitude"]?.double)
        point.accuracy = value["accuracy"]?.double
        point.verticalAccuracy = value["verticalAccuracy"]?.double
        point.speed = (value["speed"]?.double).notNegative
        point.courseDegrees = value["course"]?.double
        point.horizontalDilution = value["hdop"]?.double
        point.satellites = value["satellites"]?.double.flatMap { Int(exactly: $0) }
        point.mode = value["mode"]?.double.flatMap { Int(exactly: $0) }.flatMap(FixMode.init)
        point.heartRate = value["heartRate"]?.double
        point.cadence = value["cadence"]?.double
        point.power = value["power"]?.double
        point.temperature = value["temperature"]?.double
        point.activity = value["activity"]?.string.flatMap(Activity.init(rawValue:))
        point.isEstimated = value["isEstimated"] == .bool(true)
        return point
    }

    private static func coordinate(_ value: JSONValue) throws -> Coordinate {
        guard let latitude = value["latitude"]?.double, let longitude = value["longitude"]?.double else {
            throw LineError(translatable("a point has no latitude or no longitude"))
        }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    private static func time(_ value: JSONValue) throws -> Instant? {
        guard let text = value["time"]?.string else { return nil }
        guard let time = Timestamp.instant(parsing: text) else {
            throw LineError(translatable("\"{1}\" is not a time"), text)
        }
        return time
    }
}

extension DeviceSpan {
    /// Creates a span from its members; `nil` if one is missing, or for a kind that is unknown.
    init?(_ members: JSONValue) {
        guard let kind = members["span"]?.string.flatMap(Kind.init), let duration = members["duration"]?.double else {
            return nil
        }
        self.init(
            kind, name: members["name"]?.string, duration: duration, timerTime: members["timerTime"]?.double,
            distance: members["distance"]?.double)
    }
}
