import FusionCore
import Geometry
import SensorModel
import Testing

@testable import TrackFormats

@Suite struct DocumentWritersTests {
    private let start = Instant(seconds: 1_709_208_000)

    private func text(_ document: TrackDocument, _ format: Exporter.Format) throws -> String {
        let sink = ByteSink()
        try Exporter(format).write(document, to: sink)
        return sink.text
    }

    @Test func `a table has temperature and power behind what it had before`() throws {
        var warm = TrackDocument.Point(coordinate: Coordinate(latitude: 50, longitude: 14), time: start)
        warm.temperature = -3.25
        warm.power = 250
        let bare = TrackDocument.Point(coordinate: Coordinate(latitude: 50, longitude: 14), time: start + 1)
        let document = TrackDocument(format: GPXReader.format, tracks: [.init(segments: [[warm, bare]])])
        let rows = try text(document, .csv).split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(rows[0].hasSuffix(",activity,isEstimated,temperature,power,lap"))
        #expect(rows[1].hasSuffix(",false,-3.25,250,") && rows[2].hasSuffix(",false,,,"))
    }

    @Test func `a table reads back point by point, with and without times, in its tracks and segments`() throws {
        func point(_ step: Int, at second: Double?) -> TrackDocument.Point {
            TrackDocument.Point(
                coordinate: Coordinate(latitude: 50 + Double(step) / 1000, longitude: 14),
                time: second.map { start + $0 }, altitude: 200)
        }
        var warm = point(7, at: 40)
        (warm.heartRate, warm.activity) = (130, .walking)
        let drawn: [[TrackDocument.Point]] = [[point(0, at: nil), point(1, at: nil)], [point(2, at: nil)]]
        // The clock steps back within the second track; its order stays.
        let timed: [[TrackDocument.Point]] = [
            [point(3, at: 2), point(4, at: 1), point(5, at: 3), point(6, at: nil), warm]
        ]
        let document = TrackDocument(format: .session, tracks: [.init(segments: drawn), .init(segments: timed)])
        let read = try Importer().load(bytes: Array(text(document, .csv).utf8))
        #expect(read.tracks.map(\.segments) == [drawn, timed])
        #expect(try text(read, .csv) == text(document, .csv))
    }

    @Test(arguments: [Exporter.Format.gpx, .json, .kml, .geojson]) func `pauses and laps read back`(
        format: Exporter.Format
    ) throws {
        let points = (0..<60).map { second in
            TrackDocument.Point(
                coordinate: Coordinate(latitude: 50 + Double(second) / 50_000, longitude: 14),
                time: start + Double(second), altitude: 200)
        }
        let spans = [
            SensorEvent(
                time: start,
                payload: .span(
                    DeviceSpan(.lap, name: "Up & \"down\"", duration: 30.5, timerTime: 20.25, distance: 60.125))),
            SensorEvent(time: start + 10, payload: .span(DeviceSpan(.pause, duration: 10))),
        ]
        let document = TrackDocument(format: FITReader.format, sensorEvents: spans, tracks: [.init(segments: [points])])
        let read = try Importer().load(bytes: Array(text(document, format).utf8))
        #expect(read.sensorEvents == spans && read.pointCount == 60)
        #expect(try text(read, format) == text(document, format))
        // A table has the laps as numbers of its points.
        let numbers = try text(document, .csv).split(separator: "\r\n").map { $0.split(separator: ",").last ?? "" }
        #expect(numbers[0] == "lap" && numbers[1...31].allSatisfy { $0 == "1" } && numbers[32] == "false")
        // An export of the session that was made of it has them, too.
        let session = TrackDocument(session: read.events, kind: .raw)
        #expect(session.sensorEvents.map(\.payload) == spans.map(\.payload))
    }

    @Test func `GeoJSON keeps tracks and segments that repeat each other`() throws {
        func point(_ step: Int, at second: Double?) -> TrackDocument.Point {
            TrackDocument.Point(
                coordinate: Coordinate(latitude: 50 + Double(step) / 1000, longitude: 14),
                time: second.map { start + $0 }, altitude: 200)
        }
        var guessed = point(2, at: 2)
        guessed.isEstimated = true
        // A segment within another, a line that is estimated in its middle, and a track that begins where one ends.
        let first = [
            [point(0, at: 0), point(1, at: 1)], [point(1, at: 1)], [point(1, at: 1), guessed, point(3, at: 3)],
        ]
        let second = [[point(3, at: 3), point(4, at: 4), point(5, at: nil), point(6, at: nil)]]
        var document = TrackDocument(format: .session, tracks: [.init(segments: first), .init(segments: second)])
        document.routes = [.init(segments: [[point(0, at: nil), point(9, at: nil)]])]
        let read = try Importer().load(bytes: Array(text(document, .geojson).utf8))
        #expect(read.tracks.map(\.segments) == [first, second])
        #expect(read.routes.map(\.segments) == document.routes.map(\.segments))
        #expect(try text(read, .geojson) == text(document, .geojson))
    }

    @Test func `a way of a track document says that its activity was stated`() throws {
        var document = TrackDocument(format: .session)
        var stated = StorylineItem.Move(start: start, end: start + 60, activity: .cycling, distance: 300)
        stated.isStated = true
        document.storyline = [
            .move(stated),
            .move(.init(start: start + 60, end: start + 90, activity: .walking, distance: 30)),
        ]
        let lines = try text(document, .json).split(separator: "\n").filter { $0.contains("\"move\"") }
        #expect(lines.map { $0.contains("\"isStated\":true") } == [true, false])
        #expect(lines[0].contains("\"start\":\"2024-02-29T12:00:00Z\""))
    }
}
