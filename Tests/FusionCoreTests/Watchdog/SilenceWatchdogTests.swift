import FusionCore
import SensorModel
import Testing

@Suite struct SilenceWatchdogTests {
    private func watchdog(heard: [Double] = []) -> SilenceWatchdog {
        var watchdog = SilenceWatchdog()
        watchdog.start(at: Session.at(0))
        for seconds in heard { watchdog.hear(at: Session.at(seconds)) }
        return watchdog
    }

    /// The macro cannot call what mutates.
    private func mutate(_ watchdog: inout SilenceWatchdog, _ body: (inout SilenceWatchdog) -> Bool) -> Bool {
        body(&watchdog)
    }

    @Test func `silence of more than eight seconds is noticed, and once`() {
        var watchdog = watchdog(heard: [10])
        #expect(!mutate(&watchdog) { $0.tick(at: Session.at(18)) })
        #expect(mutate(&watchdog) { $0.tick(at: Session.at(18.1)) })
        #expect(!mutate(&watchdog) { $0.tick(at: Session.at(20)) })
        #expect(watchdog.state.isSignalLost)
    }

    @Test func `nothing is said in the first five seconds`() {
        var quick = SilenceWatchdog.Parameters()
        quick.silence = 1
        var watchdog = SilenceWatchdog(parameters: quick)
        watchdog.start(at: Session.at(0))
        #expect(!mutate(&watchdog) { $0.tick(at: Session.at(4.9)) })
        #expect(mutate(&watchdog) { $0.tick(at: Session.at(5)) })
    }

    @Test func `a message of any kind is no silence`() {
        var watchdog = watchdog(heard: [10, 17])
        #expect(!mutate(&watchdog) { $0.tick(at: Session.at(24)) })
    }

    @Test func `the first accepted fix ends it`() {
        var watchdog = watchdog()
        _ = watchdog.tick(at: Session.at(10))
        #expect(mutate(&watchdog) { $0.accept(at: Session.at(11)) })
        #expect(!mutate(&watchdog) { $0.accept(at: Session.at(11)) })
        #expect(!watchdog.state.isSignalLost)
    }

    @Test func `fixes that are all refused are no loss, but what was told before is old`() {
        var session = Session()
        for second in 1...30 {
            session.fix(Double(second), accuracy: second < 11 ? 4 : 600, speed: 20)
            if second.isMultiple(of: 2) { session.tick(Double(second)) }
            #expect(session.core.latest.isOutdated == (second >= 20), "\(second) s")
        }
        #expect(session.statuses.allSatisfy { $0.kind != .signalLost })
        session.fix(31, speed: 20)
        #expect(!session.core.latest.isOutdated)
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
