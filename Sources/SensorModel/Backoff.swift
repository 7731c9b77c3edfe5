/// The delays between attempts: they double up to a limit, with jitter so that clients do not retry simultaneously.
public struct Backoff: Sendable, Hashable {
    /// The first delay in seconds.
    public var first = 0.5
    /// The longest delay in seconds.
    public var longest = 30.0
    /// The largest fraction of a delay that is removed at random.
    public var jitter = 0.25
    private var tries = 0

    /// Creates a back-off before its first attempt.
    public init(first: Double = 0.5, longest: Double = 30, jitter: Double = 0.25) {
        self.first = first
        self.longest = longest
        self.jitter = jitter
    }

    /// Returns the next delay in seconds.
    /// - Parameter chance: A random number from 0 to 1.
    public mutating func next(chance: Double) -> Double {
        var wait = first
        for _ in 0..<tries where wait < longest { wait *= 2 }
        tries += 1
        return min(wait, longest) * (1 - jitter * min(1, max(0, chance)))
    }

    /// Restarts with the first delay, after a success.
    public mutating func reset() { tries = 0 }
}
