import FusionCore
import Geometry
import SensorModel
import Testing

@testable import Simulation

@Suite struct TrackSmootherTests {
    @Test func `nothing in, nothing out`() {
        #expect(TrackSmoother().smooth(ReceiverTrails(), filter: .init()).track.isEmpty)
    }

    @Test func `a bridge starts and ends at its fixes and is marked`() {
        var session = Session()
        var steps = FixTrail()
        var entrance: Double?
        for second in [3, 4, 5, 6, 7, 8, 40, 41, 42, 43] {
            session.fix(Double(second), north: 10 * Double(second), speed: 10, course: 0)
            steps.append(fixOf: session.core.position.model)
            if second == 8 { entrance = session.positions.last?.accuracy }
        }
        let track = TrackSmoother().smooth(ReceiverTrails(steps), filter: .init()).track
        let bridged = track.filter(\.isEstimated)
        #expect(bridged.count == 31)
        #expect(zip(track, track.dropFirst()).allSatisfy { $0.time < $1.time })
        for point in bridged {
            #expect(Session.distance(point.coordinate, toEast: 0, north: 10 * (point.time - Session.start)) < 3)
            #expect(point.accuracy > (entrance ?? .infinity) / 2)
        }
    }

    @Test func `a bridge leans on the velocity only as far as the exit bears it out`() {
        /// Walks north, is lost for a minute, and comes back at a place some metres off, walking north again.
        func middle(exitNorth: Double) -> Double {
            var session = Session()
            var steps = FixTrail()
            func fix(_ second: Int, _ north: Double) {
                session.fix(Double(second), north: north, speed: 1.4, course: 0)
                steps.append(fixOf: session.core.position.model)
            }
            for second in 3..<20 { fix(second, 1.4 * Double(second - 20)) }
            for second in 80..<90 { fix(second, exitNorth + 1.4 * Double(second - 80)) }
            let track = TrackSmoother().smooth(ReceiverTrails(steps), filter: .init()).track
            let centre = track.filter(\.isEstimated).min {
                abs($0.time - Session.at(50)) < abs($1.time - Session.at(50))
            }
            return centre.map { Session.plane.point($0.coordinate).north } ?? .nan
        }
        // Straight on: half of the distance. Back at the start: not far from there.
        #expect(abs(middle(exitNorth: 84) - 42) < 3)
        #expect(abs(middle(exitNorth: 2)) < 6)
    }

    @Test func `a track over the antimeridian and one by the pole are smoothed like any other`() {
        for origin in [Coordinate(latitude: 12, longitude: 179.999), Coordinate(latitude: 89.95, longitude: 20)] {
            var plan = SessionPlan(
                journey: Journey(
                    startCourseDegrees: 85,
                    [Leg(.cycling, cruise: 5, [.straight(400), .turn(90, radius: 20), .straight(300)])]),
                receiver: .wandering, motion: nil)
            plan.origin = origin
            let trial = Trial(plan, seed: 2)
            #expect(trial.verdicts.allSatisfy { $0.isAccepted || $0.rejection == .warmUp })
            #expect(trial.live.largest < 10)
            #expect(trial.saved.rms <= trial.raw.rms)
        }
    }

    @Test func `fixes that arrive twice change nothing`() {
        var plan = Scenarios.bike.plan
        plan.motion = nil
        let events = plan.simulate(seed: 2).events
        let doubled = Trial.ordered(
            events.flatMap { event -> [SensorEvent] in
                if case .fix = event.payload { [event, event] } else { [event] }
            })
        let once = FinishedTrack(events: Trial.ordered(events), parameters: .init())
        #expect(FinishedTrack(events: doubled, parameters: .init()).smoothed == once.smoothed)
    }

    @Test func `a long gap stays open`() {
        var session = Session()
        var steps = FixTrail()
        for second in [3.0, 4, 5, 2_000, 2_001] {
            session.fix(second, north: second, speed: 1, course: 0)
            steps.append(fixOf: session.core.position.model)
        }
        #expect(TrackSmoother().smooth(ReceiverTrails(steps), filter: .init()).track.allSatisfy { !$0.isEstimated })
    }

    /// Satellite messengers send a place each ten minutes to each hour.
    @Test(arguments: [600.0, 1_800, 3_600])
    func `fixes that are always rare have an estimated distance`(_ interval: Double) {
        let events = (0..<30).map { number in
            let place = Session.plane.coordinate(PlanePoint(east: 0, north: 1.3 * interval * Double(number)))
            return SensorEvent(
                time: Session.at(interval * Double(number)),
                payload: .fix(Fix(coordinate: place, horizontalAccuracy: 5, speed: nil)))
        }
        let way = 1.3 * interval * 29
        let finished = FinishedTrack(events: events, parameters: .init())
        var core = FusionCore()
        for event in events { core.consume(event) { _ in } }
        let (live, saved) = (core.latest, finished.summary)
        let isMeasured = interval <= 900
        for distances in [(live.distance, live.estimatedDistance), (saved.distance, saved.estimatedDistance)] {
            #expect(abs((isMeasured ? distances.0 : distances.1) - way) < 0.02 * way)
            #expect((isMeasured ? distances.1 : distances.0) == 0)
        }
        #expect(finished.smoothed.contains(where: \.isBridged) != isMeasured)
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
