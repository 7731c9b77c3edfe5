import FusionCore
import Geodesy
import SensorModel
import Simulation
import Testing

@Suite struct TrackSmootherTests {
    @Test func `nothing in, nothing out`() {
        #expect(TrackSmoother().smooth([]).isEmpty)
    }

    @Test func `a bridge starts and ends at its fixes and is marked`() {
        var session = Session()
        var steps: [FilterStep] = []
        for second in [3, 4, 5, 6, 7, 8, 40, 41, 42, 43] {
            session.fix(Double(second), north: 10 * Double(second), speed: 10, course: 0)
            if let step = session.core.position.constantVelocity.step { steps.append(step) }
        }
        let track = TrackSmoother().smooth(steps)
        let bridged = track.filter(\.isEstimated)
        #expect(bridged.count == 31)
        #expect(zip(track, track.dropFirst()).allSatisfy { $0.time < $1.time })
        for point in bridged {
            #expect(Session.distance(point.coordinate, toEast: 0, north: 10 * (point.time - Session.start)) < 3)
            #expect(point.accuracy > steps[5].filtered.covariance.pp.squareRoot())
        }
    }

    @Test func `a long gap stays open`() {
        var session = Session()
        var steps: [FilterStep] = []
        for second in [3.0, 4, 5, 2_000, 2_001] {
            session.fix(second, north: second, speed: 1, course: 0)
            if let step = session.core.position.constantVelocity.step { steps.append(step) }
        }
        #expect(TrackSmoother().smooth(steps).allSatisfy { !$0.isEstimated })
    }

    @Test func `the plane may move under a long drive`() {
        var plan = SessionPlan(
            journey: Journey(startCourseDegrees: 80, [Leg(.automotive, cruise: 35, [.straight(30_000)])]),
            receiver: .wandering, motion: nil)
        plan.origin = Coordinate(latitude: 60, longitude: 179.8)
        let trial = Trial(plan, seed: 4)
        #expect(trial.live.largest < 12)
        #expect(trial.saved.largest < 12)
        #expect(trial.saved.rms <= trial.live.rms)
    }
}
