import Geometry
import JSON
import SensorModel

/// The identifiers of Odograph's own track document, `odograph-track`, which docs/schema/track.schema.json describes.
enum TrackJSON {
    static let format = "odograph-track"
    /// The version, to be increased if a reader of an older version could misunderstand a file.
    static let version = 1
}

/// Writes the track document.
struct TrackJSONWriter {
    /// Writes a document.
    static func write(_ document: TrackDocument, to sink: ByteSink) throws {
        var head = ObjectText(take(&sink.buffer))
        head.add("format", TrackJSON.format)
        head.add("version", TrackJSON.version)
        head.add("creator", "Odograph")
        if let name = document.name { head.add("name", name) }
        sink.buffer = head.end()
        sink.buffer.removeLast()
        sink.buffer.append(",\n\"tracks\":[")
        try lines(document.tracks, to: sink) { try write($0, to: sink) }
        if !document.routes.isEmpty {
            sink.buffer.append("],\n\"routes\":[")
            try lines(document.routes, to: sink) { try write($0, to: sink) }
        }
        sink.buffer.append("],\n\"waypoints\":[")
        try lines(document.waypoints, to: sink) { write($0, to: sink) }
        sink.buffer.append("]")
        let spans = document.sensorEvents.filter { $0.spanEnd != nil }
        if !spans.isEmpty {
            sink.buffer.append(",\n\"spans\":[")
            try lines(spans, to: sink) { event in
                guard case .span(let span) = event.payload else { return }
                var line = ObjectText(take(&sink.buffer))
                line.add("time", iso: event.time)
                line.add(span)
                sink.buffer = line.end()
            }
            sink.buffer.append("]")
        }
        if !document.storyline.isEmpty {
            sink.buffer.append(",\n\"storyline\":[")
            try lines(document.storyline, to: sink) { item in
                var line = ObjectText(take(&sink.buffer))
                line.add(item, times: .iso)
                sink.buffer = line.end()
            }
            sink.buffer.append("]")
        }
        if !document.workouts.isEmpty {
            sink.buffer.append(",\n\"workouts\":[")
            try lines(document.workouts, to: sink) { workout in
                var line = ObjectText(take(&sink.buffer))
                line.add(workout, times: .iso)
                sink.buffer = line.end()
            }
            sink.buffer.append("]")
        }
        sink.buffer.append("}\n")
    }

    /// Writes elements on separate lines with commas between them.
    private static func lines<Element>(
        _ elements: [Element], to sink: ByteSink, _ write: (Element) throws -> Void
    ) throws {
        for (index, element) in elements.enumerated() {
            sink.buffer.append(index > 0 ? ",\n" : "\n")
            try write(element)
            try sink.flushIfFull()
        }
    }

    private static func write(_ track: TrackDocument.Track, to sink: ByteSink) throws {
        var head = ObjectText(take(&sink.buffer))
        if let name = track.name { head.add("name", name) }
        if let source = track.source { head.add("source", source) }
        if let activity = track.activity { head.add("activity", activity.rawValue) }
        if let sport = track.sport { head.add("sport", sport) }
        head.add("segments") { $0.append("[") }
        sink.buffer = head.end()
        sink.buffer.removeLast()
        for (index, segment) in track.segments.enumerated() {
            sink.buffer.append(index > 0 ? ",[" : "[")
            try lines(segment, to: sink) { write($0, to: sink) }
            sink.buffer.append("]")
        }
        sink.buffer.append("]}")
    }

    private static func write(_ waypoint: TrackDocument.Waypoint, to sink: ByteSink) {
        var line = ObjectText(take(&sink.buffer))
        if let time = waypoint.time { line.add("time", iso: time) }
        line.add("latitude", waypoint.coordinate.latitude)
        line.add("longitude", waypoint.coordinate.longitude)
        line.add("altitude", waypoint.altitude)
        if let name = waypoint.name { line.add("name", name) }
        sink.buffer = line.end()
    }

    private static func write(_ point: TrackDocument.Point, to sink: ByteSink) {
        var line = ObjectText(take(&sink.buffer))
        if let time = point.time { line.add("time", iso: time) }
        line.add("latitude", point.coordinate.latitude)
        line.add("longitude", point.coordinate.longitude)
        line.add("altitude", point.altitude)
        line.add("accuracy", point.accuracy)
        line.add("verticalAccuracy", point.verticalAccuracy)
        line.add("speed", point.speed)
        line.add("course", point.courseDegrees)
        line.add("hdop", point.horizontalDilution)
        if let satellites = point.satellites { line.add("satellites", satellites) }
        if let mode = point.mode { line.add("mode", mode.rawValue) }
        line.add("heartRate", point.heartRate)
        line.add("cadence", point.cadence)
        line.add("power", point.power)
        line.add("temperature", point.temperature)
        if let activity = point.activity { line.add("activity", activity.rawValue) }
        if point.isEstimated { line.add("isEstimated", true) }
        sink.buffer = line.end()
    }
}

/// Reads the track document.
struct TrackJSONReader {
    static let lists: Set<String> = ["tracks", "routes", "waypoints", "spans"]

    private(set) var document = TrackDocument(format: .trackDocument)
    /// The number of points read so far.
    private(set) var count = 0

    /// Reads a member of the document.
    mutating func read(_ name: String, _ value: JSONValue) throws {
        switch name {
        case "format":
            guard value.string == TrackJSON.format else { throw LineError("\"format\" is not \(TrackJSON.format)") }
        case "version":
            guard let version = value.double, version <= Double(TrackJSON.version) else {
                throw LineError("the file is of a newer version; open it with a newer Odograph")
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
            throw LineError("a point has no latitude or no longitude")
        }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    private static func time(_ value: JSONValue) throws -> Instant? {
        guard let text = value["time"]?.string else { return nil }
        guard let time = Timestamp.instant(parsing: text) else { throw LineError("\"\(text)\" is not a time") }
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
