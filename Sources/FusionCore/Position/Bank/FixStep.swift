import Glibc
import NavigationMath

/// What all hypotheses share while a fix is used.
struct FixStep {
    let fix: ReceiverBank.Measurement
    let parameters: MultipleModelFilter.Parameters
    let growth: ProcessGrowth
    /// The power densities of the modes in m^2/s^3.
    let densities: SIMD4<Double>
    /// The probability that a mode of motion has lasted since the fix before.
    let stay: Double
    /// The probability that it has not, for each fix that the modes were counted over.
    let usual: Double
    /// The stated variances in m^2: that of the fix, and that which the wandering error has now.
    let (stated, level): (Double, Double)
    /// The factor by which the size of the wandering error changes, and the part of it that is the same error still.
    let (levelShare, levelKept): (Double, Double)
    /// The variance in m^2 by which a slow error of the velocity moves the position.
    let slowDrift: Double
    /// The velocity less what the lag leaves of the one before; `nil` if the receiver gives none.
    let velocity: LateVelocity?
    /// The share of a surprise that the scale of the stated accuracy learns.
    let scaleGain: Double
    /// The share of the evidence that is kept since the fix before.
    let fading: Double
    /// What chords take from the evidence of those that believe the velocity.
    let chordPenalty: Double

    /// A velocity as the receiver means it: a mean of the one before and the one now.
    struct LateVelocity {
        var value: SIMD2<Double>
        var variance: Double
        /// The share of the velocity before.
        var share = 0.0
        /// True if it does not depend on what the receiver's velocity is worth.
        var isSensed = false
    }

    /// The share of the usual process noise that is left if motion sensors are at rest.
    private static let sensedRestDensity = 1e-4

    init(
        _ fix: ReceiverBank.Measurement, _ parameters: MultipleModelFilter.Parameters, level: Double,
        levelShare: Double, count: Double, fading: Double, chordPenalty: Double
    ) {
        let dt = fix.interval
        self.fix = fix
        self.parameters = parameters
        growth = ProcessGrowth(interval: dt, accelerationTime: parameters.accelerationTime)
        let rest = fix.rest == .sensed ? Self.sensedRestDensity : 1
        densities = BankTable.modeDensities * (parameters.processNoise * parameters.processNoise * rest)
        stay = Double.exponential(-dt / parameters.manoeuvreTime)
        // The counts of all modes together, faded: the same for each hypothesis.
        let (prior, memory) = (LaneGroup.priorCount, LaneGroup.modeMemory)
        usual = (1 - stay) / (memory + (prior - memory) * pow(1 - 1 / memory, count - 1))
        stated = fix.accuracy * fix.accuracy
        self.level = level * level
        self.levelShare = levelShare
        // Errors of another size are other errors in part: normalised by their sizes, they correlate by the ratio of both.
        levelKept = min(levelShare, 1 / levelShare)
        // A velocity that errs slowly drives the position as a random walk.
        let error = parameters.slowError * (fix.velocity?.length ?? 0)
        slowDrift = 2 * error * error * parameters.slowErrorTime * min(dt, parameters.slowErrorTime)
        velocity = Self.velocity(of: fix)
        scaleGain = max(1.5 / (count + 8), 0.01)
        self.fading = fading
        self.chordPenalty = chordPenalty
    }

    /// Seconds between fixes beyond which a late velocity is only a less certain one.
    private static let lagInterval = 2.5
    /// The share of an interval beyond which a velocity is not carried on: that would multiply its noise more than it helps.
    private static let largestLagShare = 0.5
    /// The standard deviations in m/s of a velocity known to be zero: by the receiver's word, and by motion sensors.
    private static let (reportedRest, sensedRest) = (0.02, 0.003)

    private static func velocity(of fix: ReceiverBank.Measurement) -> LateVelocity? {
        switch fix.rest {
        case .none: break
        case .reported: return LateVelocity(value: SIMD2(0, 0), variance: reportedRest * reportedRest)
        case .sensed: return LateVelocity(value: SIMD2(0, 0), variance: sensedRest * sensedRest, isSensed: true)
        }
        guard let velocity = fix.velocity else { return nil }
        var used = LateVelocity(value: velocity, variance: fix.velocityVariance)
        if fix.lag > 0.02 {
            if fix.interval < lagInterval {
                used.share = min(fix.lag / fix.interval, largestLagShare)
            } else {
                used.variance += fix.lag * fix.lag
            }
        }
        return used
    }
}
