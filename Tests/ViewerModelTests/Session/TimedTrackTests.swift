import Geometry
import SensorModel
import Testing

@testable import ViewerModel

@Suite struct TimedTrackTests {
    private let start = Instant(seconds: 1_000)

    /// Ten points, ten seconds and a thousandth of a degree apart.
    private var track: TimedTrack {
        TimedTrack(
            times: (0..<10).map { start + Double($0) * 10 },
            geometry: TrackGeometry((0..<10).map { Coordinate(latitude: 50, longitude: 14 + Double($0) * 1e-3) }))
    }

    @Test func `the drawn part follows the cursor`() {
        #expect(track.limit(at: start + -1) == 0)
        #expect(track.limit(at: start + 25) == 2.5)
        #expect(track.limit(at: start + 1_000) == 9)
        #expect(TimedTrack.empty.limit(at: start) == 0)
    }

    @Test func `a clipped track draws what reaches into the stretch, and no more`() {
        let clipped = track.clipped(to: (start + 25)...(start + 50))
        #expect(clipped.geometry.styles.indices.filter { clipped.geometry.styles[$0] != .gap } == [2, 3, 4])
    }

    @Test func `a place has the nearest time, out and back the one nearest to another`() throws {
        let places = (0...20).map { Coordinate(latitude: 50, longitude: 14 + 0.001 * Double(10 - abs(10 - $0))) }
        let times = (0...20).map { Instant(seconds: 10 * Double($0)) }
        let track = TimedTrack(times: times, geometry: TrackGeometry(places))
        let place = UnitMercator(Coordinate(latitude: 50.0001, longitude: 14.00_425))
        func time(around second: Double) throws -> Double {
            try #require(track.time(nearestTo: place, tolerance: 1e-9, around: Instant(seconds: second))).seconds
        }
        #expect(abs(try time(around: 0) - 42.5) < 0.1)
        #expect(abs(try time(around: 190) - 157.5) < 0.1)
        #expect(TimedTrack.empty.time(nearestTo: place, tolerance: 0, around: times[0]) == nil)
        var far = place
        far.x += 1
        #expect(
            track.time(nearestTo: far, tolerance: 1e-9, around: times[0]).map { abs($0.seconds - 42.5) < 0.1 } == true)
    }
}
