import Glibc
import SensorModel

/// The clocks that the kernel can stamp samples with.
enum StampClock: String {
    /// The wall clock; it steps when it is set.
    case realtime
    /// The wall clock of the last timer interrupt.
    case realtimeCoarse = "realtime_coarse"
    /// Seconds since boot, suspended time included.
    case boottime
    /// Seconds since boot, suspended time left out.
    case monotonic
    /// The same at the last timer interrupt.
    case monotonicCoarse = "monotonic_coarse"
    /// The same without corrections of its rate.
    case monotonicRaw = "monotonic_raw"
    /// Atomic time.
    case tai

    /// The attribute that names a device's clock.
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

    /// True if the distance to the recorder's clock stays what it is: both run through a suspend, neither is set.
    var isSteady: Bool { self == .boottime }

    /// Returns nanoseconds to add to a stamp to get a time of the recorder's clock; nil if the clock cannot be read.
    func offset(to now: () -> Instant) -> Int64? {
        var best: (width: Int64, offset: Int64)?
        // Of three looks the one that was least interrupted.
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
