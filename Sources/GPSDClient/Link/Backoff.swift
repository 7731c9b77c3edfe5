/// How long to wait before the next try: doubling, bounded, with jitter so that many clients do not come at once.
public struct Backoff: Sendable, Hashable {
    /// The first wait in seconds.
    public var first = 0.5
    /// The longest wait in seconds.
    public var longest = 30.0
    /// The share of a wait that chance may take away.
    public var jitter = 0.25
    private var tries = 0

    /// Creates a back-off that has waited for nothing.
    public init(first: Double = 0.5, longest: Double = 30, jitter: Double = 0.25) {
        self.first = first
        self.longest = longest
        self.jitter = jitter
    }

    /// Returns the next wait in seconds.
    /// - Parameter chance: A number from 0 to 1.
    public mutating func next(chance: Double) -> Double {
        var wait = first
        for _ in 0..<tries where wait < longest { wait *= 2 }
        tries += 1
        return min(wait, longest) * (1 - jitter * min(1, max(0, chance)))
    }

    /// Starts again after a success.
    public mutating func reset() { tries = 0 }
}
