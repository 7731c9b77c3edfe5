import SensorModel

/// Maps the timestamps of another machine's clock, which cannot be read here, to arrival times.
///
/// Assumes that the newest sample of the least delayed read has just been measured. That read is determined again twice
/// per minute, so that the mapping follows a clock that drifts or is set.
struct ArrivalMapping {
    /// The period over which the least delay is determined, in seconds.
    static let window = 30.0
    /// The delay beyond the least one, in nanoseconds, that no buffer can cause, so that the clock must have been set.
    static let steppedLimit: Int64 = 10_000_000_000

    private var offset: Int64?
    private var least = Int64.max
    private var windowStart: Instant?

    /// Processes a read. Returns the offset to add to its timestamps, in nanoseconds.
    mutating func offset(newest: Int64, received: Instant) -> Int64 {
        let delay = received.nanoseconds &- newest
        least = min(least, delay)
        if let start = windowStart, received - start >= Self.window {
            offset = least
            least = .max
            windowStart = received
        }
        windowStart = windowStart ?? received
        let known = offset ?? delay
        let current = delay < known || delay &- known > Self.steppedLimit ? delay : known
        offset = current
        return current
    }
}
