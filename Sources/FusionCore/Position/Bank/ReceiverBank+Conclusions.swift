import Geometry

extension ReceiverBank {
    /// The combined estimate of all hypotheses.
    struct Mixture: Sendable, Hashable {
        /// The position in metres, and the velocity in m/s, each east and north.
        var position: SIMD2<Double>
        var velocity: SIMD2<Double>
        /// The variances of one axis in m^2 and in m^2/s^2, including the spread between the hypotheses.
        var variance: Double
        var velocityVariance: Double
    }

    /// The combined estimate of all hypotheses after the last fix.
    var mixture: Mixture {
        var sums = MixtureSums(around: groups[0].state.position[0])
        for index in groups.indices { sums.add(groups[index].state, groups[index].weights) }
        return sums.mixture
    }

    /// Returns the mean of a value over all hypotheses, weighted by their probabilities.
    @inline(__always)
    private func mean(_ number: (_ lanes: HypothesisLanes, _ scale: Lanes) -> Lanes) -> Double {
        var sum = Lanes()
        let tables = BankTable.lanes
        for index in groups.indices { sum += groups[index].weights * number(tables[index], groups[index].scale) }
        return sum.sum()
    }

    /// The white and the wandering error as fractions of the stated accuracy, averaged over all hypotheses.
    var errorShares: (white: Double, wander: Double) {
        (
            mean { lanes, scale in scale * lanes.white * lanes.white }.squareRoot(),
            mean { lanes, scale in scale * lanes.wander * lanes.wander }.squareRoot()
        )
    }

    /// True if the track starts, and probably with fixes that have not settled.
    var isUnsettled: Bool {
        starting != nil && mean { lanes, _ in lanes.startsUnsettled } > SettlingStart.leastProbability
    }

    /// The likeliest kind of error.
    var kind: FixAssessment.Hypothesis {
        var (likeliest, most) = (FixAssessment.Hypothesis.clean, 0.0)
        for (index, kind) in FixAssessment.Hypothesis.ofReceivers.enumerated() {
            let weight = mean { lanes, _ in lanes.kinds[index] }
            if weight > most { (likeliest, most) = (kind, weight) }
        }
        return likeliest
    }

    /// The posterior probability that the receiver's velocity can be trusted.
    var velocityTrust: Double { mean { lanes, _ in lanes.trustsVelocity } }

    /// Returns the expected variance of one axis, in m^2, of a fix's error minus its mean over a time in seconds, if the scale
    /// of the velocity is not suspected; and the probability of that.
    func expectedVariance(stated accuracy: Double, lessMeanOver seconds: Double) -> (
        variance: Double, probability: Double
    ) {
        let (stated, level) = (accuracy * accuracy, level * level * seconds)
        let unsuspected = 1 - mean { lanes, _ in lanes.isSuspected }
        let sum = mean { lanes, scale in
            let white = stated * lanes.white * lanes.white
            return (1 - lanes.isSuspected) * scale
                * (white + level * lanes.wander * lanes.wander / (lanes.memory + seconds))
        }
        return (sum / max(unsuspected, 1e-9), unsuspected)
    }

    /// Returns the part of the stated variance that the hypotheses do not explain, in m^2. A realistic accuracy
    /// includes a fraction of it.
    func unseenVariance(stated accuracy: Double) -> Double {
        accuracy * accuracy * mean { lanes, scale in lanes.unseen(scale: scale) }
    }
}

/// Accumulates the mean of hypotheses and the spread between them in one pass.
struct MixtureSums {
    /// The origin of the sums, in metres. An origin near the hypotheses keeps the precision of their differences.
    private let origin: SIMD2<Double>
    private var position = LaneVector.zero
    private var velocity = LaneVector.zero
    private var variance = Lanes()
    private var velocityVariance = Lanes()

    /// Creates empty sums.
    /// - Parameter origin: A position on the plane near the hypotheses, in metres.
    @inline(__always)
    init(around origin: SIMD2<Double>) { self.origin = origin }

    /// Adds some hypotheses with their probabilities.
    @inline(__always)
    mutating func add(_ state: LaneState, _ weights: Lanes) {
        let off = state.position - LaneVector(repeating: origin)
        position += weights * off
        velocity += weights * state.velocity
        variance += weights * (state.covariance.pp + 0.5 * off.squared)
        velocityVariance += weights * (state.covariance.vv + 0.5 * state.velocity.squared)
    }

    /// The mean, and the variances about it.
    @inline(__always) var mixture: ReceiverBank.Mixture {
        let (off, mean) = (position.total, velocity.total)
        return ReceiverBank.Mixture(
            position: origin + off, velocity: mean, variance: variance.sum() - 0.5 * (off * off).sum(),
            velocityVariance: velocityVariance.sum() - 0.5 * (mean * mean).sum())
    }
}
