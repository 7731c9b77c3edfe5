/// A limit on a rate that lets bursts pass: a bucket that fills up with time (token bucket, Turner 1986).
public struct RateAllowance: Sendable, Hashable {
    private let perSecond: Double
    private let burst: Double
    private var room: Double
    private var latest: Instant?

    /// Creates an allowance that admits a burst.
    /// - Parameters:
    ///   - perSecond: The sustained rate, in any unit per second.
    ///   - burst: The amount that is admitted at one time.
    public init(perSecond: Double, burst: Double) {
        (self.perSecond, self.burst, room) = (perSecond, burst, burst)
    }

    /// Returns whether an amount is within the allowance and, if it is, deducts it.
    public mutating func admits(_ amount: Double, at now: Instant) -> Bool {
        let elapsed = latest.map { max(0, now - $0) } ?? 0
        latest = now
        room = min(burst, room + elapsed * perSecond)
        guard room >= amount else { return false }
        room -= amount
        return true
    }
}
