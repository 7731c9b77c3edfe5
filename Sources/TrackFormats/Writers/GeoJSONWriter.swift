import Geometry
import SensorModel

/// Writes GeoJSON (RFC 7946), with a separate line for each run of one activity that is either measured or estimated.
struct GeoJSONWriter {
    /// The kind of feature, stated in its property `kind`; that of a pause or a lap is its ``DeviceSpan/Kind``.
    enum Kind: String {
        case track, route, waypoint
    }

    /// Writes a document.
    static func write(_ document: TrackDocument, to sink: ByteSink) throws {
        sink.buffer.append("{\"type\":\"FeatureCollection\",\"features\":[")
        var isFirst = true
        try write(document.tracks, as: .track, &isFirst, to: sink)
        try write(document.routes, as: .route, &isFirst, to: sink)
        for waypoint in document.waypoints {
            startFeature(&isFirst, sink)
            write(waypoint, to: sink)
            try sink.flushIfFull()
        }
        for (time, span) in document.sensorEvents.spans {
            startFeature(&isFirst, sink)
            write(span, at: time, to: sink)
            try sink.flushIfFull()
        }
        sink.buffer.append("\n]}\n")
    }

    /// Writes a pause or a lap as a feature without a place.
    private static func write(_ span: DeviceSpan, at time: Instant, to sink: ByteSink) {
        var properties = ObjectText(taking: &sink.buffer)
        properties.add("kind", span.kind.rawValue)
        if let name = span.name { properties.add("name", name) }
        properties.add("time", iso: time)
        for (word, value) in span.figures { properties.add(word, value) }
        sink.buffer = properties.end()
        sink.buffer.append(",\"geometry\":null}")
    }

    private static func write(
        _ tracks: [TrackDocument.Track], as kind: Kind, _ isFirst: inout Bool, to sink: ByteSink
    ) throws {
        for (number, track) in tracks.enumerated() {
            for (segmentNumber, segment) in track.segments.enumerated() {
                let place = LinePlace(track: number + 1, segment: segmentNumber + 1)
                for run in LineRun.runs(of: segment) {
                    for points in LineRun.cutAtAntimeridian(run.points) {
                        startFeature(&isFirst, sink)
                        try write(points, of: run, in: track, kind, place, to: sink)
                    }
                }
            }
        }
    }

    private static func startFeature(_ isFirst: inout Bool, _ sink: ByteSink) {
        sink.buffer.append(isFirst ? "\n" : ",\n")
        isFirst = false
        sink.buffer.append("{\"type\":\"Feature\",\"properties\":")
    }

    private static func write(
        _ points: [TrackDocument.Point], of run: LineRun, in track: TrackDocument.Track, _ kind: Kind,
        _ place: LinePlace, to sink: ByteSink
    ) throws {
        var properties = ObjectText(taking: &sink.buffer)
        properties.add("kind", kind.rawValue)
        if let name = track.name { properties.add("name", name) }
        if let source = track.source { properties.add("source", source) }
        properties.add("trackNumber", place.track)
        properties.add("segment", place.segment)
        if let activity = run.activity ?? track.activity { properties.add("activity", activity.rawValue) }
        properties.add("isEstimated", run.isEstimated)
        sink.buffer = properties.end()
        // The convention of togeojson and programs that read its output: one time per position.
        if points.allSatisfy({ $0.time != nil }) {
            sink.buffer.removeLast()
            sink.buffer.append(",\"coordTimes\":[")
            for (index, point) in points.enumerated() {
                sink.buffer.append(index > 0 ? ",\"" : "\"")
                if let time = point.time { sink.buffer.append(iso: time) }
                sink.buffer.append("\"")
                try sink.flushIfFull()
            }
            sink.buffer.append("]}")
        }
        sink.buffer.append(",\"geometry\":{\"type\":")
        // A line must have at least two positions.
        sink.buffer.append(points.count > 1 ? "\"LineString\",\"coordinates\":[" : "\"Point\",\"coordinates\":")
        for (index, point) in points.enumerated() {
            if index > 0 { sink.buffer.append(",") }
            position(point.coordinate, point.altitude, sink)
            try sink.flushIfFull()
        }
        sink.buffer.append(points.count > 1 ? "]}}" : "}}")
    }

    private static func write(_ waypoint: TrackDocument.Waypoint, to sink: ByteSink) {
        var properties = ObjectText(taking: &sink.buffer)
        properties.add("kind", Kind.waypoint.rawValue)
        if let name = waypoint.name { properties.add("name", name) }
        if let time = waypoint.time { properties.add("time", iso: time) }
        sink.buffer = properties.end()
        sink.buffer.append(",\"geometry\":{\"type\":\"Point\",\"coordinates\":")
        position(waypoint.coordinate, waypoint.altitude, sink)
        sink.buffer.append("}}")
    }

    private static func position(_ coordinate: Coordinate, _ altitude: Double?, _ sink: ByteSink) {
        sink.buffer.append("[")
        sink.buffer.append(coordinate.longitude, decimals: 8)
        sink.buffer.append(",")
        sink.buffer.append(coordinate.latitude, decimals: 8)
        if let altitude, altitude.isFinite {
            sink.buffer.append(",")
            sink.buffer.append(altitude, decimals: 3)
        }
        sink.buffer.append("]")
    }
}
