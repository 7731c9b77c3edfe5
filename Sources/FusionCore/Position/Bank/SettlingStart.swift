import Glibc

/// A start whose first fixes are far off and settle within seconds, as after a receiver was switched on or lost all signals.
///
/// While a track starts, and after a silence, one hypothesis has a white error and one that fades without noise.
/// Once a start has settled, it takes on its own errors. If it was the likeliest until then, all hypotheses start again from its estimate,
/// so that what the fixes before made them believe is forgotten. Guide: docs/estimators/starts-and-rests.md.
struct SettlingStart: Sendable, Hashable {
    /// The errors of the first fixes, and the time in which they settle.
    struct Kind: Sendable, Hashable {
        /// The 1-sigma error of the first fix, in metres, and the time constant with which it fades, in seconds.
        let (leap, fading): (Double, Double)

        /// A receiver that was switched on: tens to hundreds of metres.
        static let cold = Kind(leap: 300, fading: 4)
        /// A receiver after a silence, which still knows its satellites. With the leap of a cold one, a snap of 15 m counts as
        /// a way.
        static let warm = Kind(leap: 60, fading: 3)

        private init(leap: Double, fading: Double) { (self.leap, self.fading) = (leap, fading) }
    }

    /// The white error of the first fixes as a fraction of the one that fades.
    private static let roughness = 0.25
    /// The logarithm of the prior odds of a start that settles.
    static let logPrior = -3.0
    /// The minimum posterior probability at which the places are doubted.
    static let leastProbability = 0.9
    /// The time, in seconds, within which a start settles.
    static let duration = 15.0

    /// The additional white variance of a fix, in m^2.
    let white: Double
    /// The fraction of the error that is left since the previous fix, and the variance of the one that is new, in m^2.
    let (kept, fresh): (Double, Double)

    /// Creates the errors of the first fix.
    init(_ kind: Kind) {
        let error = Self.roughness * kind.leap
        (white, kept, fresh) = (error * error, 0, kind.leap * kind.leap)
    }

    /// Creates the errors of a fix at times in seconds after the first fix and after the previous one.
    init(_ kind: Kind, after seconds: Double, interval: Double) {
        let error = Self.roughness * kind.leap * exp(-seconds / kind.fading)
        (white, kept, fresh) = (error * error, exp(-interval / kind.fading), 0)
    }
}
