import FusionCore
import Geometry
import SensorModel
import Testing

@Suite struct FusionCoreTests {
    /// Fixes a second apart going north, from `first` to `last` seconds.
    private func travel(_ session: inout Session, from first: Int, to last: Int, speed: Double = 5) {
        for second in first...last {
            session.fix(Double(second), north: Double(second) * speed, speed: speed, course: 0)
            if second.isMultiple(of: 2) { session.tick(Double(second) + 0.1) }
        }
    }

    @Test func `silence is announced within ten seconds and ended by the first accepted fix`() {
        var session = Session()
        travel(&session, from: 3, to: 20)
        for second in stride(from: 22, through: 34, by: 2) { session.tick(Double(second)) }
        #expect(session.statuses.map(\.kind) == [.signalLost])
        #expect(session.statuses[0].time - Session.at(20) <= 10)
        #expect(session.core.latest.speed?.quality == .poor)
        #expect(session.core.latest.messages.map(\.kind) == [.signalLost])
        session.fix(35, north: 175, speed: 5, course: 0)
        #expect(session.statuses.map(\.kind) == [.signalLost, .signalBack])
        #expect(session.core.latest.messages.isEmpty)
        #expect(session.core.latest.speed?.quality == .good)
        #expect(session.core.latest.speed?.isEstimated == false)
    }

    @Test func `rejected fixes are heard, so that no silence is announced while they come`() {
        var session = Session()
        travel(&session, from: 3, to: 10)
        for second in 11...40 {
            session.fix(Double(second), accuracy: 300)
            if second.isMultiple(of: 2) { session.tick(Double(second)) }
        }
        #expect(session.statuses.map(\.kind) == [.signalUnusable])
    }

    @Test func `the end of a loss clears that message and no other`() {
        var session = Session()
        travel(&session, from: 3, to: 10)
        let denied = SourceReport(device: .init(4), name: "imu", streams: [.acceleration], state: .notPermitted)
        session.feed(.source(denied), at: 10.5)
        for second in stride(from: 12, through: 24, by: 2) { session.tick(Double(second)) }
        #expect(session.core.latest.messages.map(\.kind) == [.notPermitted, .signalLost])
        session.fix(25, north: 125, speed: 5, course: 0)
        #expect(session.core.latest.messages.map(\.kind) == [.notPermitted])
    }

    @Test func `a source's message is withdrawn by that source, and by no other`() {
        var session = Session()
        func report(_ device: UInt16, _ state: SourceState) {
            let name = "imu\(device)"
            session.feed(
                .source(SourceReport(device: DeviceID(device), name: name, streams: [.acceleration], state: state)),
                at: 1)
        }
        func messages() -> [String] { session.core.latest.messages.map(\.message) }
        report(1, .missing)
        report(2, .lost)
        report(3, .notPermitted)
        report(4, .notPermitted)
        let all = [
            "imu1 is not connected.", "imu2 is not connected.", "You have no permission to read imu3.",
            "You have no permission to read imu4.",
        ]
        #expect(messages() == all)
        report(9, .connected)
        #expect(messages() == all)
        report(2, .connected)
        report(3, .connected)
        #expect(messages() == [all[0], all[3]])
        // One source is in one state.
        report(4, .lost)
        #expect(messages() == [all[0], "imu4 is not connected."])
    }

    @Test func `a late fix under a bridge does not flicker the display`() {
        var session = Session()
        travel(&session, from: 3, to: 20)
        for second in stride(from: 22, through: 40, by: 2) { session.tick(Double(second)) }
        let before = session.speeds.count
        // It was measured before the bridge and arrives under it.
        session.fix(21, received: 41, north: 105, speed: 5, course: 0)
        #expect(session.verdicts.last?.rejection == .stale)
        #expect(session.speeds.count == before)
        #expect(session.statuses.map(\.kind) == [.signalLost])
        session.tick(42)
        #expect(session.statuses.map(\.kind) == [.signalLost])
        #expect(session.core.latest.messages.map(\.kind) == [.signalLost])
    }

    @Test func `distance over time stands in where the receiver has no speed`() {
        var session = Session()
        for second in 3...10 { session.fix(Double(second), north: Double(second) * 7, speed: nil) }
        #expect(abs((session.core.latest.speed?.value ?? 0) - 7) < 0.01)
        #expect(session.core.latest.speed?.isEstimated == false)
    }

    @Test func `a place that the track refuses makes no speed`() {
        var session = Session()
        for second in 3...40 {
            let isCoarse = second == 30
            session.fix(
                Double(second), east: 1.2 * Double(second) + (isCoarse ? 80 : 0), accuracy: isCoarse ? 90 : 5,
                speed: nil)
        }
        #expect(session.verdicts.contains { $0.servesSpeed && !$0.isAccepted })
        #expect(session.core.latest.fastestSpeed <= 1.25 && session.core.latest.fastestSpeed > 0.6)
    }

    @Test func `the fastest speed is never an estimate`() {
        var parameters = Parameters()
        parameters.speed.placeholder = 4
        var session = Session(parameters)
        travel(&session, from: 3, to: 10, speed: 2)
        for second in stride(from: 12, through: 60, by: 2) { session.tick(Double(second)) }
        #expect(abs(session.core.latest.fastestSpeed - 2) < 0.12)
    }

    @Test func `two cores fed alike say the same to the bit`() {
        var first = Session()
        var second = Session()
        travel(&first, from: 3, to: 60)
        travel(&second, from: 3, to: 60)
        #expect(first.positions == second.positions)
        #expect(first.speeds == second.speeds)
        #expect(first.core.latest == second.core.latest)
    }

    @Test func `distance is that of the raw gated fixes`() {
        var session = Session()
        travel(&session, from: 3, to: 103)
        session.fix(104, north: 104 * 5, accuracy: 80, speed: 5, course: 0)
        #expect(abs(session.core.latest.distance - 500) < 1)
    }
}
