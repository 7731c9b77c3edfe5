import Foundation
import FusionCore
import Geometry
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
        // The fixes of the warm-up after the start and after the reset add no distance.
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

    /// A ride of 5 m/s without a position from one second to another, which a wheel measures.
    private func wheel(from first: Int, to last: Int, speed: Double = 5) -> [SensorEvent] {
        (first...last).map { event(Double($0), .scalar(.sensorSpeed, ScalarSample(value: speed))) }
    }

    @Test func `what a wheel measures before the first fix and through an outage is estimated distance`() {
        // A loop of ten minutes without a fix that ends where it began.
        let back = ride(from: 301, to: 500).map { event in
            var event = event
            event.time = event.time + 600
            return event
        }
        let fixes = ride(from: 100, to: 300) + back
        let summary = FinishedTrack(
            events: wheel(from: 0, to: 99) + Array(fixes[..<201]) + wheel(from: 301, to: 900) + Array(fixes[201...]),
            parameters: .init()
        ).summary
        #expect(abs(summary.distance - 2_000) < 60, "\(summary.distance)")
        #expect(abs(summary.estimatedDistance - (500 + 3_000)) < 40, "\(summary.estimatedDistance)")
        let without = FinishedTrack(events: fixes, parameters: .init()).summary
        #expect(abs(without.estimatedDistance) < 30, "\(without.estimatedDistance)")
    }

    @Test func `what is moved within stops and between them adds up to the distance`() {
        // Ten minutes about a yard, then a ride.
        let yard = (0..<600).map { second -> SensorEvent in
            let angle = Double(second) / 25
            let place = plane.coordinate(PlanePoint(east: 12 * cos(angle), north: 12 * sin(angle)))
            return event(Double(second), .fix(Fix(mode: .threeDimensional, coordinate: place, horizontalAccuracy: 3)))
        }
        let away = ride(from: 0, to: 400).map { event in
            var event = event
            event.time = event.time + 600
            return event
        }
        let track = FinishedTrack(events: yard + away, parameters: .init())
        var sum = (moves: 0.0, stops: 0.0)
        for item in track.day.items {
            switch item {
            case .stop(let stop): sum.stops += stop.distance + stop.estimatedDistance
            case .move(let move): sum.moves += move.distance + move.estimatedDistance
            case .gap: break
            }
        }
        #expect(sum.stops > 100, "\(track.day.items)")
        #expect(abs(sum.moves + sum.stops - track.summary.distance - track.summary.estimatedDistance) < 5)
    }

    @Test func `a wheel that is heard again after a minute has measured nothing in between`() {
        let events = wheel(from: 0, to: 10) + wheel(from: 70, to: 80) + ride(from: 81, to: 200)
        let summary = FinishedTrack(events: events, parameters: .init()).summary
        #expect(abs(summary.estimatedDistance - 100) < 20, "\(summary.estimatedDistance)")
        let impossible = FinishedTrack(events: wheel(from: 0, to: 10, speed: 1e9), parameters: .init()).summary
        #expect(impossible.estimatedDistance == 0)
    }

    @Test func `where a wheel measures no detour, an outage is no shorter than its chord`() {
        let later = ride(from: 361, to: 500)
        let events = ride(from: 0, to: 300) + wheel(from: 301, to: 360, speed: 1) + later
        let summary = FinishedTrack(events: events, parameters: .init()).summary
        #expect(abs(summary.estimatedDistance - 305) < 10, "\(summary.estimatedDistance)")
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
            device: .init(4), name: "imu", streams: [.acceleration, .scalar(.pressure)], state: .notPermitted)
        #expect(words([event(0, .source(denied)), event(1, .reset)]) == [.unavailable, .notPermitted, .notPermitted])
        #expect(
            words([event(0, .source(denied)), event(1, .acceleration(VectorSample(x: 0, y: 0, z: 9.81)))])[1]
                == .measured)
        #expect(words([event(0, .scalar(.pressure, ScalarSample(value: 101_325)))])[2] == .measured)
    }
}
