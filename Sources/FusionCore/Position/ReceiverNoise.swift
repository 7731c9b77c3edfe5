import Glibc
import SensorModel

/// Learns from the fixes themselves how noisy a receiver is: its white error, its wandering error, its speed's error.
///
/// What a receiver states is optimistic and does not tell white from wandering; a filter that takes one for the other
/// is either jumpy or follows every slow error. Successive fixes tell: from one to the next, the way measured by the
/// positions and the way measured by the Doppler speed differ by the white error alone; over a minute they differ by
/// the wandering one. Method: variance matching of a band-passed difference. Guide: docs/estimators/constant-velocity.md.
public struct ReceiverNoise: Sendable, Hashable {
    /// How noise is learnt.
    public struct Parameters: Sendable, Hashable {
        /// Fixes over which the white error is averaged.
        public var memory = 120.0
        /// Seconds in which the wandering error forgets itself.
        public var correlationTime = 40.0
        /// Metres below which no white error is believed.
        public var minimumWhite = 0.3
        /// m/s below which no speed error is believed.
        public var minimumSpeed = 0.08
        /// m/s assumed of a receiver's speed before anything is known.
        public var assumedSpeed = 0.2
        /// Metres of white error below which a receiver has smoothed its positions with its speed already.
        public var smoothReceiver = 0.3
        /// Power density in m^2/s^3 of the acceleration that bends a track without being noise.
        public var usualAcceleration = 0.5
        /// How much a statement of accuracy weighs against what is learnt, in correlation times.
        public var statedWeight = 2.0

        /// Makes the defaults.
        public init() {}
    }

    /// A fix as the identification needs it.
    struct Sample: Hashable {
        var time: Instant
        var position: SIMD2<Double>
        var velocity: SIMD2<Double>?
    }

    private var last: Sample?
    private var beforeLast: Sample?
    private var oldest: Sample?
    /// Variance of the difference of two successive errors, halved, in m^2 an axis.
    private(set) var differenceVariance = 0.0
    private(set) var differenceCount = 0.0
    /// The bends in that low quantile, and how much of them a usual acceleration explains, in m^2.
    private var bendVariance = 0.0
    private(set) var bendMotion = 0.0
    private(set) var givesSpeed = false
    private(set) var speedVariance = 0.0
    private(set) var speedCount = 0.0
    /// The usual time between two fixes in seconds.
    public private(set) var interval = 1.0
    private var intervalCount = 0.0
    /// The position's error against the integrated speed, slowly and quickly averaged.
    private var fast = SIMD2<Double>(0, 0)
    private var slow = SIMD2<Double>(0, 0)
    private var error = SIMD2<Double>(0, 0)
    private(set) var bandVariance = 0.0
    private(set) var bandTime = 0.0
    private var bandCount = 0.0

    static let fastTime = 5.0
    static let slowTime = 40.0
    /// Beyond this gap in seconds the trapezoid of two speeds is no measure of the way between.
    private static let longestGap = 3.5

    /// The 1-sigma accuracy that the receiver states, squared and averaged, in m^2.
    private(set) var statedVariance = 0.0
    /// The same of the last few fixes, and its largest since the wandering error began to be learnt.
    private(set) var statedLately = 0.0
    private(set) var statedUsually = 0.0
    /// The stated variance averaged as the difference was.
    private(set) var differenceStated = 0.0
    private var bandStated = 0.0

    /// The stated variance averaged over the time in which the wandering error was learnt, in m^2.
    private(set) var statedMeanwhile = 0.0
    /// The share of the wandering error that is forgotten in one usual interval, slowly and quickly.
    private(set) var gains = BandGains(interval: 1)
    /// What is known now.
    public private(set) var levels = NoiseLevels(white: 1, wander: 0, unseen: 0, speed: 0.04, separability: 1)

    /// Makes an identification that has seen nothing.
    public init() {}

    /// Moves the origin of the plane on which positions are given.
    mutating func shiftOrigin(by offset: SIMD2<Double>) {
        last?.position -= offset
        beforeLast?.position -= offset
        oldest?.position -= offset
    }

    /// Forgets the last fixes, and keeps what they taught.
    mutating func loseTrack() {
        last = nil
        beforeLast = nil
        oldest = nil
    }

    /// Takes an accepted fix.
    mutating func update(
        position: SIMD2<Double>, velocity: SIMD2<Double>?, accuracy: Double, at time: Instant, _ parameters: Parameters
    ) {
        let sample = Sample(time: time, position: position, velocity: velocity)
        if velocity != nil { givesSpeed = true }
        let stated = accuracy * accuracy
        follow(stated)
        defer {
            oldest = beforeLast
            beforeLast = last
            last = sample
            levels = currentLevels(parameters)
        }
        guard let last, time - last.time > 0 else { return }
        let dt = time - last.time
        guard dt <= 3 * Self.slowTime else {
            loseTrack()
            return
        }
        // What lies beyond an outage says nothing of the noise.
        let isUsual = dt <= 3 * interval || intervalCount < 3
        intervalCount += 1
        interval += (dt - interval) / min(10, intervalCount)
        if abs(interval - gains.interval) > 0.02 * gains.interval { gains = BandGains(interval: interval) }
        if let velocity, let before = last.velocity {
            let difference = position - last.position - (velocity + before) * (dt / 2)
            let square = (difference * difference).sum() / 2
            if dt <= Self.longestGap {
                learnWhite(max(0, square - levels.speed * dt * dt / 2) / 2, parameters)
                learnWander(difference, square: square, dt: dt)
                learnSpeed(velocity, before, dt)
            } else if isUsual {
                let motion = parameters.usualAcceleration * dt * dt * dt / 12 + levels.speed * dt * dt / 2
                learnBend(square / 2, motion: motion / 2)
            }
        } else if let oldest = beforeLast, isUsual {
            let whole = time - oldest.time
            let share = (last.time - oldest.time) / whole
            let bend = last.position - oldest.position - (position - oldest.position) * share
            let spread = 1 + share * share + (1 - share) * (1 - share)
            // What a usual acceleration bends in that time is motion, not noise.
            let motion = parameters.usualAcceleration * whole * whole * whole / 48
            learnBend((bend * bend).sum() / 2 / spread, motion: motion / spread)
        }
    }

    private mutating func learnWhite(_ variance: Double, _ parameters: Parameters) {
        differenceCount += 1
        bendMotion = 0
        // A single wild fix must not make all the others look noisy.
        let bounded = differenceCount > 8 ? min(variance, 9 * differenceVariance + 0.05) : variance
        let gain = 1 / min(differenceCount, parameters.memory)
        differenceVariance += (bounded - differenceVariance) * gain
        differenceStated += (statedLately - differenceStated) * gain
    }

    /// Without speeds, or with fixes far apart, only bends of the track tell: in a low quantile of them, so that corners
    /// do not count as noise, and less what a usual acceleration bends.
    private mutating func learnBend(_ variance: Double, motion: Double) {
        differenceCount += 1
        bendVariance = Self.quantileStep(bendVariance, toward: max(1e-4, variance), count: differenceCount)
        bendMotion = motion
        differenceStated += (statedLately - differenceStated) * max(Self.leastStep, 1 / differenceCount)
        differenceVariance = max(1e-4, bendVariance - motion)
    }

    /// Moves an estimate of a variance one step towards the low quantile of its samples.
    private static func quantileStep(_ estimate: Double, toward sample: Double, count: Double) -> Double {
        // A simulated receiver may have no noise at all, and zero never grows.
        let estimate = max(estimate, 1e-9)
        // Until there is a spread to look at: the geometric mean, which one manoeuvre does not carry away.
        if count <= 6 { return count == 1 ? sample : estimate * pow(sample / estimate, 1 / count) }
        let isAbove = sample > estimate * quantileOfUnit
        // The usual case, without its exponentials.
        if count >= 1 / leastStep { return estimate * (isAbove ? usualRise : usualFall) }
        let step = 1 / count
        return estimate * exp(isAbove ? step * quantile : -step * (1 - quantile))
    }

    private mutating func learnWander(_ difference: SIMD2<Double>, square: Double, dt: Double) {
        let bound = 36 * 2 * max(differenceVariance, 0.05)
        guard square < bound else { return }
        error += difference
        // Plain means at first: the error of the very first fix must not linger in the slow average.
        bandCount += 1
        let gains = abs(dt - self.gains.interval) < 0.02 * dt ? self.gains : BandGains(interval: dt)
        fast += (error - fast) * max(gains.fast, 1 / (bandCount + 1))
        slow += (error - slow) * max(gains.slow, 1 / (bandCount + 1))
        let band = fast - slow
        bandTime += dt
        // The slow average still starts up: its first minute says little.
        guard bandTime > Self.slowTime / 2 else { return }
        let memory = min(bandTime - Self.slowTime / 2, 30 * Self.slowTime)
        bandVariance += ((band * band).sum() / 2 - bandVariance) * min(1, dt / memory)
        statedMeanwhile += (statedVariance - statedMeanwhile) * min(1, dt / memory)
    }

    /// Learns the speed's error from what no smooth motion does: in a low quantile, since manoeuvres only make it look
    /// noisier. The third difference is blind to a steady turn, the bend only to a steady acceleration.
    private mutating func learnSpeed(_ velocity: SIMD2<Double>, _ before: SIMD2<Double>, _ dt: Double) {
        guard let last, let middle = beforeLast, let second = middle.velocity else { return }
        let dt1 = last.time - middle.time
        guard dt1 <= Self.longestGap else { return }
        let variance: Double
        if let oldest, let first = oldest.velocity, abs(dt1 - dt) < 0.1 * dt,
            abs(middle.time - oldest.time - dt) < 0.1 * dt
        {
            let difference = velocity - 3 * before + 3 * second - first
            variance = (difference * difference).sum() / 2 / 20
        } else {
            let share = dt1 / (dt1 + dt)
            let bend = before - second - (velocity - second) * share
            variance = (bend * bend).sum() / 2 / (1 + share * share + (1 - share) * (1 - share))
        }
        speedCount += 1
        speedVariance = Self.quantileStep(speedVariance, toward: max(1e-6, variance), count: speedCount)
    }

    /// Follows what is stated; a receiver that settles begins its slow errors anew.
    private mutating func follow(_ stated: Double) {
        guard statedVariance > 0 else {
            (statedVariance, statedLately, statedUsually, bandStated) = (stated, stated, stated, stated)
            return
        }
        statedVariance += (stated - statedVariance) / 20
        // A bad minute behind a tunnel is not usual.
        statedUsually += (stated - statedUsually) / (stated < statedUsually ? 10 : 60)
        // Down at twice the pace: a receiver that settles does so faster than an average of this length.
        statedLately += (stated - statedLately) * (stated < statedLately ? 2 : 1) / Self.statedFixes
        // Once the slow errors are known, a short dip teaches nothing new.
        guard bandTime < 1.5 * Self.slowTime else { return }
        statedVariance = min(statedVariance, 2 * statedLately)
        bandStated = max(bandStated, statedLately)
        guard statedLately * Self.settled < bandStated else { return }
        (fast, slow, error) = (SIMD2(0, 0), SIMD2(0, 0), SIMD2(0, 0))
        (bandVariance, bandTime, bandCount) = (0, 0, 0)
        (statedMeanwhile, bandStated) = (0, statedLately)
        // Nor does how white they were.
        (differenceVariance, differenceStated) = (Self.whiteShare * statedLately, statedLately)
        differenceCount = min(differenceCount, Self.settledCount)
    }

    /// Fixes over which a change of the stated accuracy is believed.
    private static let statedFixes = 4.0
    /// The share of the stated variance that is taken for white at first, and after how many differences that counts.
    private static let (whiteShare, settledCount) = (0.25, 4.0)
    /// The share of the stated variance below which a receiver has settled.
    private static let settled = 4.0

    /// The quantile of the speed's bends that is tracked, and its place in an exponential distribution of mean one.
    private static let quantile = 0.25
    /// The smallest step of the estimate's logarithm, and what it makes of the estimate.
    private static let leastStep = 0.04
    private static let usualRise = exp(leastStep * quantile)
    private static let usualFall = exp(-leastStep * (1 - quantile))
    private static let quantileOfUnit = 0.287_7
}
