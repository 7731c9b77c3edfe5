import Geometry
import Glibc

/// The effect of an accepted fix in the position filter.
public struct FixAssessment: Sendable, Hashable {
    /// The likeliest explanation of the error of a fix.
    public enum Hypothesis: String, Sendable, Hashable, Codable, CaseIterable {
        /// White noise.
        case clean
        /// A slowly wandering error.
        case wandering
        /// A velocity that is late or wrong by a factor.
        case late
        /// An error of a few seconds, as from reflected signals.
        case multipath
        /// An error of this fix alone.
        case outlier
        /// A receiver that has not settled since the start of the track.
        case settling
        /// The motion sensors are at rest.
        case rest

        /// The kinds of error that a hypothesis about the receiver can have.
        static let ofReceivers: [Hypothesis] = [.clean, .wandering, .late, .multipath]
    }

    /// The weight of the fix, from 0 to 1: that of a fix without surprise is 1.
    public var weight: Double
    /// The deviation from the prediction in metres, along the course and to the right of it; `nil` for the first fix.
    public var innovation: SIMD2<Double>?
    /// The deviation in standard deviations of the prediction and the fix; `nil` for the first fix.
    public var sigmas: Double?
    /// The negative log-likelihood of the fix under the prediction, up to a constant; `nil` for the first fix.
    public var negativeLogLikelihood: Double?
    /// The likeliest explanation of its error.
    public var hypothesis: Hypothesis

    /// Creates an assessment.
    public init(
        weight: Double, innovation: SIMD2<Double>?, sigmas: Double?, negativeLogLikelihood: Double? = nil,
        hypothesis: Hypothesis
    ) {
        (self.weight, self.innovation, self.sigmas) = (weight, innovation, sigmas)
        (self.negativeLogLikelihood, self.hypothesis) = (negativeLogLikelihood, hypothesis)
    }

    /// True if the fix hardly counted.
    public var isIgnored: Bool { weight < Self.leastWeight }

    /// The minimum weight of a fix that is not ignored.
    private static let leastWeight = 0.5
}

extension FixAssessment {
    /// Assesses a fix after a bank has processed it.
    ///
    /// A surprising fix counts as much as it moved the estimate, or as the tail of the likelihood lets it.
    init(
        of fix: FixRecord, by bank: ReceiverBank, _ mixture: ReceiverBank.Mixture,
        _ parameters: MultipleModelFilter.Parameters
    ) {
        (weight, hypothesis) = (1, fix.isAtRest ? .rest : bank.kind)
        let distance = (fix.position - mixture.position).length
        if bank.isUnsettled {
            hypothesis = .settling
            weight = min(1, parameters.outlier * fix.accuracy * fix.accuracy / max(distance * distance, 1e-9))
        }
        guard let innovation = bank.innovation else { return }
        let course = mixture.velocity.length > 0 ? mixture.velocity / mixture.velocity.length : SIMD2(0, 1)
        self.innovation = SIMD2(
            (innovation.off * course).sum(), innovation.off.x * course.y - innovation.off.y * course.x)
        sigmas = innovation.squared.squareRoot()
        let ratio = max(1, innovation.squared / parameters.outlier)
        negativeLogLikelihood = log(innovation.variance) + innovation.squared / ratio / 2 * (1 + log(ratio))
        guard hypothesis != .settling, innovation.squared > parameters.outlier else { return }
        let moved = mixture.position - innovation.predicted
        let gain = (moved * innovation.off).sum() / (innovation.off * innovation.off).sum()
        weight = min(1, max(gain, parameters.outlier / innovation.squared))
        if isIgnored { hypothesis = .outlier }
    }
}
