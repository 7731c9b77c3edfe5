import Geometry
import SensorModel
import Testing
import ViewerModel

@testable import FusionCore

@Suite struct StopRingsTests {
    /// Returns a stop `east` metres east of the others.
    private func stop(at start: Int64, lasting minutes: Double, east: Double = 0, name: String? = nil)
        -> StorylineItem.Stop
    {
        let start = Instant(nanoseconds: start * 1_000_000_000)
        return StorylineItem.Stop(
            start: start, end: start + 60 * minutes,
            coordinate: Coordinate(latitude: 0, longitude: 14 + east / 111_195), radius: 20, name: name)
    }

    @Test func `stops on top of each other share the ring of the longest until the map is enlarged`() {
        let stops = [
            stop(at: 0, lasting: 5, name: "Kiosk"), stop(at: 1_000, lasting: 90, east: 30),
            stop(at: 9_000, lasting: 10, east: 4_000),
        ]
        var rings = StopRings(stops, spacing: 6)
        // 10 m a pixel: the first two are three pixels apart.
        let world = 40_030_000.0
        let far = rings.rings(atScale: world / 10)
        #expect(far.map(\.place) == [UnitMercator(stops[1].coordinate), UnitMercator(stops[2].coordinate)])
        #expect(far.map(\.start) == [stops[0].start, stops[2].start], "reached with the first of its stops")
        #expect(far.map(\.name) == ["Kiosk", nil])
        #expect(rings.rings(atScale: world / 10) == far)
        let near = rings.rings(atScale: world)
        #expect(near.map(\.place) == stops.map { UnitMercator($0.coordinate) })
        #expect(near.map(\.name) == ["Kiosk", nil, nil])
    }

    @Test func `a stop without a valid place has no ring`() {
        var lost = stop(at: 0, lasting: 5)
        lost.coordinate = Coordinate(latitude: .nan, longitude: 0)
        var rings = StopRings([lost], spacing: 6)
        #expect(rings.rings(atScale: 1_000).isEmpty)
    }
}
