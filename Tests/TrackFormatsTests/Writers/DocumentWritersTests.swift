import FusionCore
import Geodesy
import SensorModel
import Testing
import TrackFormats

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
        let document = TrackDocument(format: .gpx, tracks: [.init(segments: [[warm, bare]])])
        let rows = try text(document, .csv).split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(rows[0].hasSuffix(",activity,isEstimated,temperature,power"))
        #expect(rows[1].hasSuffix(",false,-3.25,250") && rows[2].hasSuffix(",false,,"))
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
