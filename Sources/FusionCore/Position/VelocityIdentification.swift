import Geometry
import Glibc

/// Identifies the lag, the scale error, and the jitter of a receiver's velocity.
///
/// The path of the fixes minus that of the integrated velocity, e = p - ∫u dt, is regressed on the velocity u and on
/// that integral X, all minus their means over 30 s: e = L u + c X + noise. L is then the lag, and 1 + c the factor
/// that corrects the speed. Neighbouring residuals are correlated, so the regression uses quasi-differences with the
/// residual's autocorrelation. Source: D. Cochrane, G. Orcutt, "Application of least squares regression to
/// relationships containing auto-correlated error terms", JASA 44 (1949). Guide: docs/estimators/position.md.
struct VelocityIdentification: Sendable, Hashable {
    /// The identified properties of the velocity.
    struct Findings: Sendable, Hashable {
        /// The lag of the velocity, in seconds.
        var lag = 0.0
        /// The variance of the lag from one manoeuvre to another, in s^2.
        var lagVariance = 0.0
        /// The factor that corrects the speed.
        var factor = 1.0
        /// The variance of the jitter of one axis, in m^2/s^2.
        var jitter = 0.04
        /// The factor if the receiver is suspected of a wrong speed, and its variance.
        var suspectedFactor = 1.0
        var suspectedVariance = 0.0
        /// True if there probably is a lag, and if the scale probably is wrong.
        var (isLate, isMisscaled) = (false, false)
    }

    /// The path of the fixes minus that of the velocity, the velocity, and the integrated velocity, each minus its mean
    /// over 30 s.
    struct Chord: Sendable, Hashable {
        var error: SIMD2<Double>
        var velocity: SIMD2<Double>
        var displacement: SIMD2<Double>

        static let zero = Chord(error: SIMD2(0, 0), velocity: SIMD2(0, 0), displacement: SIMD2(0, 0))

        /// Returns the part that lag and factor do not explain, in metres.
        func residual(_ findings: Findings) -> SIMD2<Double> {
            residual(lag: findings.lag, scale: findings.factor - 1)
        }

        /// Returns the part that a lag in seconds and a scale error do not explain, in metres.
        func residual(lag: Double, scale: Double) -> SIMD2<Double> { error - lag * velocity - scale * displacement }
    }

    /// The current findings.
    private(set) var findings = Findings()
    /// The chord to the last fix; `nil` if there are too few fixes before it.
    private(set) var chord: Chord?
    /// The part of the chord, in metres, that no lag and no scale explain, whether they are believed or not.
    var unexplained: SIMD2<Double>? { chord?.residual(lag: lag, scale: scale) }
    private var start: (position: SIMD2<Double>, velocity: SIMD2<Double>)?
    private var displacement = SIMD2<Double>(0, 0)
    private var age = 0.0
    private var mean = Chord.zero
    /// The sum of the chords since the last step of the regression, weighted by time, and that time in seconds.
    private var sum = Chord.zero
    private var summed = 0.0
    private var last: Chord?
    private var lastResidual = SIMD2<Double>(0, 0)
    private var residualPower = 1e-9
    private var residualProduct = 1e-9
    private var count = 0.0
    private var squares = 0.0
    /// The normal equations: velocity squared, velocity times path, path squared; and error times velocity, error times
    /// path.
    private var normal = SIMD3<Double>(0, 0, 0)
    private var right = SIMD2<Double>(0, 0)
    private var lagVariation = LagVariation()
    private var lag = 0.0
    private var scale = 0.0
    private var lagSigma = Self.priorLag
    private var scaleSigma = Self.priorScale
    private var lastVelocity: SIMD2<Double>?
    private var before: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>) = (SIMD2(0, 0), SIMD2(0, 0), SIMD2(0, 0))
    private var beforeCount = 0
    private var jitterVariance = 0.04
    private var jitterCount = 0.0

    /// The averaging time of the means, in seconds, and the time before a chord is known.
    static let meanTime = 30.0
    private static let leastAge = 5.0
    /// The largest autocorrelation of the residuals, their least mean square and noise in m^2, the number of steps before an outlier
    /// is one, and the squared residual of an outlier as a multiple of the usual one.
    private static let (mostCorrelated, leastSquare, leastNoise) = (0.98, 0.01, 0.001)
    private static let (fewestSteps, outlier) = (30.0, 18.0)
    /// The range of a lag in seconds, and of a scale error.
    private static let (lags, scales) = (-0.2...1.5, -0.3...0.5)
    /// The maximum time between fixes, in seconds, for which the trapezoid of two velocities is the path between them,
    /// and for which the third difference of velocities is their jitter.
    private static let (longestStep, longestJitterStep) = (3.5, 2.5)
    /// The minimum time between two steps of the regression, in seconds. With shorter steps, white noise would hide the
    /// correlation of the residuals, and a finding would look more certain than it is.
    private static let regressionStep = 0.8
    /// The prior 1-sigma of the lag, in seconds, and of the scale error.
    private static let (priorLag, priorScale) = (0.3, 0.1)
    /// The prior odds of a lag, and of a wrong scale if the velocity is in doubt.
    private static let wrongOdds = 0.1
    /// The prior odds of a wrong scale if the velocity is trusted.
    private static let wrongOddsOfTrusted = 0.003

    static func == (left: Self, right: Self) -> Bool {
        left.chord == right.chord && left.normal == right.normal && left.jitterVariance == right.jitterVariance
            && left.count == right.count
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(normal)
        hasher.combine(jitterVariance)
    }

    init() { conclude() }

    /// Moves the plane's origin by metres east and north.
    mutating func shiftOrigin(by offset: SIMD2<Double>) { start?.position -= offset }

    /// Forgets the last fixes, but keeps what was learned from them.
    mutating func interrupt() {
        lastVelocity = nil
        start = nil
        chord = nil
    }

    /// Updates the identification with a fix.
    /// - Parameters:
    ///   - position: The position on the plane, in metres; `nil` if only the jitter can be learned from the fix.
    ///   - velocity: The velocity in m/s; `nil` if the receiver reports none.
    ///   - isAssumed: True if the velocity is a zero that stands for a missing course.
    ///   - dt: The time since the previous fix, in seconds.
    ///   - manoeuvre: The duration of a manoeuvre, in seconds.
    ///   - memory: The time constant, in seconds, with which lag and scale are forgotten.
    mutating func update(
        position: SIMD2<Double>?, velocity: SIMD2<Double>?, isAssumed: Bool, dt: Double, manoeuvre: Double,
        memory: Double
    ) {
        guard let velocity else { return interrupt() }
        defer { lastVelocity = velocity }
        guard let lastVelocity, dt <= Self.longestStep else {
            start = nil
            chord = nil
            beforeCount = 0
            remember(velocity)
            return
        }
        if let position {
            follow(position, velocity, lastVelocity, dt: dt, manoeuvre: manoeuvre, memory: memory)
        }
        if isAssumed { beforeCount = 0 } else { learnJitter(velocity, dt: dt) }
    }

    private mutating func follow(
        _ position: SIMD2<Double>, _ velocity: SIMD2<Double>, _ lastVelocity: SIMD2<Double>, dt: Double,
        manoeuvre: Double, memory: Double
    ) {
        guard let start else {
            start = (position, velocity)
            displacement = SIMD2(0, 0)
            age = 0
            mean = .zero
            (sum, summed) = (.zero, 0)
            last = nil
            lagVariation.interrupt()
            return
        }
        displacement += (velocity + lastVelocity) * (dt / 2)
        age += dt
        var now = Chord(
            error: position - start.position - displacement, velocity: velocity - start.velocity,
            displacement: displacement)
        lagVariation.noteChord(now, lag: lag, scale: scale, dt: dt, manoeuvre: manoeuvre, memory: memory)
        let gain = max(dt / (Self.meanTime + dt), dt / (age + dt))
        mean.error += gain * (now.error - mean.error)
        mean.velocity += gain * (now.velocity - mean.velocity)
        mean.displacement += gain * (now.displacement - mean.displacement)
        now = Chord(
            error: now.error - mean.error, velocity: now.velocity - mean.velocity,
            displacement: now.displacement - mean.displacement)
        guard age > Self.leastAge else {
            chord = nil
            return
        }
        chord = now
        sum.error += dt * now.error
        sum.velocity += dt * now.velocity
        sum.displacement += dt * now.displacement
        summed += dt
        guard summed >= Self.regressionStep else { return }
        let share = 1 / summed
        regress(
            Chord(error: share * sum.error, velocity: share * sum.velocity, displacement: share * sum.displacement),
            keep: exp(-summed / memory))
        (sum, summed) = (.zero, 0)
    }

    private mutating func regress(_ now: Chord, keep: Double) {
        let residual = now.residual(lag: lag, scale: scale)
        defer {
            last = now
            lastResidual = residual
        }
        guard let last else { return }
        residualPower = residualPower * keep + (lastResidual * lastResidual).sum()
        residualProduct = residualProduct * keep + (lastResidual * residual).sum()
        let share = min(max(residualProduct / residualPower, 0), Self.mostCorrelated)
        let error = now.error - share * last.error
        let velocity = now.velocity - share * last.velocity
        let displacement = now.displacement - share * last.displacement
        let rest = error - lag * velocity - scale * displacement
        let square = (rest * rest).sum()
        let usual = max(squares / max(count, 1), Self.leastSquare)
        let weight = count > Self.fewestSteps ? 1 / max(1, square / (Self.outlier * usual)) : 1
        normal =
            normal * keep
            + weight
            * SIMD3((velocity * velocity).sum(), (velocity * displacement).sum(), (displacement * displacement).sum())
        right = right * keep + weight * SIMD2((velocity * error).sum(), (displacement * error).sum())
        lagVariation.noteStep(rest, change: velocity, keep: keep)
        count = count * keep + 2
        squares = squares * keep + weight * square
        let noise = max(squares / count, Self.leastNoise)
        let a = normal.x + noise / (Self.priorLag * Self.priorLag)
        let d = normal.z + noise / (Self.priorScale * Self.priorScale)
        let determinant = a * d - normal.y * normal.y
        guard determinant > 0 else { return }
        lag = (d * right.x - normal.y * right.y) / determinant
        scale = (a * right.y - normal.y * right.x) / determinant
        lagSigma = (noise * d / determinant).squareRoot()
        scaleSigma = (noise * a / determinant).squareRoot()
        conclude()
    }

    private mutating func remember(_ velocity: SIMD2<Double>) {
        before = (before.1, before.2, velocity)
        beforeCount = min(3, beforeCount + 1)
    }

    /// The quantile of the jitter's third differences that is tracked, and its value for an exponential distribution of
    /// mean one. A low quantile is used because manoeuvres only make a velocity look noisier.
    private static let (quantile, quantileOfUnit) = (0.25, 0.2877)
    /// The sum of the squared coefficients of a third difference, over both axes; the least and the first variance of the jitter in
    /// m^2/s^2, and that before it is known; the least step of the quantile.
    private static let differenceSquares = 40.0
    private static let (leastSample, leastJitter, firstJitter, unknownJitter) = (1e-6, 1e-4, 0.01, 0.04)
    private static let leastStep = 0.04
    /// The numbers of jitters that give a first mean, and a quantile that is known.
    private static let (first, known) = (6.0, 8.0)

    private mutating func learnJitter(_ velocity: SIMD2<Double>, dt: Double) {
        defer { remember(velocity) }
        guard beforeCount == 3, dt < Self.longestJitterStep else { return }
        let difference = velocity - 3 * before.2 + 3 * before.1 - before.0
        let sample = max((difference * difference).sum() / Self.differenceSquares, Self.leastSample)
        jitterCount += 1
        defer { findings.jitter = jitter }
        if jitterCount <= Self.first {
            // The first values use the geometric mean, which a single manoeuvre hardly changes.
            jitterVariance =
                jitterCount == 1 ? sample : jitterVariance * pow(sample / jitterVariance, 1 / jitterCount)
            return
        }
        let step = max(Self.leastStep, 1 / jitterCount)
        let isAbove = sample > jitterVariance * Self.quantileOfUnit
        jitterVariance *= exp(isAbove ? step * Self.quantile : -step * (1 - Self.quantile))
    }

    private mutating func conclude() {
        let lag = Belief(lag, sigma: lagSigma, prior: Self.priorLag, odds: Self.wrongOdds)
        let scale = Belief(scale, sigma: scaleSigma, prior: Self.priorScale, odds: Self.wrongOddsOfTrusted)
        let suspected = Belief(self.scale, sigma: scaleSigma, prior: Self.priorScale, odds: Self.wrongOdds)
        findings.lag = min(max(lag.mean, Self.lags.lowerBound), Self.lags.upperBound)
        findings.lagVariance = lagVariation.variance
        findings.factor = Self.factor(scale.mean)
        findings.suspectedFactor = Self.factor(suspected.mean)
        findings.suspectedVariance = suspected.variance
        (findings.isLate, findings.isMisscaled) = (lag.probability > 0.5, scale.probability > 0.5)
    }

    private static func factor(_ scale: Double) -> Double { 1 + min(max(scale, scales.lowerBound), scales.upperBound) }

    private var jitter: Double {
        if jitterCount > Self.known { return max(jitterVariance, Self.leastJitter) }
        return max(jitterCount > 3 ? jitterVariance : Self.unknownJitter, Self.firstJitter)
    }
}

extension VelocityIdentification {
    /// The posterior of an error that is either zero or normally distributed.
    ///
    /// The Bayes factor against zero is the ratio of prior to posterior density at zero. Source: J. Dickey, "The
    /// weighted likelihood ratio, linear hypotheses on normal location parameters", Ann. Math. Stat. 42 (1971).
    struct Belief {
        /// The posterior mean and variance of the error.
        let (mean, variance): (Double, Double)
        /// The posterior probability that the error is not zero.
        let probability: Double

        /// The maximum exponent of a Bayes factor.
        private static let mostSurprising = 50.0

        /// Creates a posterior.
        /// - Parameters:
        ///   - value: The posterior mean if the error is not zero.
        ///   - sigma: The standard deviation of that mean.
        ///   - prior: The prior standard deviation.
        ///   - odds: The prior odds that the error is not zero.
        init(_ value: Double, sigma: Double, prior: Double, odds: Double) {
            let odds = odds * sigma / prior * exp(min(value * value / (2 * sigma * sigma), Self.mostSurprising))
            probability = odds / (1 + odds)
            mean = probability * value
            variance = probability * (sigma * sigma + (1 - probability) * value * value)
        }
    }
}
