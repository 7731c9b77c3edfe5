import Foundation
import Geometry
import SensorModel
import Testing

@testable import TrackFormats

@Suite struct GPXTests {
    private func load(_ text: String, keepsGoodPart: Bool = false) throws -> TrackDocument {
        try Importer(keepsGoodPart: keepsGoodPart).load(bytes: Array(text.utf8), name: "track")
    }

    private let head = "<?xml version=\"1.0\"?><gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\">"

    @Test(arguments: ["2009-2-24T17:40:2Z", "2009-02-24T17:40:02Z", "2009-02-24T18:40:2+01:00"])
    func `a time may leave out zeros in front of a number`(time: String) throws {
        let text = "<gpx><trk><trkseg><trkpt lat=\"50\" lon=\"14\"><time>\(time)</time></trkpt></trkseg></trk></gpx>"
        #expect(try Imported.fixes(text).map(\.time) == [1_235_497_202])
    }

    @Test func `a point gives every field that devices write`() throws {
        let document = try load(
            """
            \(head)<metadata><name>Day</name><author><name>Somebody</name></author></metadata>
            <wpt lat="1" lon="2"><ele>3</ele><name>Home &amp; garden</name></wpt>
            <trk><name>Loop</name><type>biking</type><trkseg><trkpt lat=" 50.5" lon="-14.25">
            <ele>250.5</ele><time>2024-05-01T10:20:30.25+02:00</time><fix>3d</fix><sat>7</sat><hdop>1.5</hdop>
            <extensions><gpxtpx:TrackPointExtension xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
            <gpxtpx:atemp>21</gpxtpx:atemp><gpxtpx:hr>120</gpxtpx:hr><gpxtpx:cad>80</gpxtpx:cad>
            <gpxtpx:speed>5.5</gpxtpx:speed><gpxtpx:course>370</gpxtpx:course></gpxtpx:TrackPointExtension></extensions>
            </trkpt></trkseg></trk></gpx>
            """)
        var point = TrackDocument.Point(
            coordinate: Coordinate(latitude: 50.5, longitude: -14.25),
            time: Instant(nanoseconds: 1_714_551_630_250_000_000), altitude: 250.5)
        point.mode = .threeDimensional
        point.satellites = 7
        point.horizontalDilution = 1.5
        point.temperature = 21
        point.heartRate = 120
        point.cadence = 80
        point.speed = 5.5
        point.courseDegrees = 10
        #expect(
            document.tracks == [
                TrackDocument.Track(name: "Loop", activity: .cycling, sport: "biking", segments: [[point]])
            ])
        #expect(document.name == "Day")
        #expect(
            document.waypoints == [
                TrackDocument.Waypoint(
                    coordinate: Coordinate(latitude: 1, longitude: 2), name: "Home & garden", altitude: 3)
            ])
    }

    /// Two segments of a minute, the second of which begins some seconds later and some metres further east.
    private func twoSegments(after silence: Int, metres: Double, by creator: String = "device") -> String {
        func segment(from second: Int, _ longitude: Double) -> String {
            let points = (0..<60).map { step in
                let time = Date(timeIntervalSince1970: 1_714_551_600 + Double(second + step)).formatted(.iso8601)
                return "<trkpt lat=\"0\" lon=\"\(longitude + Double(step) * 3 / 111_195)\"><time>\(time)</time></trkpt>"
            }
            return "<trkseg>\(points.joined())</trkseg>"
        }
        let next = (59 * 3 + metres) / 111_195
        return "<gpx creator=\"\(creator)\"><trk>\(segment(from: 0, 0))\(segment(from: 59 + silence, next))</trk></gpx>"
    }

    @Test func `a break between segments is a pause if the device stayed, and nothing else cut the line`() throws {
        let paused = try load(twoSegments(after: 300, metres: 20))
        let pause = SensorEvent(
            time: Instant(seconds: 1_714_551_659), payload: .span(DeviceSpan(.pause, duration: 300)))
        #expect(paused.sensorEvents == [pause] && paused.problems.isEmpty)
        // A tunnel, a segment for each lap, and a line that Odograph cut at a silence.
        for text in [
            twoSegments(after: 300, metres: 900), twoSegments(after: 1, metres: 3),
            twoSegments(after: 300, metres: 20, by: "Odograph"),
        ] { #expect(try load(text).sensorEvents.isEmpty) }
    }

    @Test func `GPX 1.0 has speed and course in the point itself`() throws {
        let document = try load(
            """
            <gpx version="1.0" xmlns="http://www.topografix.com/GPX/1/0"><trk><trkseg>
            <trkpt lat="50" lon="14"><time>2024-05-01T10:20:30Z</time><course>90</course><speed>2.5</speed></trkpt>
            </trkseg></trk></gpx>
            """)
        #expect(document.tracks.first?.segments.first?.first?.speed == 2.5)
        #expect(document.tracks.first?.segments.first?.first?.courseDegrees == 90)
        #expect(document.events.count == 2)
    }

    @Test func `a bad place is named by its line and the rest can be kept`() throws {
        let text = """
            \(head)<trk><trkseg>
            <trkpt lat="50" lon="14"><time>2024-05-01T10:20:30Z</time></trkpt>
            <trkpt lat="95" lon="14"><time>2024-05-01T10:20:31Z</time><name>x</name></trkpt>
            <trkpt lat="50" lon="14"><time>yesterday</time></trkpt>
            <trkpt lat="50" lon="14"><ele>high</ele></trkpt>
            <trkpt lon="14"/>
            </trkseg></trk></gpx>
            """
        let error = #expect(throws: FormatError.self) { try load(text) }
        #expect(error?.description == "track: line 3: latitude 95.0, longitude 14.0 is not on Earth.")
        let kept = try load(text, keepsGoodPart: true)
        #expect(kept.tracks.first?.pointCount == 3)
        #expect(kept.tracks.first?.name == nil)
        #expect(kept.problems.map(\.line) == [3, 4, 5, 6])
    }

    @Test func `a file that breaks off gives what is there if that is wanted`() throws {
        let text = "\(head)<trk><trkseg>\n<trkpt lat=\"50\" lon=\"14\"></trkpt>\n<trkpt lat=\"51\" lo"
        let error = #expect(throws: FormatError.self) { try load(text) }
        #expect(error?.description.contains("line 3") == true, "\(String(describing: error))")
        let kept = try load(text, keepsGoodPart: true)
        #expect(kept.tracks.first?.pointCount == 1)
        #expect(kept.problems.first?.reason.contains("the rest was left out") == true)
    }

    @Test func `entities cannot blow a document up`() throws {
        let bomb = """
            <?xml version="1.0"?><!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
            <gpx version="1.1"><trk><name>&b;</name></trk></gpx>
            """
        let error = #expect(throws: FormatError.self) { try load(bomb) }
        #expect(error?.description.contains("declares XML entities") == true, "\(String(describing: error))")
        let external = """
            <?xml version="1.0"?><!DOCTYPE gpx [<!ENTITY a SYSTEM "file:///etc/passwd">]>
            <gpx version="1.1"><trk><name>&a;</name></trk></gpx>
            """
        #expect(throws: FormatError.self) { try load(external) }
    }

    @Test func `what is written reads back the same`() throws {
        var document = TrackDocument(format: GPXReader.format, name: "a <b> & \"c\"")
        document.waypoints = [
            TrackDocument.Waypoint(
                coordinate: Coordinate(latitude: -89.5, longitude: 179.25), name: "x", time: Instant(nanoseconds: -1),
                altitude: -3)
        ]
        var first = TrackDocument.Point(coordinate: Coordinate(latitude: 50.12345678, longitude: -0.00000001))
        first.time = Instant(nanoseconds: 1_700_000_000_123_456_789)
        first.altitude = 123.456
        first.accuracy = 4.5
        first.verticalAccuracy = 7
        first.speed = 1.25
        first.courseDegrees = 359.5
        first.horizontalDilution = 0.9
        first.satellites = 11
        first.mode = .twoDimensional
        first.heartRate = 99
        first.cadence = 85
        first.temperature = -3.5
        first.activity = .walking
        first.isEstimated = true
        let second = TrackDocument.Point(coordinate: Coordinate(latitude: 0, longitude: 0))
        document.tracks = [
            TrackDocument.Track(
                name: "t", source: "s", activity: .running, sport: "running", segments: [[first, second], [second]]),
            TrackDocument.Track(segments: [[second]]),
        ]
        let sink = ByteSink()
        try Exporter(.gpx).write(document, to: sink)
        let read = try load(sink.text)
        #expect(read.tracks == document.tracks)
        #expect(read.waypoints == document.waypoints)
        #expect(read.name == document.name)
    }

    @Test(arguments: [
        ("creator=\"Watch 5\"", "", "Watch 5"), ("creator=\"Watch 5\"", "<src>Chip</src>", "Chip"),
        ("", "", "GPX file"),
    ]) func `a track's name is a title and no receiver's name`(creator: String, source: String, name: String) throws {
        let point = "<trkpt lat=\"1\" lon=\"2\"><time>2024-02-29T12:00:00Z</time></trkpt>"
        let text =
            "<gpx version=\"1.1\" \(creator)><trk><name>Evening walk</name>\(source)<trkseg>\(point)</trkseg></trk></gpx>"
        let document = try Importer().load(bytes: Array(text.utf8))
        #expect(document.title == "Evening walk" && document.tracks.map(\.name) == ["Evening walk"])
        let names = document.events.compactMap { if case .source(let report) = $0.payload { report.name } else { nil } }
        #expect(names == [name])
    }
}
