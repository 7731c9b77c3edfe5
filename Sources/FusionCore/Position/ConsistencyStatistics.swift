import Glibc

/// Returns whether a filter is as sure as it may be: the mean of its normalised innovations squared.
///
/// Of a filter that knows its noise the mean is 2 (two degrees of freedom) and one in twenty lies above 5.99. A mean
/// far above says that a sigma is too small, one far below that it is too large.
/// Source: Bar-Shalom, Li, Kirubarajan (2001), 5.4.
public struct ConsistencyStatistics: Sendable, Hashable {
    /// How many innovations were seen.
    public private(set) var count = 0
    /// Their sum.
    public private(set) var sum = 0.0
    /// How many lay above the 95 % bound.
    public private(set) var outside = 0

    /// The sum of the logarithms of the innovations' variances.
    public private(set) var logVarianceSum = 0.0

    /// The 95 % bound of chi-squared with two degrees of freedom.
    public static let bound = 5.991

    /// Creates empty statistics.
    public init() {}

    /// Adds a squared normalised error of two dimensions.
    /// - Parameters:
    ///   - squared: The error, squared, over its variance.
    ///   - variance: That variance of one axis in m^2.
    public mutating func add(_ squared: Double, variance: Double) {
        count += 1
        logVarianceSum += log(variance)
        sum += squared
        if squared > Self.bound { outside += 1 }
    }

    /// The mean negative log-likelihood of an innovation, but for a constant: the smaller, the better the parameters
    /// explain the fixes; nil if nothing was seen.
    public var negativeLogLikelihood: Double? { count > 0 ? (logVarianceSum + sum / 2) / Double(count) : nil }

    /// The mean, 2 for a consistent filter; nil if nothing was seen.
    public var mean: Double? { count > 0 ? sum / Double(count) : nil }
    /// The share within the 95 % bound; nil if nothing was seen.
    public var shareInside: Double? { count > 0 ? 1 - Double(outside) / Double(count) : nil }
}
