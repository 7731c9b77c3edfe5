import Glibc
public import SensorModel

/// The recorder's time, put in from outside so that tests need no real one.
public struct RecorderClock: Sendable {
    /// The time of events: the system's when recording began, and never set from then on; it runs through a suspend.
    public var now: @Sendable () -> Instant
    /// The system's time, which may be set at any moment.
    public var systemTime: @Sendable () -> Instant
    /// Sleeps for some seconds.
    public var sleep: @Sendable (_ seconds: Double) async throws -> Void

    /// Joins the three.
    public init(
        now: @escaping @Sendable () -> Instant, systemTime: @escaping @Sendable () -> Instant,
        sleep: @escaping @Sendable (_ seconds: Double) async throws -> Void
    ) {
        self.now = now
        self.systemTime = systemTime
        self.sleep = sleep
    }

    /// The machine's clocks, begun now.
    public static func system() -> RecorderClock {
        let start = read(CLOCK_REALTIME)
        let origin = read(CLOCK_BOOTTIME)
        return RecorderClock(
            now: { Instant(nanoseconds: start + read(CLOCK_BOOTTIME) - origin) },
            systemTime: { Instant(nanoseconds: read(CLOCK_REALTIME)) },
            sleep: { try await Task.sleep(for: .seconds($0)) })
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var value = timespec()
        clock_gettime(clock, &value)
        return Int64(value.tv_sec) * 1_000_000_000 + Int64(value.tv_nsec)
    }
}
