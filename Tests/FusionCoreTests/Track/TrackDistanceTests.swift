import FusionCore
import Geodesy
import SensorModel
import Simulation
import Testing

/// Which metres count as measured, which as estimated, and which not at all.
@Suite struct TrackDistanceTests {
    private let plane = Session.plane

    private func metres(_ link: TrackDistance.Link) -> TrackDistance {
        var distance = TrackDistance()
        let start = Session.start
        distance.add(plane.coordinate(PlanePoint(east: 0, north: 0)), at: start, speed: 1, noise: 1, isStill: false)
        distance.add(
            plane.coordinate(PlanePoint(east: 100, north: 0)), at: start + 10, speed: 1, noise: 1, isStill: false,
            link: link)
        return distance
    }

    @Test func `only a way from fix to fix is measured`() {
        #expect(abs(metres(.fixes).metres - 100) < 0.1)
        #expect(metres(.fixes).estimatedMetres == 0)
        #expect(metres(.outage(0)).metres == 0)
        #expect(abs(metres(.outage(0)).estimatedMetres - 100) < 0.1)
        #expect(metres(.leap(12)).metres == 0)
        #expect(metres(.leap(12)).estimatedMetres == 12)
        #expect(abs(metres(.leap(500)).estimatedMetres - 100) < 0.1)
    }

    /// The way of ten minutes at a speed under white noise of 5 m on each axis, of fixes that tell no speed.
    private func metres(at speed: Double, seed: UInt64) -> Double {
        var random = RandomSource(seed: seed)
        var distance = TrackDistance()
        for second in 0...600 {
            let place = PlanePoint(
                east: speed * Double(second) + 5 * random.normal(), north: 5 * random.normal())
            distance.add(
                plane.coordinate(place), at: Session.start + Double(second), speed: nil, noise: 5, isStill: false)
        }
        return distance.metres
    }

    @Test(arguments: [1.4, 3, 5, 12]) func `noise makes no way longer where there are no speeds`(speed: Double) {
        let ways = (1...5).map { metres(at: speed, seed: $0) }
        #expect(abs(ways.reduce(0, +) / 5 / (600 * speed) - 1) < 0.06, "\(ways)")
    }

    @Test func `noise alone is no way`() {
        #expect((1...5).reduce(0) { $0 + metres(at: 0, seed: $1) } < 5 * 15)
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
        #expect(latest.distance < truth)
        #expect(latest.estimatedDistance < 20)
        #expect(abs(latest.distance + latest.estimatedDistance - truth) < 5)
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
