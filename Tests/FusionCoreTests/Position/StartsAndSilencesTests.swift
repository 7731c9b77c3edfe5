import FusionCore
import Geometry
import Glibc
import SensorModel
import Testing

@Suite struct StartsAndSilencesTests {
    /// A walk to the north at 1.4 m/s, a fix a second.
    private func walk(
        _ seconds: Range<Int>, in session: inout Session, finisher: inout TrackFinisher, after since: Double = 0,
        speed: Double? = 1.4, aside: (Double) -> Double
    ) {
        for second in seconds {
            let time = Double(second)
            let place = Session.plane.coordinate(PlanePoint(east: aside(time), north: 1.4 * (time - since)))
            let event = SensorEvent(
                time: Session.at(time), received: Session.at(time),
                payload: .fix(
                    Fix(
                        device: DeviceID(0), mode: .threeDimensional, coordinate: place, horizontalAccuracy: 4,
                        speed: speed, courseDegrees: speed.map { _ in 0 })))
            finisher.consume(event, with: &session.core) { estimate in
                if case .verdict(let verdict) = estimate { session.verdicts.append(verdict) }
            }
        }
    }

    @Test(arguments: [200.0, 400])
    func `the track begins where the fixes of a start agree, and those before are rejected`(leap: Double) throws {
        var (session, finisher) = (Session(), TrackFinisher())
        walk(3..<120, in: &session, finisher: &finisher) { $0 < 18 ? leap * exp((3 - $0) / 4) : 0 }
        let track = finisher.finish(session.core)
        let rejected = session.verdicts.filter { $0.rejection == .unsettled }.map(\.time)
        let first = try #require(track.smoothed.first?.time)
        #expect(rejected.first == Session.at(3) && rejected.last == Session.at((first - Session.at(0)) - 1))
        #expect(track.summary.fixes == 117 && track.summary.rejected == [.unsettled: rejected.count])
        for position in track.smoothed { #expect(abs(Session.plane.point(position.coordinate).east) < 12) }
        for position in track.smoothed where position.time > Session.at(20) {
            #expect(abs(Session.plane.point(position.coordinate).east) < 6)
        }
        #expect(abs(track.summary.distance - 1.4 * (Session.at(119) - first)) < 10)
        let late = session.verdicts.filter { $0.time > Session.at(45) }
        #expect(late.allSatisfy { $0.outcome == .accepted && $0.assessment?.hypothesis != .settling })
    }

    /// A velocity that is always zero, or wrong by a factor, moves the fixes away from the way by velocity, as a start that
    /// settles does.
    @Test(arguments: [0.0, 0.5, 3.6]) func `a useless velocity makes no start false`(factor: Double) {
        var (session, finisher) = (Session(), TrackFinisher())
        for second in 3..<90 {
            let time = Double(second)
            let fix = Fix(
                device: DeviceID(0), mode: .threeDimensional,
                coordinate: Session.plane.coordinate(PlanePoint(east: 2 * sin(time), north: 8 * time)),
                horizontalAccuracy: 3, speed: factor * 8, courseDegrees: factor > 0 ? 0 : nil)
            let event = SensorEvent(time: Session.at(time), received: Session.at(time), payload: .fix(fix))
            finisher.consume(event, with: &session.core) { estimate in
                if case .verdict(let verdict) = estimate { session.verdicts.append(verdict) }
            }
        }
        #expect(session.verdicts.count == 87 && session.verdicts.allSatisfy(\.isAccepted))
        for position in finisher.finish(session.core).smoothed where !position.isEstimated {
            let way = 8 * (position.time - Session.at(0))
            // Two fixes of five may be beyond the leash of 12 m.
            #expect(abs(Session.plane.point(position.coordinate).north - way) < 18)
        }
    }

    @Test func `a start that is right is not doubted`() {
        var (session, finisher) = (Session(), TrackFinisher())
        walk(3..<60, in: &session, finisher: &finisher) { 2 * sin($0) }
        #expect(session.verdicts.allSatisfy { $0.outcome == .accepted && $0.weight > 0.5 })
    }

    @Test(arguments: [15.0, 40]) func `a snap after a pause does not throw the line out`(snap: Double) {
        var (session, finisher) = (Session(), TrackFinisher())
        walk(3..<180, in: &session, finisher: &finisher, speed: nil) { _ in 0 }
        walk(280..<400, in: &session, finisher: &finisher, after: 100, speed: nil) { snap * exp((280 - $0) / 2) }
        let track = finisher.finish(session.core)
        let bridge = track.smoothed.filter(\.isEstimated).map { Session.plane.point($0.coordinate) }
        #expect(bridge.count > 90)
        #expect(bridge.allSatisfy { abs($0.east) < snap + 5 && $0.north < 1.4 * 180 + 10 })
    }

    @Test func `a spike on one fix is ignored, and says by how much`() throws {
        var (session, finisher) = (Session(), TrackFinisher())
        walk(3..<200, in: &session, finisher: &finisher) { $0 == 150 ? 25 : 0.5 * sin($0 / 20) }
        let spike = try #require(session.verdicts.first { $0.time == Session.at(150) })
        #expect(spike.isAccepted && spike.outcome == .ignored && spike.assessment?.hypothesis == .outlier)
        let across = try #require(spike.assessment?.innovation?.y)
        #expect(abs(across - 25) < 3)
        #expect(session.verdicts.count { $0.outcome == .ignored } == 1)
        session.fix(300, accuracy: 400)
        #expect(session.verdicts.last?.outcome == .rejected && session.verdicts.last?.weight == 0)
    }

    @Test func `a stop that the day finds has a place and no way`() throws {
        var (session, finisher) = (Session(), TrackFinisher())
        walk(3..<300, in: &session, finisher: &finisher, speed: nil) { _ in 0 }
        for second in 300..<1_500 {
            let time = Double(second)
            let fix = Fix(
                device: DeviceID(0), mode: .threeDimensional,
                coordinate: Session.plane.coordinate(
                    PlanePoint(east: 3 * sin(time / 25), north: 420 + 3 * sin(time / 31))), horizontalAccuracy: 4)
            let event = SensorEvent(time: Session.at(time), received: Session.at(time), payload: .fix(fix))
            finisher.consume(event, with: &session.core)
        }
        let track = finisher.finish(session.core)
        let rest = try #require(track.day.rests.first)
        #expect(track.day.rests.count == 1 && rest.span.duration > 1_000)
        let places = track.smoothed.filter { $0.time > Session.at(360) && $0.time < Session.at(1_490) }.map(
            \.coordinate)
        #expect(places.allSatisfy { $0 == rest.place })
        let walked = zip(track.smoothed, track.smoothed.dropFirst()).reduce(0) {
            $0 + $1.0.coordinate.distance(to: $1.1.coordinate)
        }
        #expect(abs(track.summary.distance - walked) < 20)
        let moves = track.day.items.reduce(0.0) { sum, item in
            if case .move(let move) = item { sum + move.distance } else { sum }
        }
        #expect(moves <= track.summary.distance + 1e-6)
        #expect(track.summary.movingTime < 400)
    }
}
