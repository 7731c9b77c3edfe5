import Glibc

/// A first-order Gauss-Markov process per axis, advanced exactly: its variance and its autocorrelation exp(-t /
/// correlation time) do not depend on the step.
///
/// Source: A. Gelb (ed.), "Applied Optimal Estimation" (1974), section 2.2.
struct GaussMarkov {
    /// The value in multiples of the 1-sigma size, east and north.
    private(set) var value: SIMD2<Double>

    /// Creates a process with a value from the stationary distribution.
    init(_ random: inout RandomSource) { value = random.normalPair() }

    /// Advances the process by a time in seconds.
    mutating func advance(by seconds: Double, correlationTime: Double, _ random: inout RandomSource) {
        let keep = exp(-seconds / correlationTime)
        value = keep * value + (1 - keep * keep).squareRoot() * random.normalPair()
    }
}

extension RandomSource {
    /// Returns two independent numbers from the standard normal distribution.
    mutating func normalPair() -> SIMD2<Double> {
        let first = normal()
        return SIMD2(first, normal())
    }

    /// Returns a number from the exponential distribution with a given mean.
    mutating func exponential(mean: Double) -> Double { -mean * log(1 - uniform()) }
}
