import SensorModel

/// Maps the stamps of a clock that this machine cannot read, another machine's, to times of arrival.
///
/// The newest sample of the read that was held up least is taken to be new. That read is looked for again twice a
/// minute, so that the mapping follows a clock that drifts or is set.
struct ArrivalMapping {
    /// Seconds over which the least delay is sought.
    static let window = 30.0
    /// Nanoseconds of delay beyond the least that no buffer can hold: the clock was set.
    static let steppedLimit: Int64 = 10_000_000_000

    private var offset: Int64?
    private var least = Int64.max
    private var windowStart: Instant?

    /// Takes a read; returns nanoseconds to add to its stamps.
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
