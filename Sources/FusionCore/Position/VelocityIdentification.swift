import Glibc
import NavigationMath

/// Learns what a receiver's velocity is worth: how late it is, by which factor it is off, and how much it jitters.
///
/// The way of the fixes less the way of the integrated velocity, e = p - ∫u dt, is regressed on the velocity u and on
/// that integral X, all less their means over 30 s: e = L u + c X + noise, so that L is the lag and 1 + c the factor that puts the
/// speed right. Neighbouring residuals depend on each other, so the regression runs on quasi-differences with the
/// residual's own autocorrelation. Source: D. Cochrane, G. Orcutt, "Application of least squares regression to
/// relationships containing auto-correlated error terms", JASA 44 (1949). Guide: docs/estimators/position.md.
struct VelocityIdentification: Sendable, Hashable {
    /// What is known of the velocity.
    struct Findings: Sendable, Hashable {
        /// Seconds by which the velocity is late.
        var lag = 0.0
        /// The factor that puts the speed right.
        var factor = 1.0
        /// The variance of the jitter of one axis in m^2/s^2.
        var jitter = 0.04
    }

    /// The way of the fixes less that of the velocity, the velocity, and the integrated velocity, less their means over 30 s.
    struct Chord: Sendable, Hashable {
        var error: SIMD2<Double>
        var velocity: SIMD2<Double>
        var way: SIMD2<Double>

        /// Returns what lag and factor leave unexplained, in metres.
        func residual(_ findings: Findings) -> SIMD2<Double> {
            error - findings.lag * velocity - (findings.factor - 1) * way
        }
    }

    /// The chord to the last fix; `nil` if there is none or too little went before.
    private(set) var chord: Chord?
    private var start: (position: SIMD2<Double>, velocity: SIMD2<Double>)?
    private var way = SIMD2<Double>(0, 0)
    private var age = 0.0
    private var mean = Chord(error: SIMD2(0, 0), velocity: SIMD2(0, 0), way: SIMD2(0, 0))
    private var last: Chord?
    private var lastResidual = SIMD2<Double>(0, 0)
    private var residualPower = 1e-9
    private var residualProduct = 1e-9
    private var count = 0.0
    private var squares = 0.0
    /// The normal equations: velocity squared, velocity times way, way squared; and error times velocity, error times way.
    private var normal = SIMD3<Double>(0, 0, 0)
    private var right = SIMD2<Double>(0, 0)
    private var lag = 0.0
    private var scale = 0.0
    private var lagSigma = Self.priorLag
    private var scaleSigma = Self.priorScale
    private var lastVelocity: SIMD2<Double>?
    private var before: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>) = (SIMD2(0, 0), SIMD2(0, 0), SIMD2(0, 0))
    private var beforeCount = 0
    private var jitterVariance = 0.04
    private var jitterCount = 0.0

    /// Seconds over which the means run.
    static let meanTime = 30.0
    /// Seconds between fixes beyond which the trapezoid of two velocities is not the way between, and their third
    /// difference not their jitter.
    private static let (longestStep, longestJitterStep) = (3.5, 2.5)
    /// The usual lag in s and error of the scale.
    private static let (priorLag, priorScale) = (0.3, 0.1)
    /// Differences before which nothing is concluded.
    private static let leastCount = 60.0

    static func == (left: Self, right: Self) -> Bool {
        left.chord == right.chord && left.normal == right.normal && left.jitterVariance == right.jitterVariance
            && left.count == right.count
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(normal)
        hasher.combine(jitterVariance)
    }

    /// Moves the plane's origin.
    mutating func shiftOrigin(by offset: SIMD2<Double>) { start?.position -= offset }

    /// Forgets the last fixes, and keeps what they taught.
    mutating func interrupt() {
        lastVelocity = nil
        start = nil
        chord = nil
    }

    /// Uses a fix.
    /// - Parameters:
    ///   - position: Metres on the plane.
    ///   - velocity: m/s; `nil` if the receiver gives none.
    ///   - isAssumed: True if the velocity is a zero that stands for a missing course.
    ///   - dt: Seconds since the fix before.
    ///   - memory: Seconds in which lag and scale are forgotten.
    mutating func update(
        position: SIMD2<Double>, velocity: SIMD2<Double>?, isAssumed: Bool, dt: Double, memory: Double
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
        follow(position, velocity, lastVelocity, dt: dt, memory: memory)
        if isAssumed { beforeCount = 0 } else { learnJitter(velocity, dt: dt) }
    }

    private mutating func follow(
        _ position: SIMD2<Double>, _ velocity: SIMD2<Double>, _ lastVelocity: SIMD2<Double>, dt: Double, memory: Double
    ) {
        guard let start else {
            start = (position, velocity)
            way = SIMD2(0, 0)
            age = 0
            mean = Chord(error: SIMD2(0, 0), velocity: SIMD2(0, 0), way: SIMD2(0, 0))
            last = nil
            return
        }
        way += (velocity + lastVelocity) * (dt / 2)
        age += dt
        var now = Chord(error: position - start.position - way, velocity: velocity - start.velocity, way: way)
        let gain = max(dt / (Self.meanTime + dt), dt / (age + dt))
        mean.error += gain * (now.error - mean.error)
        mean.velocity += gain * (now.velocity - mean.velocity)
        mean.way += gain * (now.way - mean.way)
        now = Chord(error: now.error - mean.error, velocity: now.velocity - mean.velocity, way: now.way - mean.way)
        guard age > 5 else {
            chord = nil
            return
        }
        chord = now
        regress(now, keep: exp(-dt / memory))
    }

    private mutating func regress(_ now: Chord, keep: Double) {
        let residual = now.error - lag * now.velocity - scale * now.way
        defer {
            last = now
            lastResidual = residual
        }
        guard let last else { return }
        residualPower = residualPower * keep + (lastResidual * lastResidual).sum()
        residualProduct = residualProduct * keep + (lastResidual * residual).sum()
        let share = min(max(residualProduct / residualPower, 0), 0.98)
        let error = now.error - share * last.error
        let velocity = now.velocity - share * last.velocity
        let way = now.way - share * last.way
        let rest = error - lag * velocity - scale * way
        let square = (rest * rest).sum()
        let usual = max(squares / max(count, 1), 0.01)
        let weight = count > 30 ? 1 / max(1, square / (18 * usual)) : 1
        normal =
            normal * keep
            + weight * SIMD3((velocity * velocity).sum(), (velocity * way).sum(), (way * way).sum())
        right = right * keep + weight * SIMD2((velocity * error).sum(), (way * error).sum())
        count = count * keep + 2
        squares = squares * keep + weight * square
        let noise = max(squares / count, 0.001)
        let a = normal.x + noise / (Self.priorLag * Self.priorLag)
        let d = normal.z + noise / (Self.priorScale * Self.priorScale)
        let determinant = a * d - normal.y * normal.y
        guard determinant > 0 else { return }
        lag = (d * right.x - normal.y * right.y) / determinant
        scale = (a * right.y - normal.y * right.x) / determinant
        lagSigma = (noise * d / determinant).squareRoot()
        scaleSigma = (noise * a / determinant).squareRoot()
    }

    private mutating func remember(_ velocity: SIMD2<Double>) {
        before = (before.1, before.2, velocity)
        beforeCount = min(3, beforeCount + 1)
    }

    /// The share of a jitter's third differences below the quantile that is followed, and that quantile of an
    /// exponential distribution of mean one: manoeuvres only make a velocity look noisier.
    private static let (quantile, quantileOfUnit) = (0.25, 0.2877)

    private mutating func learnJitter(_ velocity: SIMD2<Double>, dt: Double) {
        defer { remember(velocity) }
        guard beforeCount == 3, dt < Self.longestJitterStep else { return }
        let difference = velocity - 3 * before.2 + 3 * before.1 - before.0
        let sample = max((difference * difference).sum() / 40, 1e-6)
        jitterCount += 1
        if jitterCount <= 6 {
            // The geometric mean at first, which one manoeuvre does not carry away.
            jitterVariance =
                jitterCount == 1 ? sample : jitterVariance * pow(sample / jitterVariance, 1 / jitterCount)
            return
        }
        let step = max(0.04, 1 / jitterCount)
        let isAbove = sample > jitterVariance * Self.quantileOfUnit
        jitterVariance *= exp(isAbove ? step * Self.quantile : -step * (1 - Self.quantile))
    }

    /// What is known now: nothing that is not significant.
    var findings: Findings {
        Findings(
            lag: min(max(Self.significant(lag, sigma: lagSigma, bound: 2, count), -0.2), 1.5),
            factor: 1 + min(max(Self.significant(scale, sigma: scaleSigma, bound: 3, count), -0.3), 0.5),
            jitter: jitter)
    }

    private static func significant(_ value: Double, sigma: Double, bound: Double, _ count: Double) -> Double {
        guard count > leastCount, value != 0 else { return 0 }
        let ratio = bound * sigma / value
        return value * max(0, 1 - ratio * ratio)
    }

    private var jitter: Double {
        if jitterCount > 8 { return max(jitterVariance, 1e-4) }
        return max(jitterCount > 3 ? jitterVariance : 0.04, 0.01)
    }
}
