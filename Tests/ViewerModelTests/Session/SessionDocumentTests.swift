import FusionCore
import Geodesy
import Replay
import SensorModel
import Simulation
import Testing

@testable import ViewerModel

@Suite struct SessionDocumentTests {
    private static let start = Instant(seconds: 1_763_103_492)

    /// A ride eastward at 5 m/s, one fix a second, with one fix 400 m aside and half an hour without any.
    private static func ride() -> Recording {
        let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))
        var events: [SensorEvent] = []
        for second in 0..<300 {
            let time = start + Double(second < 200 ? second : second + 1_800)
            let north = second == 100 ? 400.0 : 0
            let fix = Fix(
                coordinate: plane.coordinate(PlanePoint(east: Double(second) * 5, north: north)), altitude: 200,
                horizontalAccuracy: 3, speed: 5, courseDegrees: 90, satellites: 9)
            events.append(SensorEvent(time: time, payload: .fix(fix)))
        }
        return Recording(unordered: events)
    }

    private func document(_ recording: Recording, _ parameters: Parameters = .init()) throws -> SessionDocument {
        var engine = TuningEngine(recording)
        let run = engine.run(parameters)
        return SessionDocument(recording, run: try #require(run))
    }

    @Test func `tracks, series and axis agree with the run`() throws {
        let document = try document(Self.ride())
        #expect(document.raw.count == document.run.core.fixes.count { $0.isAccepted })
        #expect(document.filtered.count == document.run.core.positions.count)
        #expect(document.simplified.count >= 2)
        #expect(document.axis.gaps.count == 1)
        #expect(document.axis.length < 320)
        #expect(document.raw.geometry.styles.count { $0 == .gap } == 1)
        #expect(abs((document.series.speed.value(at: Self.start + 60) ?? 0) - 5) < 0.5)
        #expect(document.series.rawSpeed.value(at: Self.start + 60) == 5)
        #expect(document.series.satellites.value(at: Self.start + 60) == 9)
        #expect(document.series.speed.value(at: Self.start + 1_000) == nil || !document.series.speed.estimated.isEmpty)
        #expect(document.topSpeed >= document.fastestSpeed)
        #expect(!document.bounds.isEmpty)
    }

    @Test func `the drawn part follows the cursor`() throws {
        let document = try document(Self.ride())
        let track = document.raw
        let first = try #require(track.times.first)
        #expect(track.limit(at: first + -1) == nil)
        #expect(track.limit(at: first) == 0)
        #expect(track.limit(at: first + 10.5) == 10.5)
        #expect(track.limit(at: Instant(nanoseconds: .max)) == Double(track.count - 1))
    }

    @Test func `the bubble over a rejected fix says why`() throws {
        let document = try document(Self.ride())
        let index = try #require(document.fixes.rejected.first { document.fixes.fixes[$0].time == Self.start + 100 })
        let viewport = MapViewport(
            centre: document.fixes.point(index), zoom: 16, width: 800, height: 600)
        #expect(document.fixes.nearest(to: ScreenPoint(x: 403, y: 296), in: viewport) == index)
        #expect(document.fixes.nearest(to: ScreenPoint(x: 440, y: 300), in: viewport) == nil)
        #expect(
            document.fixes.nearest(to: ScreenPoint(x: 400, y: 300), in: viewport, upTo: Self.start + 50) == nil)
        let detail = document.fixes.detail(of: index, utcOffset: 3_600)
        #expect(detail.title.hasPrefix("Fix rejected: "))
        #expect(detail.lines.first == "07:59:52 · 400 m jump in 1 s")
        #expect(
            detail.lines.dropFirst().first == "Doppler 5.0 m/s, implied 400 m/s" || detail.lines[1].contains("implied"))
        #expect(detail.time == Self.start + 100)
    }

    @Test func `an accepted fix tells its values`() throws {
        let document = try document(Self.ride())
        let index = try #require(document.fixes.fixes.firstIndex { $0.isAccepted })
        let detail = document.fixes.detail(of: index, utcOffset: 0, unit: .kilometresPerHour)
        #expect(detail.title == "Fix")
        #expect(detail.lines.last == "18.0 km/h · ±3 m · 9 sats · altitude 200 m")
    }

    @Test(arguments: TrackColoring.allCases)
    func `every colouring styles every segment and leaves gaps`(coloring: TrackColoring) throws {
        let document = try document(Self.ride())
        let (styles, scale) = document.styles(of: document.raw, by: coloring)
        #expect(styles.count == document.raw.count)
        #expect(styles.count { $0 == .gap } == 1)
        #expect((scale != nil) == [.speed, .accuracy, .altitude].contains(coloring))
        #expect(!document.raw.geometry.restyled(styles).isEmpty)
    }

    @Test func `an empty session and one fix have a document`() throws {
        let empty = try document(Recording(ordered: []))
        #expect(empty.axis.length == 0 && empty.bounds.isEmpty && empty.series.speed.isEmpty)
        #expect(empty.activity(at: Self.start) == nil)
        #expect(
            empty.fixes.nearest(
                to: ScreenPoint(x: 0, y: 0),
                in: MapViewport(centre: UnitMercator(x: 0.5, y: 0.5), zoom: 0, width: 10, height: 10)) == nil)
        let fix = Fix(coordinate: Coordinate(latitude: 50, longitude: 14), horizontalAccuracy: 3)
        let one = try document(Recording(unordered: [SensorEvent(time: Self.start, payload: .fix(fix))]))
        #expect(one.fixes.fixes.count == 1)
        #expect(!one.bounds.isEmpty)
        #expect(one.axis.length == 0)
    }

    @Test func `two runs are compared in words`() throws {
        var engine = TuningEngine(Self.ride())
        var parameters = Parameters()
        try parameters.set("position.kind", to: .choice("none"))
        let first = engine.run(Parameters())
        let second = engine.run(parameters)
        let table = ComparisonTable(try #require(first), try #require(second))
        #expect(table.parameters.map(\.title) == ["position.kind"])
        #expect(table.rows.first { $0.title == "Mean deviation from raw" }?.second == "0.00 m")
        #expect(table.rows.contains { $0.title.hasPrefix("Rejected: ") })
        #expect(table.rows.first { $0.title == "Fixes" }?.first == "300")
    }
}
