import Geometry
import Glibc

/// Learns by how much a receiver's errors exceed those that its hypotheses allow.
///
/// A hypothesis cannot assume a wandering error larger than the stated accuracy, so that a wrong velocity does not pass
/// for one. A receiver that states too small an error then looks better than it is. If the velocity is trusted, the
/// path of the fixes minus the path by velocity shows the errors themselves, except for their mean over half a minute.
struct ErrorExcess: Sendable, Hashable {
    /// The squared errors of one axis as multiples of the expected ones, weighted by time, and the time in seconds.
    private var sum = Self.prior
    private var seconds = Self.prior

    /// The weight of the receiver's statement, in seconds, and the time constant of forgetting, in seconds.
    private static let (prior, memory) = (60.0, 300.0)
    /// The prior odds that the errors exceed what is allowed. An error lasts about as long as the mean that it lacks.
    private static let (odds, errorTime) = (0.1, VelocityIdentification.meanTime)
    /// The maximum ratio of a single fix, the maximum exponent of a Bayes factor, and the most seconds that a fix counts for.
    private static let (most, mostSurprising, longest) = (50.0, 50.0, 10.0)

    /// Adds the residual of a chord, in metres, given the expected variance of one axis in m^2 and the probability that no wrong
    /// scale of the velocity causes the residual.
    mutating func update(_ residual: SIMD2<Double>, expected: Double, after interval: Double, probability: Double) {
        let weight = min(interval, Self.longest) * probability
        let keep = exp(-weight / Self.memory)
        let ratio = min((residual * residual).sum() / 2 / max(expected, 1e-6), Self.most)
        sum = sum * keep + weight * ratio
        seconds = seconds * keep + weight
    }

    /// Returns the factor for the variance, given the probability that the velocity can be trusted: the posterior mean of one and the
    /// ratio, by the likelihood of this many independent errors.
    func factor(trust: Double) -> Double {
        let ratio = max(1, sum / seconds)
        let odds = Self.odds * exp(min(seconds / Self.errorTime * (ratio - 1 - log(ratio)), Self.mostSurprising))
        return 1 + trust * odds / (1 + odds) * (ratio - 1)
    }
}
