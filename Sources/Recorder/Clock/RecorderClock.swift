import CGlibc
import Glibc
public import SensorModel

/// The clocks of a recorder, injected so that tests need no real time.
public struct RecorderClock: Sendable {
    /// Returns the event time: the system time at the start of the recording, continued by a clock that is never set
    /// and runs through a suspend.
    public var now: @Sendable () -> Instant
    /// Returns the system time, which may be set at any time.
    public var systemTime: @Sendable () -> Instant
    /// Returns whether the kernel says that the system time is synchronized with a source of time.
    public var isSynchronized: @Sendable () -> Bool
    /// Suspends the task for a time; throws if the task is cancelled.
    public var sleep: @Sendable (_ seconds: Double) async throws -> Void

    /// Creates a set of clocks.
    public init(
        now: @escaping @Sendable () -> Instant, systemTime: @escaping @Sendable () -> Instant,
        isSynchronized: @escaping @Sendable () -> Bool = { true },
        sleep: @escaping @Sendable (_ seconds: Double) async throws -> Void
    ) {
        self.now = now
        self.systemTime = systemTime
        self.isSynchronized = isSynchronized
        self.sleep = sleep
    }

    /// Returns the machine's clocks, whose event time starts now.
    public static func system() -> RecorderClock {
        let start = read(CLOCK_REALTIME)
        let origin = read(CLOCK_BOOTTIME)
        return RecorderClock(
            now: { Instant(nanoseconds: start + read(CLOCK_BOOTTIME) - origin) },
            systemTime: { Instant(nanoseconds: read(CLOCK_REALTIME)) },
            isSynchronized: {
                var state = timex()
                return adjtimex(&state) >= 0 && state.status & STA_UNSYNC == 0
            },
            sleep: { try await Task.sleep(for: .seconds($0)) })
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var value = timespec()
        clock_gettime(clock, &value)
        return Int64(value.tv_sec) * 1_000_000_000 + Int64(value.tv_nsec)
    }
}
