import Geometry
import SensorModel

/// Writes KML 2.2: a `gx:Track` for points with times, a line for points without. Estimated parts have a separate
/// style.
struct KMLWriter {
    /// The word in the name of an estimated part, and the id of its style.
    static let estimated = "estimated"

    /// The prefix of the id of a route's folder.
    static let routePrefix = "route-"

    /// Writes a document.
    static func write(_ document: TrackDocument, to sink: ByteSink) throws {
        sink.buffer.append(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>

            """)
        if let name = document.name { element("name", name, sink) }
        // The bytes of a colour are alpha, blue, green, red.
        sink.buffer.append(
            """
            <Style id="measured"><LineStyle><color>ffe87a1a</color><width>4</width></LineStyle></Style>
            <Style id="estimated"><LineStyle><color>a05a8fff</color><width>2</width></LineStyle></Style>

            """)
        for waypoint in document.waypoints { write(waypoint, to: sink) }
        for (index, track) in (document.tracks + document.routes).enumerated() {
            let isRoute = index >= document.tracks.count
            sink.buffer.append(isRoute ? "<Folder id=\"\(routePrefix)\(index)\">" as String : "<Folder>")
            element("name", track.name ?? (isRoute ? "Route" : "Track \(index + 1)"), sink)
            sink.buffer.append("\n")
            for segment in track.segments {
                for run in LineRun.runs(of: segment) { try write(run, of: track, to: sink) }
            }
            sink.buffer.append("</Folder>\n")
        }
        for (time, span) in document.sensorEvents.spans { write(span, at: time, to: sink) }
        sink.buffer.append("</Document></kml>\n")
    }

    /// Writes a pause or a lap as a placemark without a place.
    private static func write(_ span: DeviceSpan, at time: Instant, to sink: ByteSink) {
        sink.buffer.append("<Placemark>")
        element("name", span.remark, sink)
        for (word, instant) in [("<TimeSpan><begin>", time), ("</begin><end>", time + span.duration)] {
            sink.buffer.append(word)
            sink.buffer.append(iso: instant)
        }
        sink.buffer.append("</end></TimeSpan><ExtendedData>")
        datum("kind", span.kind.rawValue, sink)
        if let name = span.name { datum("name", name, sink) }
        for (word, value) in span.figures { datum(word, "\(value)", sink) }
        sink.buffer.append("</ExtendedData></Placemark>\n")
    }

    private static func datum(_ name: StaticString, _ text: String, _ sink: ByteSink) {
        sink.buffer.append("<Data name=\"")
        sink.buffer.append(name)
        sink.buffer.append("\">")
        element("value", text, sink)
        sink.buffer.append("</Data>")
    }

    private static func write(_ waypoint: TrackDocument.Waypoint, to sink: ByteSink) {
        sink.buffer.append("<Placemark>")
        if let name = waypoint.name { element("name", name, sink) }
        if let time = waypoint.time {
            sink.buffer.append("<TimeStamp><when>")
            sink.buffer.append(iso: time)
            sink.buffer.append("</when></TimeStamp>")
        }
        sink.buffer.append("<Point><coordinates>")
        position(waypoint.coordinate, waypoint.altitude, between: ",", sink)
        sink.buffer.append("</coordinates></Point></Placemark>\n")
    }

    private static func write(_ run: LineRun, of track: TrackDocument.Track, to sink: ByteSink) throws {
        sink.buffer.append("<Placemark>")
        let activity = (run.activity ?? track.activity)?.rawValue
        element(
            "name", [activity, run.isEstimated ? estimated : nil].compactMap(\.self).joined(separator: ", "), sink)
        sink.buffer.append(
            run.isEstimated ? "<styleUrl>#estimated</styleUrl>" : "<styleUrl>#measured</styleUrl>")
        let hasAltitude = run.points.allSatisfy { $0.altitude != nil }
        let mode: StaticString =
            hasAltitude
            ? "<altitudeMode>absolute</altitudeMode>" : "<altitudeMode>clampToGround</altitudeMode>"
        if run.points.allSatisfy({ $0.time != nil }) {
            sink.buffer.append("<gx:Track>")
            sink.buffer.append(mode)
            sink.buffer.append("\n")
            for point in run.points {
                guard let time = point.time else { continue }
                sink.buffer.append("<when>")
                sink.buffer.append(iso: time)
                sink.buffer.append("</when>\n")
                try sink.flushIfFull()
            }
            for point in run.points {
                sink.buffer.append("<gx:coord>")
                position(point.coordinate, point.altitude ?? 0, between: " ", sink)
                sink.buffer.append("</gx:coord>\n")
                try sink.flushIfFull()
            }
            sink.buffer.append("</gx:Track>")
        } else {
            sink.buffer.append("<LineString><tessellate>1</tessellate>")
            sink.buffer.append(mode)
            sink.buffer.append("<coordinates>\n")
            for point in run.points {
                position(point.coordinate, point.altitude, between: ",", sink)
                sink.buffer.append("\n")
                try sink.flushIfFull()
            }
            sink.buffer.append("</coordinates></LineString>")
        }
        sink.buffer.append("</Placemark>\n")
    }

    private static func position(
        _ coordinate: Coordinate, _ altitude: Double?, between separator: StaticString, _ sink: ByteSink
    ) {
        sink.buffer.append(coordinate.longitude, decimals: 8)
        sink.buffer.append(separator)
        sink.buffer.append(coordinate.latitude, decimals: 8)
        if let altitude, altitude.isFinite {
            sink.buffer.append(separator)
            sink.buffer.append(altitude, decimals: 3)
        }
    }

    private static func element(_ name: StaticString, _ text: String, _ sink: ByteSink) {
        sink.buffer.append("<")
        sink.buffer.append(name)
        sink.buffer.append(">")
        sink.buffer.append(xml: text)
        sink.buffer.append("</")
        sink.buffer.append(name)
        sink.buffer.append(">")
    }
}
