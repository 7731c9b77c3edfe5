import FusionCore
import Geodesy
import SensorModel
import Testing

@Suite struct SummaryTests {
    private let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))

    private func ride(from first: Int, to last: Int) -> [SensorEvent] {
        (first...last).map { second in
            let place = plane.coordinate(PlanePoint(east: 5 * Double(second), north: 0))
            let fix = Fix(
                mode: .threeDimensional, coordinate: place, horizontalAccuracy: 3, speed: 5, courseDegrees: 90)
            return SensorEvent(time: Instant(seconds: Double(second)), payload: .fix(fix))
        }
    }

    @Test func `a core that starts afresh does not take the session's metres with it`() {
        let reset = SensorEvent(time: Instant(seconds: 300.5), payload: .reset)
        let whole = FinishedTrack(events: ride(from: 0, to: 600), parameters: .init()).summary
        let cut = FinishedTrack(
            events: ride(from: 0, to: 300) + [reset] + ride(from: 301, to: 600), parameters: .init()
        ).summary
        #expect(abs(whole.distance - 3_000) < 30)
        // What is warming up after the start and after the reset is no way.
        #expect(abs(cut.distance - whole.distance) < 40)
        #expect(cut.fixes == whole.fixes && cut.duration == whole.duration)
    }

    @Test func `steps before and after a reset are both those of the session`() {
        let walk = ActivitySessions.Stretch(activity: .walking, seconds: 120, speed: nil, shake: (1.85, 2.5))
        let events = ActivitySessions().events([walk, walk])
        let whole = FinishedTrack(events: events, parameters: .init()).summary.steps
        let reset = SensorEvent(time: Instant(seconds: 120), payload: .reset)
        let cut = FinishedTrack(
            events: events.filter { $0.time < reset.time } + [reset] + events.filter { $0.time >= reset.time },
            parameters: .init()
        ).summary.steps
        #expect(whole > 400 && abs(cut - whole) < 20, "\(cut) of \(whole)")
    }

    /// The words of distance, steps and floors.
    private func words(_ events: [SensorEvent]) -> [Availability] {
        let summary = FinishedTrack(events: events, parameters: .init()).summary
        return [summary.distanceAvailability, summary.stepsAvailability, summary.floorsAvailability]
    }

    private func event(_ second: Double, _ payload: SensorEvent.Payload) -> SensorEvent {
        SensorEvent(time: Instant(seconds: second), payload: payload)
    }

    @Test func `nothing recorded, no sensor, no permission and zero are four words`() {
        #expect(words([]) == [.noData, .noData, .noData])
        #expect(words(ride(from: 0, to: 60)) == [.measured, .unavailable, .unavailable])
        let denied = SourceReport(
            device: .init(4), name: "imu", streams: [.acceleration, .pressure], state: .notPermitted)
        #expect(words([event(0, .source(denied)), event(1, .reset)]) == [.unavailable, .notPermitted, .notPermitted])
        #expect(
            words([event(0, .source(denied)), event(1, .acceleration(VectorSample(x: 0, y: 0, z: 9.81)))])[1]
                == .measured)
        #expect(words([event(0, .pressure(ScalarSample(value: 101_325)))])[2] == .measured)
    }
}
