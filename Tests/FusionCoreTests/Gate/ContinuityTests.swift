import FusionCore
import Geometry
import SensorModel
import Testing

@Suite struct ContinuityTests {
    /// Ten seconds northward at 5 m/s.
    private func travelled() -> Session {
        var session = Session()
        for second in 3...20 { session.fix(Double(second), north: 5 * Double(second), speed: 5, course: 0) }
        return session
    }

    @Test func `a jump that the speed does not explain is refused with its reason`() {
        var session = travelled()
        session.fix(21, east: 400, north: 105, speed: 5, course: 0)
        #expect(session.verdicts.last?.rejection == .impliedSpeed)
        #expect(session.verdicts.last?.servesSpeed == false)
        session.fix(22, north: 110, speed: 5, course: 0)
        #expect(session.verdicts.last?.isAccepted == true)
    }

    @Test func `a jump that is only odd is accepted and counts for little`() throws {
        var session = travelled()
        session.fix(21, east: 100, north: 105, speed: 5, course: 0)
        #expect(session.verdicts.last?.isAccepted == true)
        let place = try #require(session.positions.last?.coordinate)
        #expect(Session.distance(place, toEast: 0, north: 105) < 5)
    }

    @Test func `the bound grows with the gap`() {
        var session = travelled()
        session.fix(60, north: 100 + 900, speed: 5, course: 0)
        #expect(session.verdicts.last?.isAccepted == true)
    }

    @Test func `refused fixes that agree among themselves are believed after four`() {
        var session = travelled()
        for second in 21...30 {
            session.fix(Double(second), east: 3_000, north: 5 * Double(second), speed: 5, course: 0)
        }
        let accepted = session.verdicts.suffix(10).map(\.isAccepted)
        #expect(accepted == [false, false, false] + Array(repeating: true, count: 7))
        let place = session.positions.last?.coordinate
        #expect(place.map { Session.distance($0, toEast: 3_000, north: 150) < 10 } == true)
    }

    @Test func `refused fixes that scatter are never believed`() {
        var session = travelled()
        for second in 21...40 {
            session.fix(
                Double(second), east: second.isMultiple(of: 2) ? 5_000 : -7_000, north: 5 * Double(second), speed: 5,
                course: 0)
        }
        #expect(session.verdicts.suffix(20).allSatisfy { !$0.isAccepted })
    }

    @Test func `a fast aircraft is not refused`() {
        var session = Session()
        for second in 12...40 {
            session.fix(Double(second), north: 240 * Double(second), speed: 240, course: 0)
        }
        #expect(session.verdicts.allSatisfy { $0.isAccepted })
    }

    @Test func `an aircraft whose receiver states no speed is not refused, nor is it given a leap`() {
        var session = Session()
        for second in 12...40 { session.fix(Double(second), north: 240 * Double(second), speed: nil) }
        // The recording begins in the air: the first fixes wait until they agree with each other.
        #expect(session.verdicts.dropFirst(6).allSatisfy { $0.isAccepted })
        session.fix(41, east: 1_000, north: 240 * 41, speed: nil)
        #expect(session.verdicts.last?.rejection == .impliedSpeed)
        session.fix(42, north: 240 * 42, speed: nil)
        #expect(session.verdicts.last?.isAccepted == true)
    }

    @Test func `a jump on a slow way without speeds is refused`() {
        var session = Session()
        for second in 3...20 { session.fix(Double(second), north: 5 * Double(second), speed: nil) }
        session.fix(21, east: 400, north: 105, speed: nil)
        #expect(session.verdicts.last?.rejection == .impliedSpeed)
    }

    @Test func `a clock that is off by a constant is understood after ten fixes`() {
        var session = Session()
        for second in 3...40 {
            session.fix(
                Double(second) - 3_600, received: Double(second), north: 5 * Double(second), speed: 5, course: 0)
        }
        #expect(session.verdicts.prefix(9).allSatisfy { $0.rejection == .stale })
        #expect(session.verdicts.dropFirst(10).allSatisfy { $0.isAccepted })
        #expect(session.statuses.map(\.kind) == [.clockDisagrees])
    }

    @Test func `a cached fix that repeats itself stays stale`() {
        var session = Session()
        for second in 20...80 { session.fix(3, received: Double(second)) }
        #expect(session.verdicts.allSatisfy { !$0.isAccepted })
    }

    @Test func `a receiver whose time steps back is followed after a while`() {
        var session = travelled()
        for second in 21...60 {
            session.fix(
                Double(second) - 10, received: Double(second), north: 5 * Double(second), speed: 5, course: 0)
        }
        let late = session.verdicts.suffix(20)
        #expect(session.verdicts.contains { $0.rejection == .outOfOrder })
        #expect(late.allSatisfy { $0.isAccepted })
    }
}
