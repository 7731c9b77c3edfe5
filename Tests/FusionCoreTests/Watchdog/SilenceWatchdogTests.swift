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
        #expect(mutate(&watchdog) { $0.accept() })
        #expect(!mutate(&watchdog) { $0.accept() })
        #expect(!watchdog.state.isSignalLost)
    }
}
