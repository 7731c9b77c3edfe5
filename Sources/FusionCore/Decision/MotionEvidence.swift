import Glibc

/// The likelihood of the acceleration and the counted steps of a window, for each ``MotionStyle`` and for rest.
enum MotionEvidence {
    /// The likelihoods by index of ``MotionStyle/all``; then 1 at ``unseen``, and that of rest at ``rest``.
    typealias Likelihoods = SIMD16<Float>
    static let unseen = MotionStyle.all.count
    static let rest = 15

    /// The weights of the motion model, of counted steps, and of their rate, below 1 because consecutive windows repeat each
    /// other.
    private static let (motionWeight, stepWeight, rateWeight): (Float, Float, Float) = (0.15, 0.3, 0.05)
    /// The probability that is added to the motion model's output for each activity: its errors on unknown devices.
    private static let modelError: Float = 0.06

    /// The minimum fraction of a window filled by steps at which it has some steps, and at which it is full of them.
    private static let (someSteps, fullOfSteps) = (0.15, 0.6)
    /// The probabilities of some steps in a window, of a window full of steps, and that steps have a running gait, by
    /// ``MotionStyle/Gait``.
    private static let some = SIMD4<Float>(0.09, 0.16, 0.04, 0.03)
    private static let full = SIMD4<Float>(0.003, 0.8, 0.95, 0.94)
    private static let running = SIMD4<Float>(0.02, 0.02, 0.95, 0.02)
    /// The probabilities of some steps and of a window full of them at rest.
    private static let (someAtRest, fullAtRest): (Float, Float) = (0.025, 0.005)
    /// The rates of counted steps in Hz while walking, running, and pedalling.
    private static let rates: [(mean: Float, spread: Float)] = [(1.83, 0.25), (2.77, 0.23), (1.6, 0.25)]
    /// The density of the rate of false steps, per Hz, and the fraction of such rates.
    private static let (anyRate, otherRates): (Float, Float) = (1 / 3, 0.1)

    /// The fraction of the time that each mode stands, and the range of its speeds, in m/s.
    private static let pauses: [Float] = [0.1, 0.05, 0.15, 0.25, 0.15]
    private static let ranges: [Float] = [2, 4, 8, 20, 30]
    /// The spread of measured speeds while standing, in m/s.
    private static let standingSpread: Float = 0.4

    /// Returns the likelihoods of the motion during an interval; 1 without motion.
    static func likelihoods(of interval: TravelInterval) -> Likelihoods {
        var result = Likelihoods(repeating: 1)
        guard let window = interval.motion else { return result }
        let (looks, still) = looks(of: window)
        let (gaits, standing) = gaits(of: window)
        let rest = still * standing
        let shares = pauses.indices.map { standingShare(of: $0, speed: interval.speed) }
        for (index, style) in MotionStyle.all.enumerated() {
            let share = shares[style.mode.rawValue]
            result[index] = share * rest + (1 - share) * looks[style.look.rawValue] * gaits[style.gait.rawValue]
        }
        result[Self.rest] = rest
        return result
    }

    /// Returns the likelihoods of the acceleration for each look, and at rest. Across devices the model cannot separate
    /// rest from a smooth ride, so at rest both looks count.
    private static func looks(of window: ActivityWindow) -> (looks: SIMD8<Float>, rest: Float) {
        guard let motion = window.motion.map({ SIMD8<Float>($0) }) else { return (SIMD8(repeating: 1), 1) }
        let looks = FastPower.power(motion + modelError, motionWeight)
        return (looks, pow(motion[0] + motion[4] + modelError, motionWeight))
    }

    /// Returns the likelihoods of the counted steps for each gait, and at rest.
    private static func gaits(of window: ActivityWindow) -> (gaits: SIMD4<Float>, rest: Float) {
        guard let share = window.stepShare else { return (SIMD4(repeating: 1), 1) }
        guard share >= someSteps else {
            return (powers(1 - some - full, stepWeight), pow(1 - someAtRest - fullAtRest, stepWeight))
        }
        let isFull = share >= fullOfSteps
        let steps = (isFull ? full : some) * (window.isRunning ? running : 1 - running)
        let atRest = (isFull ? fullAtRest : someAtRest) * (window.isRunning ? running[0] : 1 - running[0])
        var densities = SIMD4<Float>(repeating: anyRate)
        if let rate = window.stepRate {
            for (index, usual) in rates.enumerated() {
                let density = Normal.density(Float(rate), mean: usual.mean, spread: usual.spread)
                densities[index + 1] = (1 - otherRates) * density + otherRates * anyRate
            }
        }
        let weights = powers(densities / anyRate, rateWeight)
        return (powers(steps, stepWeight) * weights, pow(atRest, stepWeight))
    }

    private static func powers(_ values: SIMD4<Float>, _ weight: Float) -> SIMD4<Float> {
        SIMD4(pow(values[0], weight), pow(values[1], weight), pow(values[2], weight), pow(values[3], weight))
    }

    /// Returns the probability that a mode stands during an interval with a mean speed in m/s; `nil` if unknown.
    private static func standingShare(of mode: Int, speed: Double?) -> Float {
        guard let speed else { return pauses[mode] }
        let standing = pauses[mode] * 2 * Normal.density(Float(speed), spread: standingSpread)
        return standing / (standing + (1 - pauses[mode]) / ranges[mode])
    }
}
