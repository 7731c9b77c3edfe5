import Glibc
import SensorModel

/// The clocks that the kernel can use for the timestamps of samples.
enum StampClock: String {
    /// The wall clock, which steps when it is set.
    case realtime
    /// The wall clock at the last timer interrupt.
    case realtimeCoarse = "realtime_coarse"
    /// The time since boot, including suspended time.
    case boottime
    /// The time since boot, excluding suspended time.
    case monotonic
    /// Like ``monotonic``, at the last timer interrupt.
    case monotonicCoarse = "monotonic_coarse"
    /// Like ``monotonic``, without rate corrections.
    case monotonicRaw = "monotonic_raw"
    /// International Atomic Time.
    case tai

    /// The name of the attribute that selects a device's clock.
    static let attribute = "current_timestamp_clock"

    private var number: clockid_t {
        switch self {
        case .realtime, .realtimeCoarse: CLOCK_REALTIME
        case .boottime: CLOCK_BOOTTIME
        case .monotonic, .monotonicCoarse: CLOCK_MONOTONIC
        case .monotonicRaw: CLOCK_MONOTONIC_RAW
        case .tai: CLOCK_TAI
        }
    }

    /// Whether the offset to the recorder's clock is constant: both run through a suspend, and neither is ever set.
    var isSteady: Bool { self == .boottime }

    /// Returns the offset from timestamps to the recorder's clock in nanoseconds; `nil` if the clock cannot be read.
    func offset(to now: () -> Instant) -> Int64? {
        var best: (width: Int64, offset: Int64)?
        // Of three attempts, the one with the shortest interruption counts.
        for _ in 0..<3 {
            guard let before = clockNanoseconds(number) else { return nil }
            let time = now().nanoseconds
            guard let after = clockNanoseconds(number) else { return nil }
            let width = after &- before
            if best.map({ width < $0.width }) ?? true {
                best = (width, time &- before &- width / 2)
            }
        }
        return best?.offset
    }
}

/// Returns the time of a clock in nanoseconds; `nil` if the clock cannot be read.
func clockNanoseconds(_ clock: clockid_t) -> Int64? {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return nil }
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

extension Instant {
    /// The current time of the wall clock.
    static var wallClock: Instant { Instant(nanoseconds: clockNanoseconds(CLOCK_REALTIME) ?? 0) }
}
