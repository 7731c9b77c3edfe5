import Geometry
import Glibc

/// The values that all hypotheses share while they process a fix.
struct FixStep {
    let fix: ReceiverBank.Measurement
    let parameters: MultipleModelFilter.Parameters
    let growth: ProcessGrowth
    /// The power densities of the modes of motion, in m^2/s^3.
    let densities: SIMD4<Double>
    /// The probability that a mode of motion has lasted since the previous fix.
    let stay: Double
    /// The probability that the mode has changed, divided by the number of fixes over which the modes were counted.
    let usual: Double
    /// The variance of the stated accuracy, and the variance that currently scales the wandering error, both in m^2.
    let (stated, level): (Double, Double)
    /// The maximum wandering error, in stated accuracies.
    let wanderLimit: Double
    /// The factor by which the size of the wandering error changes, and the fraction of the error that persists.
    let (levelShare, levelKept): (Double, Double)
    /// The errors of a start that settles; `nil` once it has settled.
    let settling: SettlingStart?
    /// The variance, in m^2, that the rounding of a right velocity, or a slowly varying error of a wrong one, adds to the
    /// position.
    let (rightDrift, slowDrift): (Double, Double)
    /// The variance that a suspected scale of the velocity adds to it, in m^2.
    let suspectedDrift: Double
    /// The variance, in m^2, that a lag that varies adds to the position while the velocity changes.
    let lagDrift: Double
    /// The velocity corrected for its lag; `nil` if the receiver reports none.
    let velocity: LateVelocity?
    /// True if the receiver has reported no velocity but zero: then only its effect on the position is evidence.
    let isAlwaysZero: Bool
    /// The gain with which the scale of the stated accuracy adapts to a surprise.
    let scaleGain: Double
    /// The fraction of the evidence that is kept since the previous fix.
    let fading: Double
    /// The loss of evidence, due to chords, of the hypotheses that trust the velocity.
    let chordPenalty: Double
    /// The expected turn since the previous fix; `nil` if the path is expected to be straight.
    let turn: Turn?

    /// A turn of the velocity at a constant rate.
    struct Turn {
        /// The times, in seconds, for which the velocity before the turn counts along itself and to its left.
        let (ahead, aside): (Double, Double)
        let (cosine, sine): (Double, Double)

        /// Creates a turn by an angle in radians, anticlockwise; `nil` for none.
        init?(by angle: Double, interval: Double) {
            guard angle != 0 else { return nil }
            (cosine, sine) = (cos(angle), sin(angle))
            (ahead, aside) = (interval * sine / angle, interval * (1 - cosine) / angle)
        }
    }

    /// A lagging velocity: the reported value is a mean of the previous and the current velocity.
    struct LateVelocity {
        var value: SIMD2<Double>
        var variance: Double
        /// The weight of the previous velocity in the mean.
        var share = 0.0
        /// The factor of the value if its scale is suspected to be wrong.
        var suspectedScale = 1.0
        /// True if motion sensors measured it, so that the quality of the receiver's velocity does not matter.
        var isSensed = false
    }

    /// The gain of the scale after many fixes; that of the first ones, in fixes, and the number of fixes that the statement counts
    /// as.
    static let leastScaleGain = 0.01
    private static let (scaleShare, statedCount) = (1.5, 8.0)
    /// The error of a right velocity, as a fraction of it: that of the steps of NMEA 0183, 0.1 degrees and 0.1 knots, on a
    /// motorway. It lasts as long as the road is straight.
    private static let rightError = 0.0008
    /// The drift of a manoeuvre per time, so that a step of the velocity, whose distance from its mean decays, adds up to the
    /// squared step.
    private static let lagShare = 2.0
    /// The fraction of the default process noise that remains while the motion sensors are at rest.
    private static let restDensity = 1e-4

    init(
        _ fix: ReceiverBank.Measurement, _ parameters: MultipleModelFilter.Parameters, usualInterval: Double,
        level: Double, levelShare: Double, count: Double, fading: Double, chordPenalty: Double,
        meanVelocity: SIMD2<Double>, isAlwaysZero: Bool, turn: Double, settling: SettlingStart?
    ) {
        let dt = fix.interval
        self.fix = fix
        self.settling = settling
        self.parameters = parameters
        growth = ProcessGrowth(interval: dt, accelerationTime: parameters.accelerationTime)
        let rest = fix.isAtRest ? Self.restDensity : 1
        let agility = fix.velocity == nil ? ReachedPace.agility(within: fix.bound, interval: usualInterval) : 1
        let most = SIMD4(repeating: agility * BankTable.modeDensities.max())
        densities =
            pointwiseMin(BankTable.modeDensities, most) * (parameters.processNoise * parameters.processNoise * rest)
        stay = Double.exponential(-dt / parameters.manoeuvreTime)
        // The faded count of all modes together is the same for each hypothesis.
        let (prior, memory) = (LaneGroup.priorCount, LaneGroup.modeMemory)
        usual = (1 - stay) / (memory + (prior - memory) * pow(1 - 1 / memory, count - 1))
        stated = fix.accuracy * fix.accuracy
        self.level = level * level
        wanderLimit = parameters.wanderLimit * fix.excess.squareRoot()
        self.levelShare = levelShare
        // Errors of different sizes are partly different errors: normalised by size, they correlate by the ratio of the
        // sizes.
        levelKept = min(levelShare, 1 / levelShare)
        // A slowly varying error of the velocity drives the position as a random walk.
        let squared = fix.velocity.map { ($0 * $0).sum() } ?? 0
        let correlation = 2 * parameters.slowErrorTime * min(dt, parameters.slowErrorTime)
        rightDrift = correlation * Self.rightError * Self.rightError * squared
        slowDrift = correlation * parameters.slowError * parameters.slowError * squared
        // A wrong scale multiplies the true velocity, not its jitter.
        suspectedDrift = correlation * fix.suspectedVariance * max(0, squared - 2 * fix.velocityVariance)
        // The error of a manoeuvre is the deviation of its lag times the change of the velocity, and lasts as long.
        let change = fix.velocity.map { $0 - meanVelocity } ?? SIMD2(0, 0)
        lagDrift =
            Self.lagShare * fix.lagVariance * max(0, (change * change).sum() - 2 * fix.velocityVariance)
            * min(dt / parameters.manoeuvreTime, 1)
        velocity = Self.velocity(of: fix)
        self.isAlwaysZero = isAlwaysZero && !fix.isAtRest
        self.turn = Turn(by: turn, interval: dt)
        scaleGain = max(Self.scaleShare / (count + Self.statedCount), Self.leastScaleGain)
        self.fading = fading
        self.chordPenalty = chordPenalty
    }

    /// The maximum time between fixes, in seconds, for which a lag is corrected; otherwise, it only adds uncertainty.
    private static let lagInterval = 2.5
    /// The minimum lag, in seconds, that is corrected.
    private static let shortestLag = 0.02
    /// The maximum lag, as a fraction of the interval, that is corrected. Beyond it, the correction amplifies noise
    /// more than it helps.
    private static let largestLagShare = 0.5
    /// The standard deviation, in m/s, of a velocity that motion sensors know to be zero.
    private static let restSpeed = 0.003

    private static func velocity(of fix: ReceiverBank.Measurement) -> LateVelocity? {
        if fix.isAtRest { return LateVelocity(value: SIMD2(0, 0), variance: restSpeed * restSpeed, isSensed: true) }
        guard let velocity = fix.velocity else { return nil }
        var used = LateVelocity(
            value: velocity, variance: fix.velocityVariance, suspectedScale: fix.suspectedScale)
        if fix.lag > shortestLag {
            if fix.interval < lagInterval {
                used.share = min(fix.lag / fix.interval, largestLagShare)
            } else {
                used.variance += fix.lag * fix.lag
            }
        }
        return used
    }
}
