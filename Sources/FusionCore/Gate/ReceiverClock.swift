import SensorModel

/// Distinguishes a constant clock error, of the receiver or of the recording computer, from fixes that really are old.
///
/// Cached fixes do not advance, and late fixes are isolated; a wrong clock is off by the same amount for every fix.
struct ReceiverClock: Sendable, Hashable {
    /// The lead of the recorder's clock over the receiver's, in seconds; `nil` until it is established.
    private(set) var offset: Double?
    private var lastTime: Instant?
    private var lastOffset = 0.0
    private var streak = 0
    private var hasAgreed = false

    /// The factor by which a disagreement has to last longer if the clocks agreed before.
    private static let patience = 3.0
    /// The maximum difference, in seconds, between successive offsets: the jitter of a slow link.
    static let tolerance = 2.0

    /// Returns the age of a fix on arrival, in seconds, corrected by ``offset``.
    func age(time: Instant, received: Instant) -> Double { received - time - (offset ?? 0) }

    /// Processes a fix whose age exceeds the limit. Returns true if this fix establishes the offset of the clock.
    mutating func considerStale(time: Instant, received: Instant, fixes: Double) -> Bool {
        let current = received - time
        if let lastTime, time > lastTime, abs(current - lastOffset) <= Self.tolerance {
            streak += 1
        } else {
            streak = 1
        }
        lastTime = time
        lastOffset = current
        guard Double(streak) >= (hasAgreed ? Self.patience : 1) * fixes else { return false }
        offset = current
        streak = 0
        return true
    }

    /// Processes a fix whose age is within the limit. If it is recent even without ``offset``, the clocks agree again.
    mutating func considerFresh(time: Instant, received: Instant, maximumAge: Double) {
        streak = 0
        lastTime = nil
        if offset == nil { hasAgreed = true }
        if offset != nil, abs(received - time) <= maximumAge { offset = nil }
    }
}
