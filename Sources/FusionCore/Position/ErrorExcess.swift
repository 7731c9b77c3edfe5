import Glibc
import NavigationMath

/// Learns by how much a receiver's errors exceed what its hypotheses may believe.
///
/// A wandering error may not be larger than what the receiver states, so that no wrong velocity passes for one. A receiver that
/// states too little then looks better than it is. Where the velocity is believed, the way of the fixes less that of the
/// velocity shows the errors themselves, but for their mean over half a minute.
struct ErrorExcess: Sendable, Hashable {
    /// Squared errors of one axis as shares of the expected ones, and the seconds they were seen for.
    private var sum = Self.prior
    private var seconds = Self.prior

    /// Seconds that the word of the receiver is worth, and in which what was learnt is forgotten.
    private static let (prior, memory) = (60.0, 300.0)
    /// The share of a larger ratio that may be chance: some ten independent errors are seen within the memory.
    private static let chance = 0.3
    /// The largest ratio of one fix that counts.
    private static let most = 50.0

    /// Uses what was left of a chord, in metres, and the variance of one axis expected of it in m^2.
    mutating func note(_ residual: SIMD2<Double>, expected: Double, after interval: Double) {
        let weight = min(interval, 10)
        let keep = exp(-weight / Self.memory)
        let ratio = min((residual * residual).sum() / 2 / max(expected, 1e-6), Self.most)
        sum = sum * keep + weight * ratio
        seconds = seconds * keep + weight
    }

    /// The factor of the variance, if the velocity is believed with a probability.
    func factor(trust: Double) -> Double {
        1 + trust * max(0, sum / seconds * (1 - Self.chance) - 1)
    }
}
