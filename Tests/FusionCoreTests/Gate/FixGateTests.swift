import FusionCore
import Geometry
import SensorModel
import Testing

@Suite struct FixGateTests {
    private func verdict(
        of seconds: Double, received: Double? = nil, accuracy: Double? = 4, speed: Double? = 0,
        mode: FixMode = .threeDimensional
    ) -> FixVerdict? {
        var session = Session()
        session.fix(seconds, received: received, accuracy: accuracy, speed: speed, mode: mode)
        return session.verdicts.last
    }

    @Test func `a fix in the first two seconds after start is warm-up`() {
        #expect(verdict(of: 1.9)?.rejection == .warmUp)
        #expect(verdict(of: 2)?.isAccepted == true)
    }

    @Test func `a fix more than 15 s older than its arrival is stale`() {
        #expect(verdict(of: 15, received: 30)?.isAccepted == true)
        #expect(verdict(of: 14.9, received: 30)?.rejection == .stale)
    }

    @Test func `a fix from the future is not stale`() {
        #expect(verdict(of: 300, received: 30)?.isAccepted == true)
    }

    @Test(arguments: [0, -1, 100.1, Double.nan, Double.infinity])
    func `an accuracy that is zero, negative, no number or above 100 m rejects the fix altogether`(accuracy: Double) {
        let verdict = verdict(of: 20, accuracy: accuracy)
        #expect(verdict?.rejection == .accuracy)
        #expect(verdict?.servesSpeed == false)
    }

    @Test func `in the first 15 s an accuracy up to 200 m still serves the speed`() {
        #expect(verdict(of: 14, accuracy: 199)?.servesSpeed == true)
        #expect(verdict(of: 14, accuracy: 201)?.servesSpeed == false)
        #expect(verdict(of: 15, accuracy: 199)?.servesSpeed == false)
    }

    @Test func `an accuracy above 50 m keeps a fix from the track and not from the speed`() {
        let poor = verdict(of: 20, accuracy: 50.1)
        #expect(poor?.rejection == .accuracy)
        #expect(poor?.servesSpeed == true)
        #expect(verdict(of: 20, accuracy: 50)?.isAccepted == true)
    }

    @Test func `coarse fixes make the track where there are no better ones`() {
        var session = Session()
        for second in 0...100 { session.fix(Double(second), accuracy: second % 50 == 10 ? 20 : 65, speed: nil) }
        let accepted = session.verdicts.enumerated().filter { $1.isAccepted }.map(\.offset)
        #expect(accepted == [10] + Array(41...60) + Array(91...100))
        #expect(session.verdicts.allSatisfy { $0.isAccepted || $0.rejection == .accuracy || $0.rejection == .warmUp })
    }

    @Test func `an implausible speed in the first ten seconds is that of a cached fix`() {
        #expect(verdict(of: 9, speed: 30)?.rejection == .implausibleSpeed)
        #expect(verdict(of: 10, speed: 30)?.isAccepted == true)
        #expect(verdict(of: 9, speed: 20)?.isAccepted == true)
    }

    @Test func `without a fix the reason says so`() {
        #expect(verdict(of: 20, mode: .noFix)?.rejection == .noFix)
    }

    @Test func `an accuracy that is missing is the receiver's last, or assumed`() {
        #expect(verdict(of: 20, accuracy: nil)?.isAccepted == true)
        var session = Session()
        session.fix(20, accuracy: 5)
        session.fix(21, accuracy: nil)
        #expect(session.verdicts.last?.isAccepted == true)
    }

    @Test func `a fix without a mode is worth what its own accuracy says, and nothing without one`() {
        var session = Session()
        session.fix(20, accuracy: 30, mode: .unknown)
        session.fix(21, accuracy: nil, mode: .unknown)
        session.fix(22, accuracy: 300, mode: .unknown)
        session.fix(23, accuracy: 30, mode: .noFix)
        #expect(session.verdicts.map(\.rejection) == [nil, .accuracy, .accuracy, .noFix])
    }

    @Test func `a receiver does not wait for a location service, which waits for a receiver`() {
        var session = Session()
        for second in 20..<60 {
            session.fix(Double(second), accuracy: 20, mode: .unknown, device: 1)
            if (30..<40).contains(second) { session.fix(Double(second) + 0.3, east: 30, device: 2) }
        }
        let verdicts = session.verdicts
        // Ten fixes of the service, ten of each, five of silence.
        #expect(verdicts.allSatisfy { $0.isAccepted })
        #expect(verdicts.prefix(11).allSatisfy { $0.hasTrackPoint })
        #expect(verdicts[11..<30].filter { $0.isSecondary }.count == 9)
        #expect(verdicts[30..<50].filter { $0.isSecondary }.count == 5)
        #expect(verdicts.suffix(14).allSatisfy { $0.hasTrackPoint })
    }

    @Test func `a speed between places of a location service is an estimate, and never the fastest`() {
        func ride(_ mode: FixMode, speed: Double?) -> (isEstimated: Bool?, fastest: Double) {
            var session = Session()
            for second in 20..<60 {
                session.fix(Double(second), east: 10 * Double(second), speed: speed, course: 90, mode: mode)
            }
            #expect(session.core.latest.isFromLocationService == (mode == .unknown))
            return (session.speeds.last?.isEstimated, session.core.latest.fastestSpeed)
        }
        #expect(ride(.unknown, speed: nil).isEstimated == true)
        #expect(ride(.unknown, speed: nil).fastest == 0)
        #expect(ride(.unknown, speed: 10).isEstimated == false)
        #expect(ride(.threeDimensional, speed: nil).isEstimated == false)
        #expect(ride(.threeDimensional, speed: nil).fastest > 5)
    }

    @Test func `an accuracy is derived from the dilution of precision`() {
        let gate = FixGate()
        let coordinate = Coordinate(latitude: 50, longitude: 14)
        #expect(gate.accuracy(of: Fix(coordinate: coordinate, horizontalDilution: 1.5)) == 6)
        #expect(gate.accuracy(of: Fix(coordinate: coordinate, horizontalAccuracy: 3, horizontalDilution: 9)) == 3)
    }

    @Test func `a coordinate that is not on Earth is refused`() {
        var session = Session()
        session.feed(.fix(Fix(coordinate: Coordinate(latitude: 91, longitude: 0), horizontalAccuracy: 4)), at: 20)
        session.feed(.fix(Fix(coordinate: Coordinate(latitude: .nan, longitude: 0), horizontalAccuracy: 4)), at: 21)
        #expect(session.verdicts.map(\.rejection) == [.invalidCoordinate, .invalidCoordinate])
    }

    @Test func `of two receivers one is primary, and the other takes over when it falls silent`() {
        var session = Session()
        for second in 20..<80 {
            // Two places 30 m apart, and clocks that disagree: taken by turns they would draw a zigzag.
            if second < 72 { session.fix(Double(second), device: 1) }
            session.fix(Double(second) - 0.4, received: Double(second) + 0.5, east: 30, device: 2)
        }
        let verdicts = session.verdicts
        #expect(verdicts.allSatisfy { $0.isAccepted })
        #expect(verdicts.prefix(104).filter { $0.isSecondary }.count == 52)
        let shown = session.positions.filter { $0.time > Session.at(30) && $0.time < Session.at(71.5) }
        #expect(zip(shown, shown.dropFirst()).allSatisfy { $0.coordinate.distance(to: $1.coordinate) < 1 })
        #expect(shown.allSatisfy { $0.accuracy > 4 })
        #expect(verdicts.suffix(3).allSatisfy { $0.hasTrackPoint })
    }

    @Test func `a receiver on another clock is rejected until its time is understood as the primary one's is`() {
        var session = Session()
        for second in 20..<60 {
            session.fix(Double(second), device: 1)
            session.fix(Double(second) - 3_600, received: Double(second), device: 2)
        }
        let other = session.verdicts.filter { $0.isSecondary }.map(\.rejection)
        #expect(other.count == 40)
        #expect(other.prefix(9).allSatisfy { $0 == .stale } && other.suffix(30).allSatisfy { $0 == .otherReceiver })
    }

    @Test func `the other takes over, too, where the recorder's clock is wrong`() {
        var session = Session()
        for second in 20..<50 {
            session.fix(
                Double(second) - 3_600, received: Double(second), east: 10 * Double(second), speed: 10, course: 90,
                device: 1)
        }
        for second in 50..<90 {
            session.fix(
                Double(second) - 3_600.1, received: Double(second), east: 10 * Double(second), speed: 10, course: 90,
                device: 2)
        }
        let rejections = session.verdicts.map(\.rejection)
        // Each has to show that its clock is off, and not its fixes old.
        #expect(rejections.filter { $0 == .stale }.count == 18)
        #expect(rejections.suffix(20).allSatisfy { $0 == nil })
        #expect(session.statuses.filter { $0.kind == .clockDisagrees }.count == 2)
    }

    @Test func `a clock that is understood stays so while another receiver is listened to`() {
        var session = Session()
        func feed(_ seconds: Range<Int>, _ device: UInt16) {
            for second in seconds {
                session.fix(
                    Double(second) - 3_600, received: Double(second), east: 10 * Double(second), speed: 10, course: 90,
                    device: device)
            }
        }
        feed(20..<50, 1)
        // Too few to understand the other's clock, and then the first is back.
        feed(56..<60, 2)
        feed(60..<70, 1)
        #expect(session.verdicts.suffix(10).allSatisfy { $0.isAccepted })
    }

    @Test func `a handover that begins with a coarse fix starts the track again as one that does not`() {
        var session = Session()
        for second in 0..<40 { session.fix(Double(second), east: 1.4 * Double(second), speed: 1.4, course: 90) }
        for second in 46..<80 {
            session.fix(
                Double(second), east: 1.4 * Double(second), north: 60, accuracy: second == 46 ? 60 : 4, speed: 1.4,
                course: 90, device: 1)
        }
        #expect(session.verdicts.filter { $0.rejection == .accuracy }.count == 1)
        #expect(session.verdicts.allSatisfy { $0.rejection != .innovation && $0.rejection != .impliedSpeed })
    }

    @Test func `a clock put right at a coarse fix starts the track again as at a good one`() {
        var session = Session()
        for second in 0..<40 {
            session.fix(
                Double(second) + 12, received: Double(second), east: 20 * Double(second), speed: 20, course: 90)
        }
        for second in 40..<80 {
            // The tenth old one is where the step is understood.
            session.fix(
                Double(second), east: 20 * Double(second), accuracy: second == 49 ? 60 : 4, speed: 20, course: 90)
        }
        let rejections = session.verdicts.map(\.rejection)
        #expect(rejections.filter { $0 == .outOfOrder }.count == 9)
        #expect(rejections.suffix(30).allSatisfy { $0 == nil })
    }

    @Test func `repeated and older fixes are told apart and refused`() {
        var session = Session()
        session.fix(20)
        session.fix(20)
        session.fix(19)
        session.fix(21)
        #expect(session.verdicts.map(\.rejection) == [nil, .duplicate, .outOfOrder, nil])
    }
}
