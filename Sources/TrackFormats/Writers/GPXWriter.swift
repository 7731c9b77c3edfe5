import Geometry
import SensorModel

/// Writes GPX 1.1 that conforms to its schema.
///
/// Speed, course, heart rate, cadence and temperature are in Garmin's TrackPointExtension v2, which other programs
/// can read. Accuracy, activity and estimated points are in the namespace of docs/formats.md.
struct GPXWriter {
    /// The namespace of Odograph's own elements.
    static let namespace = "https://odograph.github.io/xmlns/gpx/1"

    /// Writes a document.
    static func write(_ document: TrackDocument, to sink: ByteSink) throws {
        sink.buffer.append(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Odograph" xmlns="http://www.topografix.com/GPX/1/1" \
            xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2"
            xmlns:pwr="http://www.garmin.com/xmlschemas/PowerExtension/v1" xmlns:odo="\(namespace)">

            """ as String)
        if let name = document.name {
            sink.buffer.append("<metadata><name>")
            sink.buffer.append(xml: name)
            sink.buffer.append("</name></metadata>\n")
        }
        for waypoint in document.waypoints { write(waypoint, to: sink) }
        for route in document.routes { try write(route: route, to: sink) }
        for track in document.tracks { try write(track, to: sink) }
        writeSpans(of: document, to: sink)
        sink.buffer.append("</gpx>\n")
    }

    private static func writeSpans(of document: TrackDocument, to sink: ByteSink) {
        let spans = document.sensorEvents.spans
        guard !spans.isEmpty else { return }
        sink.buffer.append("<extensions>\n")
        for (time, span) in spans {
            sink.buffer.append("<odo:span kind=\"\(span.kind.rawValue)\" time=\"")
            sink.buffer.append(iso: time)
            for (word, value) in span.figures {
                sink.buffer.append("\" \(word)=\"")
                sink.buffer.append(value, decimals: 3)
            }
            sink.buffer.append("\">" as StaticString)
            if let name = span.name { sink.buffer.append(xml: name) }
            sink.buffer.append("</odo:span>\n" as StaticString)
        }
        sink.buffer.append("</extensions>\n")
    }

    private static func write(_ waypoint: TrackDocument.Waypoint, to sink: ByteSink) {
        startPoint("wpt", waypoint.coordinate, to: sink)
        if let altitude = waypoint.altitude { element("ele", altitude, decimals: 3, to: sink) }
        if let time = waypoint.time { write(time, to: sink) }
        if let name = waypoint.name { element("name", name, to: sink) }
        sink.buffer.append("</wpt>\n")
    }

    private static func write(route: TrackDocument.Track, to sink: ByteSink) throws {
        sink.buffer.append("<rte>")
        writeHead(of: route, to: sink)
        for point in route.segments.joined() {
            write(point, as: "rtept", to: sink)
            try sink.flushIfFull()
        }
        sink.buffer.append("</rte>\n")
    }

    private static func writeHead(of track: TrackDocument.Track, to sink: ByteSink) {
        if let name = track.name { element("name", name, to: sink) }
        if let source = track.source { element("src", source, to: sink) }
        if let sport = track.sport ?? track.activity?.rawValue { element("type", sport, to: sink) }
        sink.buffer.append("\n")
    }

    private static func write(_ track: TrackDocument.Track, to sink: ByteSink) throws {
        sink.buffer.append("<trk>")
        writeHead(of: track, to: sink)
        for segment in track.segments where !segment.isEmpty {
            sink.buffer.append("<trkseg>\n")
            for point in segment {
                write(point, as: "trkpt", to: sink)
                try sink.flushIfFull()
            }
            sink.buffer.append("</trkseg>\n")
        }
        sink.buffer.append("</trk>\n")
    }

    private static func write(_ point: TrackDocument.Point, as name: StaticString, to sink: ByteSink) {
        startPoint(name, point.coordinate, to: sink)
        if let altitude = point.altitude { element("ele", altitude, decimals: 3, to: sink) }
        if let time = point.time { write(time, to: sink) }
        switch point.mode {
        case .twoDimensional: sink.buffer.append("<fix>2d</fix>")
        case .threeDimensional: sink.buffer.append("<fix>3d</fix>")
        case .noFix: sink.buffer.append("<fix>none</fix>")
        case .unknown, nil: break
        }
        if let satellites = point.satellites, satellites >= 0 {
            sink.buffer.append("<sat>")
            sink.buffer.append(satellites)
            sink.buffer.append("</sat>")
        }
        if let dilution = point.horizontalDilution { element("hdop", dilution, decimals: 3, to: sink) }
        writeExtensions(of: point, to: sink)
        close(name, sink)
        sink.buffer.append("\n")
    }

    private static func writeExtensions(of point: TrackDocument.Point, to sink: ByteSink) {
        let hasGarmin =
            point.temperature != nil || point.heartRate != nil || point.cadence != nil || point.speed != nil
            || point.courseDegrees != nil
        let hasOwn = point.accuracy != nil || point.verticalAccuracy != nil || point.activity != nil
        guard hasGarmin || hasOwn || point.power != nil || point.isEstimated else { return }
        sink.buffer.append("<extensions>")
        if hasGarmin { writeGarmin(point, to: sink) }
        // The schema of this extension requires whole watts.
        if let value = point.power, 0...65_535 ~= value { element("pwr:PowerInWatts", value, decimals: 0, to: sink) }
        if let accuracy = point.accuracy { element("odo:accuracy", accuracy, decimals: 3, to: sink) }
        if let accuracy = point.verticalAccuracy { element("odo:verticalAccuracy", accuracy, decimals: 3, to: sink) }
        if let activity = point.activity { element("odo:activity", activity.rawValue, to: sink) }
        if point.isEstimated { sink.buffer.append("<odo:estimated>true</odo:estimated>") }
        sink.buffer.append("</extensions>")
    }

    /// Writes the members in the order of Garmin's schema, and only values within its ranges.
    private static func writeGarmin(_ point: TrackDocument.Point, to sink: ByteSink) {
        sink.buffer.append("<gpxtpx:TrackPointExtension>")
        if let value = point.temperature { element("gpxtpx:atemp", value, decimals: 2, to: sink) }
        if let value = point.heartRate, 1...255 ~= value { element("gpxtpx:hr", value, decimals: 0, to: sink) }
        if let value = point.cadence, 0...254 ~= value { element("gpxtpx:cad", value, decimals: 0, to: sink) }
        if let value = point.speed { element("gpxtpx:speed", value, decimals: 3, to: sink) }
        if let value = point.courseDegrees {
            let rounded = (value * 100).rounded() / 100
            element("gpxtpx:course", rounded >= 360 ? 0 : rounded, decimals: 2, to: sink)
        }
        sink.buffer.append("</gpxtpx:TrackPointExtension>")
    }

    /// Writes the start of a point. Eight decimals of a degree correspond to about a millimetre.
    private static func startPoint(_ name: StaticString, _ coordinate: Coordinate, to sink: ByteSink) {
        sink.buffer.append("<")
        sink.buffer.append(name)
        sink.buffer.append(" lat=\"")
        sink.buffer.append(coordinate.latitude, decimals: 8)
        sink.buffer.append("\" lon=\"")
        // In the schema, longitudes must be less than 180.
        sink.buffer.append(coordinate.longitude >= 179.999_999_995 ? -180 : coordinate.longitude, decimals: 8)
        sink.buffer.append("\">")
    }

    private static func write(_ time: Instant, to sink: ByteSink) {
        sink.buffer.append("<time>")
        sink.buffer.append(iso: time)
        sink.buffer.append("</time>")
    }

    private static func element(_ name: StaticString, _ value: Double, decimals: Int, to sink: ByteSink) {
        guard value.isFinite else { return }
        open(name, sink)
        sink.buffer.append(value, decimals: decimals)
        close(name, sink)
    }

    private static func element(_ name: StaticString, _ value: String, to sink: ByteSink) {
        open(name, sink)
        sink.buffer.append(xml: value)
        close(name, sink)
    }

    private static func open(_ name: StaticString, _ sink: ByteSink) {
        sink.buffer.append("<")
        sink.buffer.append(name)
        sink.buffer.append(">")
    }

    private static func close(_ name: StaticString, _ sink: ByteSink) {
        sink.buffer.append("</")
        sink.buffer.append(name)
        sink.buffer.append(">")
    }
}
