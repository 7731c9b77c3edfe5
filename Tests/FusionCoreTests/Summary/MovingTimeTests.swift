import FusionCore
import Geometry
import SensorModel
import Testing

@Suite struct MovingTimeTests {
    /// Twenty minutes at 1.4 m/s, twenty minutes at rest, and twenty minutes at 1.4 m/s, without measured speeds.
    private func walk(every seconds: Int, mode: FixMode = .threeDimensional) -> [SensorEvent] {
        let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))
        return stride(from: 0, through: 3_600, by: seconds).map { second in
            let metres = 1.4 * Double(min(second, 1_200) + max(0, second - 2_400))
            let fix = Fix(
                mode: mode, coordinate: plane.coordinate(PlanePoint(east: metres, north: 0)), horizontalAccuracy: 5)
            return SensorEvent(time: Instant(seconds: Double(second)), payload: .fix(fix))
        }
    }

    @Test(arguments: [1, 5, 10, 15, 30, 60])
    func `the time in motion and the fastest speed do not depend on the interval of the fixes`(seconds: Int) {
        let summary = FinishedTrack(events: walk(every: seconds), parameters: .init()).summary
        #expect((2_250...2_600).contains(summary.movingTime), "\(summary.movingTime)")
        let average = summary.distance / summary.movingTime
        #expect((1.25...1.5).contains(average), "\(average)")
        // A start within no time at all is not as sudden in a track, which then catches up.
        #expect((1.35...1.75).contains(summary.maximumSpeed), "\(summary.maximumSpeed)")
        #expect(summary.maximumSpeedTime != nil)
    }

    @Test func `a silence of hours is no movement`() {
        let events = walk(every: 5).filter { $0.time < Instant(seconds: 1_200) }
        let later = events.map { SensorEvent(time: $0.time + 14_400, payload: $0.payload) }
        let once = FinishedTrack(events: events, parameters: .init()).summary.movingTime
        let both = FinishedTrack(events: events + later, parameters: .init()).summary.movingTime
        #expect(once > 1_100 && abs(both - 2 * once) < 60, "\(once) \(both)")
    }

    @Test func `steps without any fix are movement`() {
        let walk = ActivitySessions.Stretch(activity: .walking, seconds: 300, speed: nil, shake: (1.85, 2.5))
        let rest = ActivitySessions.Stretch(activity: .stationary, seconds: 300, speed: nil, shake: (1.85, 0))
        let summary = FinishedTrack(events: ActivitySessions().events([walk, rest]), parameters: .init()).summary
        #expect((270...330).contains(summary.movingTime), "\(summary.movingTime)")
    }

    @Test(arguments: [1, 5, 10])
    func `a few wrong places are no record`(seconds: Int) {
        let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))
        let events = walk(every: seconds).enumerated().map { index, event in
            guard index % 37 == 20, case .fix(var fix) = event.payload, let place = fix.coordinate else { return event }
            var point = plane.point(place)
            point.north += 30 * Double(seconds)
            fix.coordinate = plane.coordinate(point)
            return SensorEvent(time: event.time, payload: .fix(fix))
        }
        let summary = FinishedTrack(events: events, parameters: .init()).summary
        #expect((1...3).contains(summary.maximumSpeed), "\(summary.maximumSpeed)")
    }

    @Test func `a speed between the places of a location service is never the fastest`() {
        let track = FinishedTrack(events: walk(every: 5, mode: .unknown), parameters: .init())
        #expect(track.summary.distance > 3_000 && track.summary.movingTime > 2_000)
        #expect(track.summary.maximumSpeed == 0 && track.summary.maximumSpeedTime == nil)
    }
}
