import Glibc

/// The evidence of a heart rate, for each mode.
///
/// Running takes more of the body than cycling, and cycling more than walking, but people and efforts differ, and an hour
/// of one person is a single piece of evidence. Running and cycling have the medians of activity files that state their sport
/// and their spread; walking, with six such files, is set higher and wider, because walks uphill are missing among them
/// (docs/decisions.md).
enum PulseEvidence {
    private struct Mode {
        /// The mean heart rate, and its spread from activity to activity, in beats per minute.
        var mean: Float
        var spread: Float
    }

    /// Walking, running, and cycling, in the order of ``TravelModel/modes``.
    private static let modes = [
        Mode(mean: 108, spread: 20), Mode(mean: 150, spread: 18), Mode(mean: 134, spread: 19),
    ]
    /// The time for which a heart rate adds no evidence, in seconds.
    private static let memory: Float = 1_800
    /// The range of the heart rates of other states, in beats per minute, and the fraction of false values.
    private static let range: Float = 140
    private static let errors: Float = 0.05

    /// Returns the likelihood of each ``TravelModel/State``.
    static func likelihoods(of interval: TravelInterval) -> SIMD8<Float> {
        var likelihoods = SIMD8<Float>(repeating: 1)
        guard let rate = interval.heartRate else { return likelihoods }
        let share = CadenceEvidence.share(of: interval, memory: memory)
        for (index, mode) in modes.enumerated() {
            let density = Normal.density(Float(rate), mean: mode.mean, spread: mode.spread)
            likelihoods[index] = pow((1 - errors) * density * range + errors, share)
        }
        return likelihoods
    }
}
