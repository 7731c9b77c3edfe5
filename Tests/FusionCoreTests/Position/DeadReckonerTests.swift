import FusionCore
import Geometry
import SensorModel
import Testing

@Suite struct DeadReckonerTests {
    private let start = Instant(seconds: 1_700_000_000)

    private func reckoner(speed: Double = 10) -> DeadReckoner {
        var reckoner = DeadReckoner()
        reckoner.restart(velocity: SIMD2(speed, 0), held: HeldVelocity(), at: start)
        return reckoner
    }

    @Test func `a laptop that slept for hours carries on to a place, not to no number`() {
        var reckoner = reckoner()
        for seconds in [1.0, 20_000, 20_002, 40_000] { reckoner.advance(to: start + seconds) }
        #expect(reckoner.offset.x.isFinite && reckoner.offset.y == 0)
        // Ten minutes held, and a speed that fades in 20 s.
        #expect(abs(reckoner.distance - 6_200) < 1e-6)
        #expect(abs(reckoner.offset.x - 6_200) < 1e-6)
        #expect(reckoner.speed(at: start + 40_000) == 0)
    }

    @Test(arguments: [0.02, 0.5, 2, 7]) func `the way does not depend on how often one asks`(step: Double) {
        var often = reckoner()
        var seconds = 0.0
        while seconds < 100 {
            seconds = min(100, seconds + step)
            often.advance(to: start + seconds)
        }
        var once = reckoner()
        once.advance(to: start + 100)
        #expect(abs(often.distance - once.distance) < 1e-6)
        #expect(abs(often.offset.x - once.offset.x) < 1e-6)
        #expect(abs(often.speed(at: start + 100) - once.speed(at: start + 100)) < 1e-9)
    }

    @Test func `a session with a night between two ticks stays finite`() {
        var session = Session()
        for second in 0..<60 { session.fix(Double(second), east: 10 * Double(second), speed: 10, course: 90) }
        for second in stride(from: 60.0, to: 70, by: 2) { session.tick(second) }
        for second in stride(from: 30_000.0, to: 30_010, by: 2) { session.tick(second) }
        let places = session.positions.filter(\.isEstimated)
        #expect(places.count > 4)
        #expect(places.allSatisfy { $0.coordinate.isValid && $0.accuracy.isFinite })
        #expect(session.core.latest.estimatedDistance.isFinite)
    }
}
