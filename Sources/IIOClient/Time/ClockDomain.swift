import Glibc
import SensorModel

/// The clocks that the kernel can stamp samples with.
enum StampClock: String {
    /// The wall clock; it steps when it is set.
    case realtime
    /// Seconds since boot, suspended time included.
    case boottime
    /// Seconds since boot, suspended time left out.
    case monotonic

    /// Nanoseconds to add to a stamp to get nanoseconds since 1970, now; nil where the clock cannot be read.
    var offsetToRealtime: Int64? {
        let id: clockid_t =
            switch self {
            case .realtime: CLOCK_REALTIME
            case .boottime: CLOCK_BOOTTIME
            case .monotonic: CLOCK_MONOTONIC
            }
        if self == .realtime { return 0 }
        guard let before = clockNanoseconds(id), let wall = clockNanoseconds(CLOCK_REALTIME),
            let after = clockNanoseconds(id)
        else { return nil }
        return wall - (before + after) / 2
    }
}

/// Returns a clock's nanoseconds.
func clockNanoseconds(_ clock: clockid_t) -> Int64? {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return nil }
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

extension Instant {
    /// The wall clock's time now.
    static var wallClock: Instant { Instant(nanoseconds: clockNanoseconds(CLOCK_REALTIME) ?? 0) }
}
