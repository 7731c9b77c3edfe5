/// The mean of the values so far.
public struct RunningMean: Sendable, Hashable {
    private var sum = 0.0
    private var count = 0.0

    /// Creates the mean of no values.
    public init() {}

    /// Includes another value in ``mean``.
    public mutating func add(_ value: Double) {
        sum += value
        count += 1
    }

    /// The mean; `nil` without a value.
    public var mean: Double? { count > 0 ? sum / count : nil }
}
