import Glibc

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
    /// The sum of the logarithms of the innovations' variances.
    public private(set) var logVarianceSum = 0.0

    /// Creates empty statistics.
    public init() {}

    /// Adds a squared normalised error of two dimensions.
    /// - Parameters:
    ///   - squared: The squared error divided by its variance.
    ///   - variance: The variance of one axis, in m^2.
    public mutating func add(_ squared: Double, variance: Double) {
        count += 1
        logVarianceSum += log(variance)
        sum += squared
    }

    /// The mean negative log-likelihood of an innovation, up to a constant; `nil` without innovations. The lower it is,
    /// the better the parameters explain the fixes.
    public var negativeLogLikelihood: Double? { count > 0 ? (logVarianceSum + sum / 2) / Double(count) : nil }

    /// The mean of the normalised innovations squared, 2 for a consistent filter; `nil` without innovations.
    public var mean: Double? { count > 0 ? sum / Double(count) : nil }
}
