import FusionCore
import Geometry
import SensorModel
import Testing

/// The user's decisions about fixes.
@Suite struct FixRulingTests {
    private func rule(_ session: inout Session, _ seconds: Double, received: Double? = nil, isAccepted: Bool) {
        let fix = FixRuling.Identity(time: Session.at(seconds), received: Session.at(received ?? seconds + 0.1))
        session.feed(.correction(.fix(FixRuling(fix, isAccepted: isAccepted))), at: 0)
    }

    /// A walk with a poor fix in the middle, and the fixes decided about.
    private func walk(accepting accepted: [Double] = [], rejecting rejected: [Double] = []) -> Session {
        var session = Session()
        for seconds in accepted { rule(&session, seconds, isAccepted: true) }
        for seconds in rejected { rule(&session, seconds, isAccepted: false) }
        for second in 3..<40 {
            let isPoor = second == 20
            session.fix(
                Double(second), received: Double(second) + 0.1, east: Double(second), north: isPoor ? 30 : 0,
                accuracy: isPoor ? 80 : 4, speed: 1)
        }
        return session
    }

    @Test func `an accepted fix moves the track by as much as its accuracy allows, and no other verdict`() {
        let (plain, taught) = (walk(), walk(accepting: [20]))
        #expect(plain.verdicts.filter { !$0.isAccepted }.map(\.rejection) == [.accuracy])
        #expect(taught.verdicts.allSatisfy { $0.isAccepted })
        #expect(taught.positions.count == plain.positions.count + 1)
        let poor = taught.positions.first { $0.time == Session.at(20) }
        let before = taught.positions.last { $0.time < Session.at(20) }
        let metres = (poor?.coordinate).flatMap { there in before.map { $0.coordinate.distance(to: there) } }
        // Thirty metres aside with an accuracy of 80 m: the filter gives it little weight.
        #expect(metres.map { $0 < 5 } == true)
    }

    @Test func `a rejected fix is refused with its own reason, and leaves the rest as if it had never come`() {
        let taught = walk(rejecting: [25])
        #expect(taught.verdicts.filter { !$0.isAccepted }.map(\.rejection) == [.accuracy, .byHand])
        var without = Session()
        for second in 3..<40 where second != 25 {
            without.fix(
                Double(second), received: Double(second) + 0.1, east: Double(second), north: second == 20 ? 30 : 0,
                accuracy: second == 20 ? 80 : 4, speed: 1)
        }
        #expect(taught.positions == without.positions)
    }

    @Test func `a later decision overrides an earlier one`() {
        var session = Session()
        rule(&session, 20, received: 20, isAccepted: false)
        rule(&session, 20, received: 20, isAccepted: true)
        session.fix(20, received: 20)
        #expect(session.verdicts.map(\.isAccepted) == [true])
    }

    @Test func `a decision is about the fix that arrived then, not about its repetition`() {
        var session = Session()
        rule(&session, 20, received: 20.5, isAccepted: false)
        session.fix(20, received: 20.2)
        session.fix(20, received: 20.5)
        #expect(session.verdicts.map(\.rejection) == [nil, .byHand])
    }

    @Test func `a fix that the track cannot use stays refused`() {
        var session = Session()
        for received in [20.2, 20.5, 21.1, 22.2] { rule(&session, 20, received: received, isAccepted: true) }
        rule(&session, 23, received: 23.1, isAccepted: true)
        rule(&session, 24, received: 24.1, isAccepted: true)
        session.fix(20, received: 20.2)
        session.fix(20, received: 20.5)
        session.fix(21, received: 21.1)
        session.fix(20, received: 22.2)
        session.fix(23, received: 23.1, mode: .noFix)
        session.fix(24, received: 24.1, accuracy: .nan)
        #expect(
            session.verdicts.map(\.rejection) == [nil, .duplicate, nil, .outOfOrder, .noFix, .accuracy])
    }

    @Test func `decisions outlive a fresh start, and are no part of the session's time`() {
        var session = Session()
        rule(&session, 30, received: 30, isAccepted: false)
        session.feed(.reset, at: 5)
        session.fix(30, received: 30)
        #expect(session.verdicts.map(\.rejection) == [.byHand])
        var core = FusionCore()
        let ruling = FixRuling(.init(time: Session.at(1), received: Session.at(1)), isAccepted: true)
        core.consume(SensorEvent(time: Session.at(-500), payload: .correction(.fix(ruling)))) { _ in }
        var other = Session()
        other.core = core
        other.fix(1, received: 1.05)
        // The warm-up starts with the first tick.
        #expect(other.verdicts.last?.rejection == .warmUp)
    }
}
