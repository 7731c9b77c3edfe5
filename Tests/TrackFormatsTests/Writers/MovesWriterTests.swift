import Geometry
import SensorModel
import Testing

@testable import FusionCore
@testable import TrackFormats

@Suite struct MovesWriterTests {
    private func text(of items: [StorylineItem]) throws -> String {
        var document = TrackDocument(format: .session)
        document.storyline = items
        let sink = ByteSink()
        try Exporter(.moves).write(document, to: sink)
        return sink.text
    }

    private func move(_ start: Instant, _ end: Instant) -> StorylineItem {
        .move(.init(start: start, end: end, activity: .walking, distance: 10))
    }

    @Test(arguments: [Int64.min, .max]) func `a way at an end of time is written`(nanoseconds: Int64) throws {
        let end = Instant(nanoseconds: nanoseconds)
        let other = end + (nanoseconds < 0 ? 3_600 : -3_600)
        let text = try text(of: [move(min(end, other), max(end, other))])
        #expect(text.contains(nanoseconds < 0 ? "\"date\":\"16770921\"" : "\"date\":\"22620411\""))
        #expect(text.split(separator: "\"wlk\"").count == 2)
    }

    @Test func `a way over midnight comes back once`() throws {
        let midnight = Instant(seconds: 1_709_251_200)
        let points = (-30..<30).map { second in
            TrackDocument.Point(
                coordinate: Coordinate(latitude: 50 + Double(second) * 1e-5, longitude: 14),
                time: midnight + Double(second))
        }
        var document = TrackDocument(format: .session, tracks: [.init(segments: [points])])
        let home = Coordinate(latitude: 50, longitude: 14)
        document.storyline = [
            .stop(.init(start: midnight + -90_000, end: midnight + -30, coordinate: home, radius: 20)),
            move(midnight + -30, midnight + 29),
        ]
        let sink = ByteSink()
        try Exporter(.moves).write(document, to: sink)
        let read = try Importer().load(bytes: sink.bytes)
        #expect(read.tracks.flatMap(\.segments).joined().map(\.time) == points.map(\.time))
        #expect(read.waypoints.count == 1)
    }

    @Test func `a way stands in every day that it touches, and in no other`() throws {
        let midnight = Instant(seconds: 1_709_251_200)
        let text = try text(of: [
            move(midnight + -600, midnight), move(midnight, midnight + 86_400 + 60),
            move(midnight + 86_460, midnight + 86_500),
        ])
        #expect(
            text.split(separator: "\"date\":").dropFirst().map { $0.prefix(10) } == [
                "\"20240229\"", "\"20240301\"", "\"20240302\"",
            ])
        #expect(
            text.split(separator: "\"date\":").dropFirst().map { $0.split(separator: "\"wlk\"").count - 1 } == [
                1, 1, 2,
            ])
    }
}
