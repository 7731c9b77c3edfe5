import FusionCore
import Geometry
import SensorModel
import Testing

@Suite struct FinishedTrackTests {
    /// Walks straight on before and after a silence, one fix a second.
    private func walk(silentFor silence: Double) -> [SensorEvent] {
        let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))
        return (0..<200).map { second in
            let time = Instant(seconds: 1_700_000_000 + Double(second) + (second < 100 ? 0 : silence))
            let fix = Fix(
                coordinate: plane.coordinate(PlanePoint(east: 1.4 * Double(second), north: 0)), horizontalAccuracy: 3,
                speed: 1.4)
            return SensorEvent(time: time, payload: .fix(fix))
        }
    }

    @Test(arguments: [1_300.0, 90_000])
    func `a silence that nothing bridges keeps both its ends in the simplified line`(seconds: Double) {
        let track = FinishedTrack(events: walk(silentFor: seconds), parameters: Parameters())
        #expect(!track.smoothed.contains { $0.isEstimated })
        let times = track.simplified.map { $0.estimate.time.seconds - 1_700_000_000 }
        #expect(times.contains(99))
        #expect(times.contains(100 + seconds))
    }

    @Test func `a silence that is bridged is drawn as estimated`() {
        let track = FinishedTrack(events: walk(silentFor: 300), parameters: Parameters())
        #expect(track.simplified.contains { $0.estimate.isEstimated })
    }

    @Test func `heights of zero and minus zero both come back`() {
        let heights = [-0.0, 0, 0, -0.0, 3, -0.0]
        let events = zip(walk(silentFor: 0), heights).map { event, height in
            guard case .fix(var fix) = event.payload else { return event }
            fix.altitude = height
            return SensorEvent(time: event.time, payload: .fix(fix))
        }
        let smoothed = FinishedTrack(events: events, parameters: Parameters()).smoothed
        #expect(smoothed.map { $0.altitude?.bitPattern } == heights.map(\.bitPattern))
    }

    @Test func `a straight walk without a silence is two points`() {
        let track = FinishedTrack(events: walk(silentFor: 0), parameters: Parameters())
        #expect(track.simplified.count { $0.activity == .walking } >= 2)
        #expect(track.simplified.count <= 4)
    }
}
