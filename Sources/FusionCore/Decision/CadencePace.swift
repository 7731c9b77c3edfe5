import Glibc

/// Whether the cadence of a stretch is steady.
///
/// A runner keeps the pace of the legs, and a rider changes gears and coasts. This holds at every sampling interval: in
/// the files for tuning, the median change from one cell to the next is 1 stride per minute for runners, and 3 to 10 turns
/// per minute for riders. Like a texture, it is one word about a stretch, however long the stretch is.
enum CadencePace: Int, Sendable {
    case unknown, steady, varying

    /// The likelihoods of a change in the order of the cases.
    typealias Likelihoods = SIMD4<Float>

    /// The fractions of the stretches of walking, running, and cycling with a steady cadence: 11 of 11 runs and 0 of 9
    /// rides of the files for tuning, with one more of either kind. A walk has the gait of a run.
    private static let steadyShares: [Float] = [0.92, 0.92, 0.09]
    /// The medians of the changes of a steady and a varying cadence, per minute.
    private static let (steadyChange, varyingChange): (Float, Float) = (1, 5)
    /// The density of a change in a stretch whose cadence is not from legs.
    private static let anyChange: Float = 0.03

    /// Returns the kinds of pace that a mode of ``TravelModel`` can have, with their probabilities.
    /// - Parameters:
    ///   - mode: The index of the mode.
    ///   - hasCadence: Whether a cadence was recorded.
    static func shares(of mode: Int, hasCadence: Bool) -> [(pace: CadencePace, share: Float)] {
        guard hasCadence, steadyShares.indices.contains(mode) else { return [(.unknown, 1)] }
        return [(.steady, steadyShares[mode]), (.varying, 1 - steadyShares[mode])]
    }

    /// Returns the likelihoods of the change of an interval; 1 without one.
    static func likelihoods(of interval: TravelInterval) -> Likelihoods {
        guard let change = interval.cadenceChange else { return Likelihoods(repeating: 1) }
        let share = CadenceEvidence.share(of: interval)
        // Cauchy's density, because a walk between two runs or a gear changes the cadence a lot.
        func likelihood(_ median: Float) -> Float {
            let ratio = Float(change) / median
            return pow(1 / (.pi * median * (1 + ratio * ratio)) / anyChange, share)
        }
        return Likelihoods(1, likelihood(steadyChange), likelihood(varyingChange), 1)
    }
}
