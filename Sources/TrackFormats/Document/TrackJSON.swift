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
        var head = ObjectText(taking: &sink.buffer)
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
                var line = ObjectText(taking: &sink.buffer)
                line.add("time", iso: event.time)
                line.add(span)
                sink.buffer = line.end()
            }
            sink.buffer.append("]")
        }
        if !document.storyline.isEmpty {
            sink.buffer.append(",\n\"storyline\":[")
            try lines(document.storyline, to: sink) { item in
                var line = ObjectText(taking: &sink.buffer)
                line.add(item, times: .iso)
                sink.buffer = line.end()
            }
            sink.buffer.append("]")
        }
        if !document.workouts.isEmpty {
            sink.buffer.append(",\n\"workouts\":[")
            try lines(document.workouts, to: sink) { workout in
                var line = ObjectText(taking: &sink.buffer)
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
        var head = ObjectText(taking: &sink.buffer)
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
        var line = ObjectText(taking: &sink.buffer)
        if let time = waypoint.time { line.add("time", iso: time) }
        line.add("latitude", waypoint.coordinate.latitude)
        line.add("longitude", waypoint.coordinate.longitude)
        line.add("altitude", waypoint.altitude)
        if let name = waypoint.name { line.add("name", name) }
        sink.buffer = line.end()
    }

    private static func write(_ point: TrackDocument.Point, to sink: ByteSink) {
        var line = ObjectText(taking: &sink.buffer)
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
