/// The mean rate at which the samples of a stream arrive. Those of the first delivery do not count, because the time in which
/// they were taken is unknown.
public struct ArrivalRate: Sendable, Hashable {
    private var first: Instant?
    private var newest: Instant?
    private var laterCount = 0

    /// Creates a rate without samples.
    public init() {}

    /// Counts a sample by its arrival.
    public mutating func consume(arrival: Instant) {
        guard let first else { return (first, newest) = (arrival, arrival) }
        if arrival != first { laterCount += 1 }
        newest = max(newest ?? first, arrival)
    }

    /// The number of samples per second; `nil` before the second delivery.
    public var perSecond: Double? {
        guard let first, let newest, newest > first else { return nil }
        return Double(laterCount) / (newest - first)
    }
}
