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
    /// Variance of the difference of two successive errors, halved, in m^2 an axis.
    private var differenceVariance = 0.0
    private var differenceCount = 0.0
    private var speedVariance = 0.0
    private var speedCount = 0.0
    /// The usual time between two fixes in seconds.
    public private(set) var interval = 1.0
    /// The position's error against the integrated speed, slowly and quickly averaged.
    private var fast = SIMD2<Double>(0, 0)
    private var slow = SIMD2<Double>(0, 0)
    private var error = SIMD2<Double>(0, 0)
    private var bandVariance = 0.0
    private var bandTime = 0.0
    private var bandCount = 0.0

    private static let fastTime = 5.0
    private static let slowTime = 40.0
    /// Beyond this gap in seconds the trapezoid of two speeds is no measure of the way between.
    private static let longestGap = 3.5

    /// The 1-sigma accuracy that the receiver states, squared and averaged, in m^2.
    private var statedVariance = 0.0

    /// Makes an identification that has seen nothing.
    public init() {}

    /// Moves the origin of the plane on which positions are given.
    mutating func shiftOrigin(by offset: SIMD2<Double>) {
        last?.position -= offset
        beforeLast?.position -= offset
    }

    /// Forgets the last fixes, and keeps what they taught.
    mutating func loseTrack() {
        last = nil
        beforeLast = nil
    }

    /// Takes an accepted fix.
    mutating func update(
        position: SIMD2<Double>, velocity: SIMD2<Double>?, accuracy: Double, at time: Instant, _ parameters: Parameters
    ) {
        let sample = Sample(time: time, position: position, velocity: velocity)
        let stated = accuracy * accuracy
        statedVariance = statedVariance == 0 ? stated : statedVariance + (stated - statedVariance) / 20
        defer {
            beforeLast = last
            last = sample
        }
        guard let last, time - last.time > 0 else { return }
        let dt = time - last.time
        guard dt <= 3 * Self.slowTime else {
            beforeLast = nil
            self.last = nil
            return
        }
        interval += (dt - interval) / 10
        if let velocity, let before = last.velocity, dt <= Self.longestGap {
            let difference = position - last.position - (velocity + before) * (dt / 2)
            let square = (difference * difference).sum() / 2
            learnWhite(max(0, square - speed(parameters) * dt * dt / 2) / 2, parameters)
            learnWander(difference, square: square, dt: dt)
            if let oldest = beforeLast, let first = oldest.velocity, last.time - oldest.time <= Self.longestGap {
                learnSpeed(first, before, velocity, last.time - oldest.time, dt, parameters)
            }
        } else if let oldest = beforeLast {
            let whole = time - oldest.time
            let share = (last.time - oldest.time) / whole
            let bend = last.position - oldest.position - (position - oldest.position) * share
            learnWhite(
                (bend * bend).sum() / 2 / (1 + share * share + (1 - share) * (1 - share)), parameters)
        }
    }

    private mutating func learnWhite(_ variance: Double, _ parameters: Parameters) {
        differenceCount += 1
        // A single wild fix must not make all the others look noisy.
        let bounded = differenceCount > 8 ? min(variance, 9 * differenceVariance + 0.05) : variance
        differenceVariance += (bounded - differenceVariance) / min(differenceCount, parameters.memory)
    }

    private mutating func learnWander(_ difference: SIMD2<Double>, square: Double, dt: Double) {
        let bound = 36 * 2 * max(differenceVariance, 0.05)
        guard square < bound else { return }
        error += difference
        // Plain means at first: the error of the very first fix must not linger in the slow average.
        bandCount += 1
        fast += (error - fast) * max(1 - exp(-dt / Self.fastTime), 1 / (bandCount + 1))
        slow += (error - slow) * max(1 - exp(-dt / Self.slowTime), 1 / (bandCount + 1))
        let band = fast - slow
        bandTime += dt
        // The slow average still starts up: its first minute says little.
        guard bandTime > Self.slowTime / 2 else { return }
        let memory = min(bandTime - Self.slowTime / 2, 30 * Self.slowTime)
        bandVariance += ((band * band).sum() / 2 - bandVariance) * min(1, dt / memory)
    }

    private mutating func learnSpeed(
        _ first: SIMD2<Double>, _ second: SIMD2<Double>, _ third: SIMD2<Double>, _ dt1: Double, _ dt2: Double,
        _ parameters: Parameters
    ) {
        let share = dt1 / (dt1 + dt2)
        let bend = second - first - (third - first) * share
        let variance = max(1e-6, (bend * bend).sum() / 2 / (1 + share * share + (1 - share) * (1 - share)))
        speedCount += 1
        if speedCount <= 6 {
            // Until there is a spread to look at: the geometric mean, which one manoeuvre does not carry away.
            speedVariance = speedCount == 1 ? variance : speedVariance * pow(variance / speedVariance, 1 / speedCount)
            return
        }
        // A low quantile, not a mean: manoeuvres bend the speed too, and only make it look noisier.
        let step = max(0.04, 1 / speedCount)
        let isAbove = variance > speedVariance * Self.quantileOfUnit
        speedVariance *= exp(isAbove ? step * Self.quantile : -step * (1 - Self.quantile))
    }

    /// The quantile of the speed's bends that is tracked, and its place in an exponential distribution of mean one.
    private static let quantile = 0.35
    private static let quantileOfUnit = 0.430_8

    /// The variance of each component of the receiver's velocity in m^2/s^2.
    public func speed(_ parameters: Parameters) -> Double {
        let floor = parameters.minimumSpeed * parameters.minimumSpeed
        let assumed = parameters.assumedSpeed * parameters.assumedSpeed
        guard speedCount > 4 else { return max(floor, assumed) }
        let weight = min(1, speedCount / 20)
        return max(floor, assumed + (speedVariance - assumed) * weight)
    }

    /// The variance of the white error of each axis in m^2.
    public func white(_ parameters: Parameters) -> Double {
        let floor = parameters.minimumWhite * parameters.minimumWhite
        guard differenceCount > 0 else { return max(floor, 0.25 * statedVariance) }
        let weight = min(1, differenceCount / 6)
        let learnt = differenceVariance - wander(parameters) * (1 - exp(-interval / parameters.correlationTime))
        return max(floor, 0.25 * statedVariance * (1 - weight) + max(0, learnt) * weight)
    }

    /// The variance of the wandering error of each axis in m^2.
    public func wander(_ parameters: Parameters) -> Double {
        // The spread of a variance from this many differences: what is within it says nothing.
        let spread = 1 + 2 / max(differenceCount, 1).squareRoot()
        let stated = max(0, statedVariance - spread * differenceVariance)
        guard bandTime > Self.slowTime / 2 else { return stated }
        let learnt = learntWander(parameters)
        let evidence = (bandTime - Self.slowTime / 2) / parameters.correlationTime
        return (stated * parameters.statedWeight + learnt * evidence) / (parameters.statedWeight + evidence)
    }

    private func learntWander(_ parameters: Parameters) -> Double {
        let fastGain = 1 - exp(-interval / Self.fastTime)
        let slowGain = 1 - exp(-interval / Self.slowTime)
        let whiteShare =
            fastGain / (2 - fastGain) + slowGain / (2 - slowGain)
            - 2 * fastGain * slowGain / (fastGain + slowGain - fastGain * slowGain)
        let driftShare =
            (Self.fastTime + Self.slowTime) / 2 - 2 * Self.fastTime * Self.slowTime / (Self.fastTime + Self.slowTime)
        let tau = parameters.correlationTime
        func average(_ time: Double) -> Double { tau / (time + tau) }
        let common =
            (Self.fastTime * average(Self.fastTime) + Self.slowTime * average(Self.slowTime))
            / (Self.fastTime + Self.slowTime)
        let wanderShare = average(Self.fastTime) + average(Self.slowTime) - 2 * common
        let unexplained = whiteShare * differenceVariance + driftShare * speed(parameters) * interval
        // The band-passed error forgets itself in about the fast time, so that few independent values are seen.
        let values = max(1, (bandTime - Self.slowTime / 2) / Self.fastTime)
        guard bandVariance > (1.2 + 2.5 / values.squareRoot()) * unexplained else { return 0 }
        return (bandVariance - unexplained) / wanderShare
    }
}
