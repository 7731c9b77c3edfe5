import Geometry
import Glibc
import SensorModel
import Simulation
import Testing

@testable import FusionCore

/// Which metres count as measured, which as estimated, and which not at all.
@Suite struct TrackDistanceTests {
    /// The summary of a drive at 10 m/s with fixes at these seconds.
    private func summary(ofFixesAt seconds: [Double]) -> Summary {
        let events = seconds.map { second in
            SensorEvent(
                time: Session.at(second),
                payload: .fix(
                    Fix(
                        coordinate: Session.plane.coordinate(PlanePoint(east: 10 * second, north: 0)),
                        horizontalAccuracy: 4, speed: 10, courseDegrees: 90)))
        }
        return FinishedTrack(events: events, parameters: .init()).summary
    }

    @Test func `only the distance from fix to fix is measured`() {
        let whole = summary(ofFixesAt: (0...100).map(Double.init))
        #expect(abs(whole.distance - 1_000) < 1)
        #expect(whole.estimatedDistance == 0)
        let outage = summary(ofFixesAt: (Array(0...40) + Array(80...100)).map(Double.init))
        #expect(abs(outage.distance - 600) < 1)
        #expect(abs(outage.estimatedDistance - 400) < 1)
        // A silence as long as a ride under ground was one; a longer one led at least straight to its end, as in the day; and
        // nothing is known about more than a day.
        let ride = summary(ofFixesAt: (Array(0...40) + Array(2_000...2_020)).map(Double.init))
        #expect(abs(ride.distance - 600) < 1)
        #expect(abs(ride.estimatedDistance - 19_600) < 10)
        let silence = summary(ofFixesAt: (Array(0...40) + Array(3_640...3_660)).map(Double.init))
        #expect(abs(silence.distance - 600) < 1)
        #expect(abs(silence.estimatedDistance - 36_000) < 10)
        let days = summary(ofFixesAt: (Array(0...40) + Array(90_000...90_020)).map(Double.init))
        #expect(abs(days.distance - 600) < 1)
        #expect(days.estimatedDistance == 0)
    }

    /// A phone that samples by distance has fixes every 2 s by train, and every 20 s on the walk after it.
    @Test func `a walk that is sampled by distance is measured, and a silence in it is not`() {
        var (time, east) = (0.0, 0.0)
        let events = ([(2.0, 30.0, 300)] + [(20, 28, 20), (200, 280, 1), (20, 28, 20)]).flatMap { step, metres, count in
            (0..<count).map { _ in
                (time, east) = (time + step, east + metres)
                return SensorEvent(
                    time: Session.at(time),
                    payload: .fix(
                        Fix(
                            coordinate: Session.plane.coordinate(PlanePoint(east: east, north: 0)),
                            horizontalAccuracy: 4, speed: metres / step, courseDegrees: 90)))
            }
        }
        let summary = FinishedTrack(events: events, parameters: .init()).summary
        #expect(abs(summary.estimatedDistance - 280) < 40)
        #expect(abs(summary.distance - 299 * 30 - 40 * 28) < 100)
    }

    /// The distance of ten minutes at a speed under white noise of 5 m on each axis, of fixes that state no speed.
    private func metres(at speed: Double, seed: UInt64) -> Double {
        var random = RandomSource(seed: seed)
        let events = (0...600).map { second in
            let place = PlanePoint(east: speed * Double(second) + 5 * random.normal(), north: 5 * random.normal())
            return SensorEvent(
                time: Session.at(Double(second)),
                payload: .fix(Fix(coordinate: Session.plane.coordinate(place), horizontalAccuracy: 5)))
        }
        return FinishedTrack(events: events, parameters: .init()).summary.distance
    }

    @Test(arguments: [1.4, 3, 5, 12]) func `noise makes no distance longer if there are no speeds`(speed: Double) {
        let ways = (1...5).map { metres(at: speed, seed: $0) }
        #expect(abs(ways.reduce(0, +) / 5 / (600 * speed) - 1) < 0.06, "\(ways)")
    }

    @Test func `motion is as long as the mean of the tracks that fit, but no longer than the fixes`() {
        func expected(measured: Double) -> Double {
            TrackDistance.Measure.byPlace(chord: 3, path: 4, noise: 18, measured: measured).expectedPath
        }
        #expect(expected(measured: 10) == 5)
        #expect(expected(measured: 4.5) == 4.5)
        #expect(expected(measured: 1) == 4)
    }

    @Test func `noise alone is no distance`() {
        let ways = (1...5).map { metres(at: 0, seed: $0) }
        #expect(ways.reduce(0, +) / 5 < 60, "\(ways)")
    }

    /// The distance of a smooth path of which a fix is reported every so many seconds; without speeds unless there is a course.
    private func metres(
        every interval: Double, for seconds: Double, course: ((Double) -> Double)? = nil,
        at place: (Double) -> PlanePoint
    ) -> Double {
        let events = stride(from: 0, through: seconds, by: interval).map { second in
            SensorEvent(
                time: Session.at(second),
                payload: .fix(
                    Fix(
                        coordinate: Session.plane.coordinate(place(second)), horizontalAccuracy: 5,
                        speed: course == nil ? nil : 3, courseDegrees: course?(second))))
        }
        let summary = FinishedTrack(events: events, parameters: .init()).summary
        return summary.distance + summary.estimatedDistance
    }

    @Test(arguments: [0.5, 0.8]) func `a slow straight walk counts in full`(speed: Double) {
        let metres = metres(every: 1, for: 200) { PlanePoint(east: speed * $0, north: 0) }
        #expect(abs(metres / (200 * speed) - 1) < 0.05, "\(metres)")
    }

    @Test func `bends between fixes that are far apart count`() {
        // Half circles of 30 m radius at 3 m/s: the chords of 10 s are 4 % shorter than the way.
        // North and back in turn; the course says how the way bends.
        func course(_ second: Double) -> Double {
            let angle = 3 * second / 30
            let half = (angle / .pi).rounded(.down)
            let turn = (angle - half * .pi) * 180 / .pi
            return half.truncatingRemainder(dividingBy: 2) == 0 ? turn : 180 - turn
        }
        let metres = metres(every: 10, for: 1_800, course: course) { second in
            let angle = 3 * second / 30
            let half = (angle / .pi).rounded(.down)
            let turn = angle - half * .pi
            let side: Double = half.truncatingRemainder(dividingBy: 2) == 0 ? 1 : -1
            return PlanePoint(east: 60 * half + 30 * (1 - cos(turn)), north: side * 30 * sin(turn))
        }
        #expect(abs(metres / 5_400 - 1) < 0.03, "\(metres)")
    }

    @Test func `a rest within a ride adds no noise`() {
        func way(seed: UInt64) -> Double {
            var random = RandomSource(seed: seed)
            return metres(every: 1, for: 360) { second in
                let east = 8 * (min(second, 120) + max(0, second - 240))
                return PlanePoint(east: east + 3 * random.normal(), north: 3 * random.normal())
            }
        }
        let ways = (1...5).map { way(seed: $0) }
        #expect(abs(ways.reduce(0, +) / 5 - 1_920) < 40, "\(ways)")
    }

    @Test func `a receiver that leaps a kilometre and back has not gone there`() {
        var session = Session()
        for second in 0..<120 {
            let isAway = second >= 50 && second < 70
            session.fix(Double(second), east: 1.4 * Double(second), north: isAway ? 1_000 : 0, speed: 1.4, course: 90)
        }
        let latest = session.core.latest
        let truth = 1.4 * 117
        #expect(session.verdicts.contains { $0.rejection == .impliedSpeed })
        #expect(session.positions.contains { Session.distance($0.coordinate, toEast: 84, north: 1_000) < 50 })
        // No distance counts across either leap, nor for the fixes that were rejected at each.
        #expect(latest.distance < truth)
        #expect(latest.estimatedDistance < 1)
        #expect(abs(latest.distance - (truth - 2 * 4 * 1.4)) < 5)
    }

    @Test func `the way from one receiver to another is none`() {
        var session = Session()
        for second in 0..<40 { session.fix(Double(second), east: 1.4 * Double(second), speed: 1.4, course: 90) }
        for second in 46..<80 {
            session.fix(
                Double(second), east: 1.4 * Double(second), north: 60, speed: 1.4, course: 90, device: 1)
        }
        let latest = session.core.latest
        #expect(abs(latest.distance + latest.estimatedDistance - 1.4 * 77) < 5)
        #expect(latest.estimatedDistance < 12)
    }

    @Test func `a receiver that takes over after a long way was carried there`() {
        var session = Session()
        for second in 0..<40 { session.fix(Double(second), east: 10 * Double(second), speed: 10, course: 90) }
        for second in 640..<680 {
            session.fix(Double(second), east: 10 * Double(second), speed: 10, course: 90, device: 1)
        }
        let latest = session.core.latest
        #expect(abs(latest.distance - 10 * (37 + 39)) < 5)
        #expect(abs(latest.estimatedDistance - 6_010) < 10)
    }

    @Test func `fixes refused while a clock was put right leave an estimated way`() {
        var session = Session()
        for second in 0..<50 {
            session.fix(
                Double(second) + 12, received: Double(second), east: 5 * Double(second), speed: 5, course: 90)
        }
        for second in 50..<100 { session.fix(Double(second), east: 5 * Double(second), speed: 5, course: 90) }
        let latest = session.core.latest
        #expect(session.verdicts.contains { $0.rejection == .outOfOrder })
        #expect(abs(latest.distance + latest.estimatedDistance - 5 * 97) < 2)
        #expect(latest.estimatedDistance > 30)
    }
}
