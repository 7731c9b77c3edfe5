import Glibc
import SensorModel

/// The likelihood of the speed of each interval, for each texture and for rest.
struct TravelEvidence: Sendable, Hashable {
    typealias Eight = FastPower.Eight

    let model: TravelModel
    /// The logarithms of the levels, in ascending order, in groups of eight.
    private let levels: [Eight]
    /// The textures of a mode that have one response to gradients and one pace of the cadence.
    struct Kind: Sendable, Hashable {
        /// The mode, as an index of ``TravelModel/modes``.
        var mode: Int
        /// The index of the likelihoods of these textures among those of an interval: 0 for those without a response.
        var block: Int
        /// The pace of the cadence.
        var pace: CadencePace
        /// The way of carrying the motion sensor, as an index of ``MotionStyle/all``.
        var style: Int
        /// The prior of each texture of the mode: by evenness, then by groups of eight levels.
        var priors: [Eight]
    }

    /// The textures, by mode.
    let kinds: [Kind]
    /// The fractions of halts and of stays among rests.
    let restShares: TravelFilter.Rests
    /// The mean durations of halts and of stays, in seconds. Without motion there are only halts, and both are the same:
    /// the backward probability of a stay that cannot be reached would outgrow all others until they round to zero.
    let restSeconds: TravelFilter.Rests
    /// The responses to gradients that differ.
    private let responses: [GradeResponse]

    /// The fraction of speeds that are outliers, and the range, in m/s, over which they are distributed.
    private static let outliers: Float = 0.01
    private static let outlierRange: Float = 40
    /// The highest level, in m/s. Higher speeds are as likely as this one: they distinguish no modes.
    private static let fastest = exp(TravelModel.levels[TravelModel.levels.count - 1])
    /// The speed of a receiver at rest, in m/s, even if its places have no error.
    private static let restSpeed: Float = 0.2
    /// The time over which a receiver averages the speed that it reports, in seconds.
    private static let momentSeconds = 1.0

    /// Creates the evidence for a model.
    /// - Parameters:
    ///   - model: The model.
    ///   - hasGrades: Whether any interval has a gradient; without one, the responses are not distinguished.
    ///   - hasCadence: Whether any interval has a change of the cadence; without one, the paces are not distinguished.
    ///   - hasMotion: Whether any interval has motion.
    init(model: TravelModel, hasGrades: Bool = false, hasCadence: Bool = false, hasMotion: Bool = false) {
        self.model = model
        restShares = hasMotion ? TravelModel.restShares : TravelFilter.Rests(1, 0)
        restSeconds = TravelFilter.Rests(model.rest, hasMotion ? TravelModel.stay : model.rest)
        levels = stride(from: 0, to: TravelModel.levels.count, by: 8).map { start in
            var eight = Eight(repeating: 0)
            for lane in 0..<8 where start + lane < TravelModel.levels.count {
                eight[lane] = TravelModel.levels[start + lane]
            }
            return eight
        }
        var (kinds, responses) = ([Kind](), [GradeResponse]())
        for (mode, stretches) in model.modes.enumerated() {
            let priors = stretches.flatMap { Self.prior(of: $0, fastest: TravelModel.fastest[mode]) }
            let own = hasGrades ? TravelModel.responses[mode] : []
            let share = own.isEmpty ? 0 : model.responding[mode]
            var blocks = [(block: 0, share: 1 - share)]
            for response in own {
                responses.append(response)
                blocks.append((responses.count, share / Float(own.count)))
            }
            for (block, blockShare) in blocks {
                for (pace, paceShare) in CadencePace.shares(of: mode, hasCadence: hasCadence) {
                    for (style, share) in MotionStyle.shares(of: mode, hasMotion: hasMotion) {
                        kinds.append(
                            Kind(
                                mode: mode, block: block, pace: pace, style: style,
                                priors: priors.map { $0 * (blockShare * paceShare * share) }))
                    }
                }
            }
        }
        (self.kinds, self.responses) = (kinds, responses)
    }

    /// The number of different likelihoods of a texture per interval.
    var blocks: Int { responses.count + 1 }

    /// The number of groups of eight textures.
    var width: Int { levels.count * TravelModel.withinSpreads.count }

    private static func prior(of stretches: TravelModel.Stretches, fastest: Float) -> [Eight] {
        let shares = TravelModel.levels.map { level -> Float in
            guard level <= log(fastest) else { return 0 }
            let distance = (level - log(stretches.level)) / stretches.spread
            return exp(-0.5 * distance * distance)
        }
        let scale = stretches.share / max(shares.reduce(0, +), Float.leastNormalMagnitude)
        return stride(from: 0, to: shares.count, by: 8).map { start in
            var eight = Eight(repeating: 0)
            for lane in 0..<8 where start + lane < shares.count { eight[lane] = shares[start + lane] * scale }
            return eight
        }
    }

    /// A speed of an interval, with its errors.
    private struct Speed {
        /// The speed in m/s, at most ``fastest``.
        var value: Float
        /// The time over which it is a mean, in seconds.
        var seconds: Float
        /// The variance of its logarithm caused by its error.
        var logVariance: Float
        /// Its density at rest.
        var standing: Float
        /// The weight of the evidence.
        var weight: Float

        /// - Parameter wobble: The 1-sigma error on each axis, in m/s.
        init(_ value: Double, seconds: Double, logVariance: Double, wobble: Double, weight: Float) {
            self.value = min(Float(value), fastest)
            (self.seconds, self.logVariance, self.weight) = (Float(seconds), Float(logVariance), weight)
            let scale = restSpeed + Float(wobble)
            let share = self.value / scale
            standing = 1.5 / (scale * 2.5066) * exp(-0.5 * share * share) + 0.25 / (2.2 * scale) * exp(-share / 2.2)
        }

        /// The likelihood of rest.
        var rest: Float { pow(0.9 * standing + 0.07 / 0.6 * exp(-value / 0.6) + 0.03 / outlierRange, weight) }
    }

    /// Appends the likelihoods of all textures for an interval, by block.
    /// - Returns: The likelihood of rest.
    func append(_ interval: TravelInterval, to likelihoods: inout [Eight]) -> Float {
        guard let mean = interval.speed else {
            likelihoods.append(contentsOf: repeatElement(Eight(repeating: 1), count: blocks * width))
            return 1
        }
        let weight = (1 - exp(-Float(interval.newness ?? interval.duration) / model.novelty)) * model.weight
        let first = likelihoods.count
        likelihoods.append(contentsOf: repeatElement(Eight(repeating: 1), count: blocks * width))
        var speeds = [
            Speed(
                mean, seconds: interval.duration, logVariance: interval.logVariance, wobble: interval.wobble,
                weight: weight)
        ]
        // Each belongs to the intervals on both of its sides.
        for moment in [interval.speedAtStart, interval.speedAtEnd] {
            guard let moment else { continue }
            speeds.append(
                Speed(
                    moment, seconds: Self.momentSeconds, logVariance: TravelInterval.statedLogVariance, wobble: 0,
                    weight: weight / 2))
        }
        for speed in speeds { multiply(speed, interval.grade, from: first, in: &likelihoods) }
        return speeds.reduce(1) { $0 * $1.rest }
    }

    /// Multiplies the likelihoods of all textures, by block, by those of a speed.
    private func multiply(
        _ speed: Speed, _ grade: TravelGrade?, from first: Int, in likelihoods: inout [Eight]
    ) {
        multiply(speed, density: 1, from: first, in: &likelihoods)
        for (index, response) in responses.enumerated() {
            let start = first + (index + 1) * width
            // The speed that the same effort gives on the level. A density per m/s is as much denser as speeds are lower.
            let (shift, variance) = grade.map { response.change(at: $0) } ?? (0, 0)
            var level = speed
            level.value *= exp(-shift)
            level.logVariance += variance
            multiply(level, density: exp(-shift * speed.weight), from: start, in: &likelihoods)
        }
    }

    /// Multiplies the likelihoods of all textures by those of a speed, and by a factor.
    private func multiply(_ speed: Speed, density factor: Float, from first: Int, in likelihoods: inout [Eight]) {
        let ratio = speed.seconds / model.memory
        let average = ratio > 1e-3 ? (ratio - 1 + exp(-ratio)) / (ratio * ratio) : 0.5
        let narrowing = 0.4 + 1.2 * average
        var place = first
        for (evenness, spread) in TravelModel.withinSpreads.enumerated() {
            let variance = spread * spread * narrowing + min(1, speed.logVariance)
            let row = model.shares.row(evenness: evenness, seconds: speed.seconds)
            let floor = row.none * speed.standing + Self.outliers / Self.outlierRange
            densities(of: speed.value, variance: variance).withUnsafeBytes { densities in
                for group in levels.indices {
                    var density = Eight(repeating: 0)
                    for (index, weight) in row.weights.enumerated() {
                        let first = group * 8 + MovingShares.count - 1 - index
                        density += weight * densities.loadUnaligned(fromByteOffset: 4 * first, as: Eight.self)
                    }
                    likelihoods[place] *=
                        factor * FastPower.power((1 - Self.outliers) * density + floor, speed.weight)
                    place += 1
                }
            }
        }
    }

    /// Returns the densities of a speed for mean speeds from ``MovingShares/count`` - 1 steps below the first level to
    /// the last level, and for some above it that fill the last group of eight.
    private func densities(of speed: Float, variance: Float) -> [Float] {
        let narrowness = 0.5 / variance * 1.442_695
        let peak = 1 / ((6.283_185 * variance).squareRoot() * max(speed, 0.1))
        let lowest = levels[0][0] - Float(MovingShares.count - 1) * TravelModel.levelStep
        let level = log(max(speed, 0.05)) - lowest
        let groups = levels.count + (MovingShares.count + 6) / 8
        var densities: [Float] = []
        densities.reserveCapacity(8 * groups)
        for group in 0..<groups {
            let distance = level - TravelModel.levelStep * (Self.lanes + Float(8 * group))
            let eight = peak * FastPower.exp2(-narrowness * distance * distance)
            for lane in 0..<8 { densities.append(eight[lane]) }
        }
        return densities
    }

    private static let lanes = Eight(0, 1, 2, 3, 4, 5, 6, 7)
}
