import FusionCore
import Geometry
import Replay
import SensorModel
import Testing

@testable import ViewerModel

@Suite struct FixIndexTests {
    @Test func `the bubble over a rejected fix says why`() throws {
        let fixes = FixIndex(try SampleRide.run().core.fixes)
        let index = try #require(fixes.rejected.first { fixes.fixes[$0].time == SampleRide.start + 100 })
        let viewport = MapViewport(
            centre: UnitMercator(fixes.fixes[index].coordinate), zoom: 16, width: 800, height: 600)
        #expect(fixes.nearest(to: ScreenPoint(x: 403, y: 296), in: viewport) == index)
        #expect(fixes.nearest(to: ScreenPoint(x: 440, y: 300), in: viewport) == nil)
        let detail = fixes.detail(of: index, clock: "Sun 17 May, 07:59:52")
        #expect(detail.title.description.hasPrefix("Fix rejected: "))
        #expect(detail.lines.first?.description == "Sun 17 May, 07:59:52 · 400 m jump in 1 s")
        #expect(detail.lines[1].description.contains("implied"))
        #expect(detail.time == SampleRide.start + 100)
    }

    @Test func `an accepted fix tells its values`() throws {
        let fixes = FixIndex(try SampleRide.run().core.fixes)
        let index = try #require(fixes.fixes.firstIndex { $0.isAccepted })
        let detail = fixes.detail(of: index, clock: "08:00:00", unit: .kilometresPerHour)
        #expect(detail.title.description == "Fix")
        #expect(detail.lines.last?.description == "18.0 km/h · ±3 m · 9 satellites · altitude 200 m")
        let imperial = fixes.detail(of: index, clock: "08:00:00", unit: .milesPerHour)
        #expect(imperial.lines.last?.description == "11.2 mph · ±10 ft · 9 satellites · altitude 656 ft")
    }

    @Test func `a fix is found before its duplicate`() throws {
        let fixes = FixIndex(try SampleRide.run(of: SampleRide.recording(twice: [50])).core.fixes)
        let duplicate = try #require(fixes.fixes.firstIndex { $0.rejection == .duplicate })
        let viewport = MapViewport(
            centre: UnitMercator(fixes.fixes[duplicate].coordinate), zoom: 20, width: 800, height: 600)
        let found = try #require(fixes.nearest(to: ScreenPoint(x: 401, y: 300), in: viewport))
        #expect(fixes.fixes[found].isAccepted && fixes.fixes[found].time == fixes.fixes[duplicate].time)
    }

    @Test func `nothing is near in an empty session`() {
        let viewport = MapViewport(centre: UnitMercator(x: 0.5, y: 0.5), zoom: 0, width: 10, height: 10)
        #expect(FixIndex(RecordedFixes()).nearest(to: ScreenPoint(x: 0, y: 0), in: viewport) == nil)
    }
}
