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

}
