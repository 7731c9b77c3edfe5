import Geometry
import SensorModel
import Testing
import ViewerModel

@testable import FusionCore

@Suite struct MapHeightsTests {
    private func track(_ count: Int) -> PositionTrack {
        var track = PositionTrack()
        for second in 0..<count {
            track.append(
                PositionEstimate(
                    time: Instant(nanoseconds: Int64(second) * 1_000_000_000),
                    coordinate: Coordinate(latitude: 50 + Double(second) * 1e-5, longitude: 14), accuracy: 5))
        }
        return track
    }

    @Test func `heights are those of the places, and missing where the map ends`() throws {
        let series = try #require(
            MapHeights.series(along: track(100)) { $0.latitude > 50.000_495 ? nil : ($0.latitude - 50) * 1e5 })
        #expect(series.count == 100 && series.bounds == 0...49)
        #expect(series.value(at: Instant(nanoseconds: 20_500_000_000)) == 20)
        #expect(series.value(at: Instant(nanoseconds: 60_000_000_000)) == nil)
    }

    @Test func `a track without heights has none, as has one that was cancelled`() {
        #expect(MapHeights.series(along: track(100)) { _ in nil } == nil)
        #expect(MapHeights.series(along: track(0)) { _ in 1 } == nil)
        #expect(MapHeights.series(along: track(100), isCancelled: { true }) { _ in 1 } == nil)
    }

    @Test func `differences begin with the first known height`() {
        let times = (0..<3).map { Instant(nanoseconds: $0) }
        let series = TimeSeries(times: times, values: [.nan, 200, 230]).fromFirst
        #expect(series.bounds == 0...30 && series.values[0].isNaN)
    }
}
