import NavigationMath

extension ReceiverBank {
    /// What the hypotheses conclude together.
    struct Mixture: Sendable, Hashable {
        /// Metres and m/s, east and north.
        var position: SIMD2<Double>
        var velocity: SIMD2<Double>
        /// The variance of one axis in m^2 and in m^2/s^2.
        var variance: Double
        var velocityVariance: Double

        /// Returns the weighted mean, with the spread between the hypotheses in its variance.
        @inline(__always)
        init(_ state: State, _ weights: Lanes) {
            position = state.position.mean(weights)
            velocity = state.velocity.mean(weights)
            let off = (state.position - LaneVector(repeating: position)).squared
            let slip = (state.velocity - LaneVector(repeating: velocity)).squared
            variance = (weights * (state.covariance.pp + 0.5 * off)).sum()
            velocityVariance = (weights * (state.covariance.vv + 0.5 * slip)).sum()
        }
    }

    /// The white and the wandering error as shares of the stated accuracy, over all hypotheses.
    var errorShares: (white: Double, wander: Double) {
        let table = BankTable.standard
        let scaled = weights * scale
        return (
            (scaled * table.white * table.white).sum().squareRoot(),
            (scaled * table.wander * table.wander).sum().squareRoot()
        )
    }

    /// The posterior probability that the receiver's velocity can be believed.
    var velocityTrust: Double { BankTable.standard.velocityTrust(weights) }

    /// The variance of one axis in m^2 that the hypotheses expect of a fix's error less its mean over some seconds.
    func expectedVariance(stated accuracy: Double, lessMeanOver seconds: Double) -> Double {
        let table = BankTable.standard
        let white = table.white * table.white * (accuracy * accuracy)
        let wander = table.wander * table.wander * (level * level) * (seconds / (table.memory + seconds))
        return (weights * scale * (white + wander)).sum()
    }

    /// What the hypotheses conclude together after the last fix.
    var mixture: Mixture { Mixture(state, weights) }

    /// The part of the stated variance that the hypotheses do not see, in m^2: an honest accuracy keeps a share of it.
    func unseenVariance(stated accuracy: Double) -> Double {
        accuracy * accuracy * BankTable.standard.unseenShare(weights, scale: scale)
    }
}
