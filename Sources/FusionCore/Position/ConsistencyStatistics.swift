/// Statistics of a filter's consistency: the mean of its normalised innovations squared.
///
/// If a filter knows its noise, the mean is 2 (two degrees of freedom), and one value in twenty is above 5.99. A much
/// higher mean indicates that a sigma is too small, a much lower one that it is too large. Source: Bar-Shalom, Li,
/// Kirubarajan (2001), 5.4.
public struct ConsistencyStatistics: Sendable, Hashable {
    /// The number of innovations.
    public private(set) var count = 0
    /// The sum of the normalised innovations squared.
    public private(set) var sum = 0.0

    /// Creates empty statistics.
    public init() {}

    /// Adds the squared error of two dimensions divided by its variance.
    public mutating func add(_ squared: Double) {
        count += 1
        sum += squared
    }

    /// The mean of the normalised innovations squared, 2 for a consistent filter; `nil` without innovations.
    public var mean: Double? { count > 0 ? sum / Double(count) : nil }
}
