import Geometry
import SensorModel
import Testing

@testable import TrackFormats

@Suite struct DoubtTests {
    /// A document of a straight line at a speed in m/s, which states another one.
    private func document(
        speed: Double, stated: Double?, sport: String? = nil, seconds: Int = 900, jitter: Double = 0
    ) -> TrackDocument {
        let points = (0..<seconds).map { second in
            let offset = jitter * (second.isMultiple(of: 2) ? 1 : -1)
            var point = TrackDocument.Point(
                coordinate: Coordinate(
                    latitude: 48 + Double(second) * speed / 111_195, longitude: 11 + offset / 74_000),
                time: Instant(seconds: 1_714_557_600 + Double(second)))
            point.speed = stated
            return point
        }
        let track = TrackDocument.Track(
            activity: sport.flatMap { ForeignSport($0)?.activity }, sport: sport, segments: [points])
        return TrackDocument(format: GPXReader.format, tracks: [track])
    }

    private func speeds(_ document: TrackDocument) -> Set<Double?> {
        Set(document.tracks.flatMap(\.segments).joined().map(\.speed))
    }

    @Test(arguments: [(3.6, "km/h"), (3.45, "km/h"), (2.24, "mph"), (1.94, "knots")])
    func `speeds in a unit that explains the positions are read in it`(_ factor: Double, _ unit: String) {
        var document = document(speed: 4, stated: 4 * factor)
        document.doubt()
        #expect(speeds(document).allSatisfy { abs(($0 ?? 0) - 4) < 0.2 })
        #expect(document.problems.map(\.kind) == [.doubted])
        #expect(document.problems.allSatisfy { $0.reason.contains("read as \(unit)") })
    }

    @Test(arguments: [3, 1.7, 5, 0.51, 0.45, 0.28, 0.02])
    func `speeds that contradict the positions are not used`(_ factor: Double) {
        var document = document(speed: 4, stated: 4 * factor)
        document.doubt()
        #expect(speeds(document) == [nil])
        #expect(document.problems.map(\.kind) == [.doubted])
    }

    @Test(arguments: [(4.0, 4.0, 0.0), (4, 4.4, 0), (4, 3.4, 0), (1.4, 1.4, 3), (0.2, 3, 0.5), (12, 11.5, 5)])
    func `speeds that noise or a place without movement explains are kept`(
        _ speed: Double, _ stated: Double, _ jitter: Double
    ) {
        var document = document(speed: speed, stated: stated, jitter: jitter)
        document.doubt()
        #expect(speeds(document) == [stated] && document.problems.isEmpty)
    }

    /// Ten minutes at 10 m/s, twelve in one place with errors of some metres, ten at 10 m/s; a point every ten seconds.
    private func drive(withStop stated: (Int) -> Double) -> TrackDocument {
        let points = (0..<192).map { step in
            let metres = 100.0 * Double(min(step, 60) + max(0, step - 132))
            let isStop = 61..<132 ~= step
            let error = isStop ? Double(step * 7 % 11 - 5) * 2 : 0
            var point = TrackDocument.Point(
                coordinate: Coordinate(latitude: 48 + metres / 111_195, longitude: 11 + error / 74_000),
                time: Instant(seconds: 1_714_557_600 + 10 * Double(step)))
            (point.speed, point.accuracy) = (isStop ? stated(step) : 10, 15)
            return point
        }
        return TrackDocument(format: JSONRecordReader.format, tracks: [TrackDocument.Track(segments: [points])])
    }

    @Test func `changing speeds in one place are not used, and the others are`() throws {
        var document = drive { step in Double(step * 37 % 10) }
        document.doubt()
        let speeds = try #require(document.tracks.first?.segments.first).map(\.speed)
        #expect(speeds[65..<128].allSatisfy { $0 == nil } && speeds[..<58].allSatisfy { $0 == 10 })
        #expect(speeds[136...].allSatisfy { $0 == 10 } && document.problems.map(\.kind) == [.doubted])
    }

    @Test(arguments: [0, 3])
    func `a rest that the speeds say and a steady run on a treadmill are kept`(_ speed: Double) {
        var document = drive { _ in speed }
        let before = speeds(document)
        document.doubt()
        #expect(speeds(document) == before && document.problems.isEmpty)
    }

    @Test func `the speeds of a swim in km/h are read as such`() {
        var document = document(speed: 0.7, stated: 2.52, jitter: 0.1)
        document.doubt()
        #expect(speeds(document).allSatisfy { abs(($0 ?? 0) - 0.7) < 1e-9 })
        #expect(document.problems.map(\.kind) == [.doubted])
    }

    @Test func `a speed that is right on average and never in a window has no unit`() {
        var document = document(speed: 4, stated: 0)
        for index in document.tracks[0].segments[0].indices {
            document.tracks[0].segments[0][index].speed =
                14.4 * (index / 20 % 3 == 0 ? 0.6 : index / 20 % 3 == 1 ? 1 : 1.4)
        }
        document.doubt()
        #expect(speeds(document) == [nil] && document.problems.map(\.kind) == [.doubted])
    }

    /// White noise of 1, the same in every run: the sum of twelve uniform numbers less its mean.
    private struct Noise {
        private var state: UInt64 = 88_172_645_463_325_252

        mutating func next() -> Double {
            (0..<12).reduce(-6) { sum, _ in
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                return sum + Double(state >> 11) / 9_007_199_254_740_992
            }
        }
    }

    @Test(arguments: [(1.0, false), (0.8, false), (1.05, false), (3.6, true), (1.94, true), (0.28, true)])
    func `speeds of a walk under noise are doubted only if they are wrong`(_ factor: Double, _ isDoubted: Bool) {
        var document = document(speed: 1.4, stated: 1.4 * factor, seconds: 1_800)
        var noise = Noise()
        for index in document.tracks[0].segments[0].indices {
            let place = document.tracks[0].segments[0][index].coordinate
            document.tracks[0].segments[0][index].coordinate = Coordinate(
                latitude: place.latitude + 5 * noise.next() / 111_195,
                longitude: place.longitude + 5 * noise.next() / 74_400)
            document.tracks[0].segments[0][index].accuracy = 5
        }
        document.doubt()
        #expect(document.problems.map(\.kind) == (isDoubted ? [.doubted] : []))
    }

    @Test func `the speeds of a receiver's log are doubted as well`() throws {
        let lines = (0..<300).map { second in
            "{\"type\":\"fix\",\"time\":\(1_714_557_600 + second),\"latitude\":\(48 + Double(second) * 4 / 111_195),"
                + "\"longitude\":11,\"speed\":14.4}"
        }
        let document = try Importer().load(bytes: Array(lines.joined(separator: "\n").utf8))
        #expect(document.problems.map(\.kind) == [.doubted])
        let fixes = document.events.compactMap { if case .fix(let fix) = $0.payload { fix } else { nil } }
        #expect(fixes.count == 300 && fixes.allSatisfy { abs(($0.speed ?? 0) - 4) < 1e-9 })
    }

    @Test(arguments: [
        ("hiking", 20.0, 1_800, true), ("hiking", 20, 90, false), ("walking", 1.4, 1_800, false),
        ("running", 9.5, 1_800, true), ("running", 5, 1_800, false), ("cycling", 35, 1_800, true),
        ("cycling", 15, 1_800, false), ("driving", 60, 1_800, false),
    ])
    func `a sport that the speed contradicts is doubted, kept by name, and says nothing`(
        _ sport: String, _ speed: Double, _ seconds: Int, _ isDoubted: Bool
    ) {
        var document = document(speed: speed, stated: nil, sport: sport, seconds: seconds)
        document.doubt()
        #expect(document.problems.map(\.kind) == (isDoubted ? [.doubted] : []))
        #expect((document.tracks.first?.activity == nil) == isDoubted)
        #expect(document.tracks.first?.sport == sport)
        let stated = document.events.compactMap { event in
            if case .statement(let statement) = event.payload { statement.activity } else { nil }
        }
        #expect((stated == [.unknown]) == isDoubted)
    }

    @Test func `sports of many tracks are doubted together`() {
        var document = document(speed: 20, stated: nil, sport: "hiking", seconds: 1_800)
        document.tracks += document.tracks
        document.doubt()
        let reasons = document.problems.map(\.reason)
        #expect(reasons.count == 1)
        #expect(reasons[0].hasPrefix("the stated sport \"hiking\" of 2 tracks is not used: 58 min"), "\(reasons)")
    }
}
