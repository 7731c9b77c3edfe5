import SensorModel
import Testing

@testable import FusionCore

@Suite struct SilenceWatchdogTests {
    private func watchdog(heard: [Double] = []) -> SilenceWatchdog {
        var watchdog = SilenceWatchdog()
        watchdog.start(at: Session.at(0))
        for seconds in heard {
            watchdog.hear(at: Session.at(seconds))
            _ = watchdog.accept(at: Session.at(seconds))
        }
        return watchdog
    }

    /// The macro cannot call what mutates.
    private func mutate<Result>(_ watchdog: inout SilenceWatchdog, _ body: (inout SilenceWatchdog) -> Result) -> Result
    {
        body(&watchdog)
    }

    @Test func `silence of more than eight seconds is noticed, and once`() {
        var watchdog = watchdog(heard: [10])
        #expect(mutate(&watchdog) { $0.tick(at: Session.at(18)) } == nil)
        #expect(mutate(&watchdog) { $0.tick(at: Session.at(18.1)) } == .silent)
        #expect(mutate(&watchdog) { $0.tick(at: Session.at(20)) } == nil)
        #expect(watchdog.state.loss == .silent)
    }

    @Test func `nothing is said in the first five seconds`() {
        var quick = SilenceWatchdog.Parameters()
        quick.silence = 1
        var watchdog = SilenceWatchdog(parameters: quick)
        watchdog.start(at: Session.at(0))
        #expect(mutate(&watchdog) { $0.tick(at: Session.at(4.9)) } == nil)
        #expect(mutate(&watchdog) { $0.tick(at: Session.at(5)) } == .silent)
    }

    @Test func `a message of any kind is no silence`() {
        var watchdog = watchdog(heard: [10])
        watchdog.hear(at: Session.at(17))
        #expect(mutate(&watchdog) { $0.tick(at: Session.at(24)) } != .silent)
    }

    @Test func `the first accepted fix ends it`() {
        var watchdog = watchdog()
        _ = watchdog.tick(at: Session.at(10))
        #expect(mutate(&watchdog) { $0.accept(at: Session.at(11)) })
        #expect(!mutate(&watchdog) { $0.accept(at: Session.at(11)) })
        #expect(watchdog.state.loss == nil)
    }

    @Test func `eight seconds of rejected fixes lead to an estimate that the first accepted fix ends`() {
        var session = Session()
        for second in 1...30 {
            session.fix(Double(second), accuracy: second < 11 ? 4 : 600, speed: 20)
            if second.isMultiple(of: 2) { session.tick(Double(second)) }
            let isLost = second >= 20
            #expect(session.core.latest.loss?.kind == (isLost ? .signalUnusable : nil), "\(second) s")
            #expect(session.core.latest.position?.isEstimated == (second > 1 ? isLost : nil), "\(second) s")
            #expect(session.core.latest.speed?.isEstimated == (second > 1 ? isLost : nil), "\(second) s")
        }
        #expect(session.statuses.map(\.kind) == [.signalUnusable])
        session.fix(31, speed: 20)
        #expect(session.core.latest.loss == nil && session.core.latest.speed?.isEstimated == false)
        #expect(session.statuses.map(\.kind) == [.signalUnusable, .signalBack])
    }

    @Test func `a receiver that falls silent after rejected fixes is silent`() {
        var session = Session()
        for second in 1...40 {
            if second <= 24 { session.fix(Double(second), accuracy: second < 11 ? 4 : 600, speed: 20) }
            if second.isMultiple(of: 2) { session.tick(Double(second)) }
        }
        #expect(session.statuses.map(\.kind) == [.signalUnusable, .signalLost])
        #expect(session.core.latest.messages.map(\.kind) == [.signalLost])
    }

    @Test func `indoors, motion sensors estimate the speed of a walk whose fixes are all rejected`() {
        var session = Session()
        var estimated: [Double] = []
        for tenth in 0..<900 {
            let time = Double(tenth) / 10
            let sway = 0.3 * (tenth.isMultiple(of: 2) ? 1.0 : -1)
            session.feed(
                .acceleration(VectorSample(device: DeviceID(1), x: 0, y: 0, z: 9.81 * (1 + sway))), at: time)
            if tenth.isMultiple(of: 10) { session.fix(time, accuracy: 600) }
            if tenth.isMultiple(of: 20) { session.tick(time) }
            if let speed = session.core.latest.speed, time > 20 {
                estimated.append(speed.isEstimated ? speed.value : -1)
            }
        }
        #expect(!estimated.isEmpty && estimated.allSatisfy { $0 > 0.5 && $0 < 3 })
    }

    @Test func `zero during a loss is an estimate`() {
        var session = Session()
        for second in 1...10 { session.fix(Double(second), accuracy: 4, speed: 0) }
        #expect(session.core.latest.speed?.isEstimated == false)
        for second in stride(from: 12.0, through: 30, by: 2) {
            session.feed(.acceleration(VectorSample(device: DeviceID(1), x: 0, y: 0, z: 9.81)), at: second - 0.1)
            session.tick(second)
        }
        #expect(session.core.latest.speed?.value == 0 && session.core.latest.speed?.isEstimated == true)
    }

    @Test func `a loss without motion sensors promises no estimate of theirs`() {
        var bare = Session()
        var carried = Session()
        for second in stride(from: 0.0, through: 20, by: 2) {
            carried.feed(.acceleration(VectorSample(device: DeviceID(1), x: 0, y: 0, z: 9.81)), at: second)
            carried.feed(.acceleration(VectorSample(device: DeviceID(1), x: 0, y: 0, z: 9.81)), at: second + 0.1)
            bare.tick(second)
            carried.tick(second + 0.2)
        }
        let messages = [bare, carried].map { $0.statuses.first { $0.kind == .signalLost }?.message }
        #expect(messages[0]?.contains("no motion sensors") == true)
        #expect(messages[1]?.contains("motion sensors estimate") == true)
    }
}
