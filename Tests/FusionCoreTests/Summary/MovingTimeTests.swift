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

    /// A ride at 5 m/s that a file states, with some seconds after ten minutes in which no fix says anything.
    private func ride(silentFor seconds: Int) -> [SensorEvent] {
        let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))
        let end = Instant(seconds: Double(1_200 + seconds))
        let sport = ActivityStatement(.cycling, from: Instant(seconds: 0), until: end)
        let fixes = (0...1_200).map { step in
            let place = plane.coordinate(PlanePoint(east: 5 * Double(step), north: 0))
            return SensorEvent(
                time: Instant(seconds: Double(step <= 600 ? step : step + seconds)),
                payload: .fix(Fix(coordinate: place, horizontalAccuracy: 5, speed: 5)))
        }
        return [SensorEvent(time: Instant(seconds: 0), payload: .statement(sport))] + fixes
    }

    @Test func `a pause of the device is no movement, and a long one in one place is a stop`() {
        func track(_ seconds: Int, pause: Double?) -> FinishedTrack {
            let span = pause.map {
                SensorEvent(time: Instant(seconds: 600), payload: .span(DeviceSpan(.pause, duration: $0)))
            }
            return FinishedTrack(events: ride(silentFor: seconds) + [span].compactMap(\.self), parameters: .init())
        }
        let (silent, paused) = (track(120, pause: nil).summary, track(120, pause: 120).summary)
        #expect(abs(silent.movingTime - 1_320) < 12 && abs(paused.movingTime - 1_200) < 12, "\(silent) \(paused)")
        #expect(paused.spans.count == 1 && silent.spans.isEmpty)
        #expect(abs(paused.distance + paused.estimatedDistance - 6_000) < 20)
        #expect(track(300, pause: 300).day.stopCount == 1)
    }

    @Test func `speeds without a place are movement, and a silence in them is a move of the stated sport`() throws {
        // A foot pod or a wheel measures on while there is no place for a quarter of an hour.
        let sensed = stride(from: 605.0, to: 1_500, by: 5).map { second in
            SensorEvent(
                time: Instant(seconds: second),
                payload: .scalar(.sensorSpeed, ScalarSample(device: DeviceID(9), value: 5)))
        }
        let events = (ride(silentFor: 900) + sensed).enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }.map(\.element)
        let (track, silent) = (
            FinishedTrack(events: events, parameters: .init()),
            FinishedTrack(events: ride(silentFor: 900), parameters: .init())
        )
        #expect(abs(track.summary.movingTime - 2_100) < 15 && silent.summary.movingTime < 1_300, "\(track.summary)")
        #expect(abs(track.summary.length - 10_500) < 150, "\(track.summary)")
        let moves = track.day.items.compactMap { if case .move(let move) = $0 { move } else { nil } }
        #expect(moves.count == track.day.items.count && moves.allSatisfy { $0.activity == .cycling && $0.isStated })
        #expect(abs(moves.reduce(0) { $0 + $1.length } - track.summary.length) < 50, "\(moves)")
        #expect(silent.day.stopCount == 1)
    }

    @Test func `a recording that starts in motion moves from its first fix on`() {
        let summary = FinishedTrack(events: ride(silentFor: 1), parameters: .init()).summary
        #expect(abs(summary.movingTime - 1_201) <= 1, "\(summary.movingTime)")
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

    @Test(arguments: [1, 5, 10], [nil, 90.0])
    func `stated speeds that the places beside them contradict are no record`(seconds: Int, course: Double?) {
        func fastest(_ speed: (Int) -> Double, pace: Double) -> Double {
            let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))
            let events = (0..<300).map { step in
                let error = Double(step * 7 % 11 - 5) / 3
                let metres = pace * Double(step * seconds)
                let fix = Fix(
                    coordinate: plane.coordinate(PlanePoint(east: metres, north: error)), horizontalAccuracy: 4,
                    speed: speed(step), courseDegrees: course)
                return SensorEvent(time: Instant(seconds: Double(step * seconds)), payload: .fix(fix))
            }
            return FinishedTrack(events: events, parameters: .init()).summary.maximumSpeed
        }
        let walk = fastest({ 150..<153 ~= $0 ? 25 : 1.4 }, pace: 1.4)
        #expect((1.2...(course == nil ? 2 : 5)).contains(walk), "\(walk)")
        // A faster stretch that the places show, and a speed a third above them, are kept.
        let ride = fastest({ 150..<160 ~= $0 ? 6.5 : 5 }, pace: 5)
        #expect(course != nil || abs(ride - 6.5) < 0.3, "\(ride)")
    }

    @Test func `a speed between the places of a location service is never the fastest`() {
        let track = FinishedTrack(events: walk(every: 5, mode: .unknown), parameters: .init())
        #expect(track.summary.distance > 3_000 && track.summary.movingTime > 2_000)
        #expect(track.summary.maximumSpeed == 0 && track.summary.maximumSpeedTime == nil)
    }
}
