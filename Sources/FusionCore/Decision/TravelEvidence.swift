import Glibc

/// The likelihood of the speed of each interval, for each texture and for rest.
struct TravelEvidence: Sendable, Hashable {
    typealias Eight = FastPower.Eight

    let model: TravelModel
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
    }

    /// The textures, by mode.
    let kinds: [Kind]
    /// The prior of each texture: by kind, then by evenness, then by groups of eight levels.
    let priors: [Eight]
    /// The changes of the state. A rest is a halt or, in a separate lane, a stay.
    let transitions: TravelTransitions
    /// The probability of each state at the start.
    let start: Eight
    /// The responses to gradients that differ.
    private let responses: [GradeResponse]

    /// The fraction of speeds that are outliers, and the range, in m/s, over which they are distributed.
    private static let outliers: Float = 0.01
    private static let outlierRange: Float = 40
    /// The same fraction for the mean speed over a silence of a minute or more: no error of a place explains it.
    private static let outliersOfCrossings: Float = 1e-9
    /// The highest level, in m/s. Higher speeds are as likely as this one: they distinguish no modes.
    private static let fastest = exp(TravelModel.levels[TravelModel.levels.count - 1])
    /// The speed of a receiver at rest, in m/s, even if its places have no error.
    private static let restSpeed: Float = 0.2
    /// The density of a speed at rest: the weights of a half-normal part and of an exponential one, which is wider by a factor; and
    /// the weights of that density and of another exponential one, with its mean in m/s, for users who stir. All numbers of this
    /// kind are those of training (`Benchmarks/bench/train/travel.py`).
    private static let (steady, wide, widening): (Float, Float, Float) = (1.5, 0.25, 2.2)
    private static let (resting, stirring, stir): (Float, Float, Float) = (0.9, 0.07, 0.6)
    /// The fraction of the variance within a stretch that does not average out, and that which does.
    private static let (lasting, averaged): (Float, Float) = (0.4, 1.2)
    /// The least speeds, in m/s, whose logarithm and whose density count.
    private static let (leastLevel, leastValue): (Float, Float) = (0.05, 0.1)
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
        let shares = hasMotion ? TravelModel.restShares : SIMD2(1, 0)
        var seconds = Eight(repeating: model.way)
        seconds[Self.halt] = model.rest
        // Without motion there are only halts. The likelihood of a stay, which nothing enters, is that of a halt.
        seconds[Self.stay] = hasMotion ? TravelModel.stay : model.rest
        let follows = model.follows.map { Self.dividingRests($0, shares) }
        transitions = TravelTransitions(seconds: seconds, follows: follows + [follows[Self.halt]])
        start = Self.dividingRests(model.start, shares)
        var (kinds, priors, responses) = ([Kind](), [Eight](), [GradeResponse]())
        for (mode, stretches) in model.modes.enumerated() {
            let prior = stretches.flatMap { Self.prior(of: $0, in: TravelModel.ranges[mode]) }
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
                        kinds.append(Kind(mode: mode, block: block, pace: pace, style: style))
                        priors += prior.map { $0 * (blockShare * paceShare * share) }
                    }
                }
            }
        }
        (self.kinds, self.priors, self.responses) = (kinds, priors, responses)
    }

    /// The lanes of a halt and of a stay.
    static let (halt, stay) = (TravelModel.State.rest.rawValue, TravelModel.State.rest.rawValue + 1)

    /// Returns the probabilities of states with those of a halt and of a stay apart.
    private static func dividingRests(_ states: [Float], _ shares: SIMD2<Float>) -> Eight {
        var divided = Eight(padding: states)
        (divided[halt], divided[stay]) = (divided[halt] * shares[0], divided[halt] * shares[1])
        return divided
    }

    /// The number of different likelihoods of a texture per interval.
    var blocks: Int { responses.count + 1 }

    /// The number of groups of eight textures.
    var width: Int { (TravelModel.levels.count + 7) / 8 * TravelModel.withinSpreads.count }

    private static func prior(of stretches: TravelModel.Stretches, in range: ClosedRange<Float>) -> [Eight] {
        let shares = TravelModel.levels.map { level -> Float in
            guard range.contains(exp(level)) else { return 0 }
            let distance = (level - log(stretches.level)) / stretches.spread
            return exp(-0.5 * distance * distance)
        }
        let scale = stretches.share / max(shares.reduce(0, +), Float.leastNormalMagnitude)
        return stride(from: 0, to: shares.count, by: 8).map { start in
            Eight(padding: shares[start..<min(start + 8, shares.count)]) * scale
        }
    }

    /// A speed of an interval, with its errors.
    private struct Speed {
        /// The speed in m/s, at most ``fastest``.
        var value: Float
        /// The index of the time over which it is a mean, for ``MovingShares/row(evenness:duration:)``.
        var duration: Int
        /// The factor of the variance within a stretch, since variations average out over that time.
        var narrowing: Float
        /// The variance of its logarithm, and the largest one that the error of the places adds.
        var logVariance: Float
        var placeVariance: Float
        /// The 1-sigma error that the places cause on each axis, in m/s.
        var wobble: Float
        /// Its density at rest.
        var standing: Float
        /// The weight of the evidence.
        var weight: Float
        /// The fraction of such speeds that are outliers.
        var outliers: Float

        /// - Parameters:
        ///   - seconds: The time over which it is a mean.
        ///   - logVariance: The variance of its logarithm.
        ///   - placeVariance: The largest variance that the error of the places adds.
        ///   - wobble: The 1-sigma error that the places cause on each axis, in m/s.
        ///   - memory: The time, in seconds, over which variations average out.
        ///   - isCrossing: Whether it is the mean over a silence.
        init(
            _ value: Double, seconds: Double, logVariance: Double, placeVariance: Double = 0, wobble: Double,
            weight: Float, memory: Float, isCrossing: Bool = false
        ) {
            self.value = min(Float(value), fastest)
            (self.logVariance, self.weight) = (Float(logVariance), weight)
            outliers = isCrossing ? outliersOfCrossings : TravelEvidence.outliers
            (self.placeVariance, self.wobble) = (Float(placeVariance), Float(wobble))
            duration = MovingShares.duration(seconds: Float(seconds))
            let ratio = Float(seconds) / memory
            narrowing = lasting + averaged * (ratio > 1e-3 ? (ratio - 1 + exp(-ratio)) / (ratio * ratio) : 0.5)
            let scale = restSpeed + Float(wobble)
            let reach = widening * scale
            standing = steady * Normal.density(self.value, spread: scale) + wide / reach * exp(-self.value / reach)
        }

        /// The likelihood of rest.
        var rest: Float {
            pow(resting * standing + stirring / stir * exp(-value / stir) + 3 * outliers / outlierRange, weight)
        }
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
                mean, seconds: interval.duration, logVariance: interval.logVariance,
                placeVariance: interval.placeVariance, wobble: interval.wobble, weight: weight, memory: model.memory,
                isCrossing: interval.isCrossing)
        ]
        // Each belongs to the intervals on both of its sides.
        for moment in [interval.speedAtStart, interval.speedAtEnd] {
            guard let moment else { continue }
            speeds.append(
                Speed(
                    moment, seconds: Self.momentSeconds, logVariance: TravelInterval.statedLogVariance, wobble: 0,
                    weight: weight / 2, memory: model.memory))
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
        let level = log(max(speed.value, Self.leastLevel))
        var place = first
        for (evenness, spread) in TravelModel.withinSpreads.enumerated() {
            let within = spread * spread * speed.narrowing
            let row = model.shares.row(evenness: evenness, duration: speed.duration)
            let floor = row.none * speed.standing + speed.outliers / Self.outlierRange
            let densities = Densities(of: speed, level: level, within: within).mixed(by: row)
            for group in densities.indices {
                let density = (1 - speed.outliers) * densities[group] + floor
                likelihoods[place] *= factor * FastPower.power(density, speed.weight)
                place += 1
            }
        }
    }

    /// The densities of a speed for mean speeds from ``MovingShares/count`` - 1 steps below the first level to the last
    /// level, and for some above it that fill the last group of eight.
    private struct Densities {
        private static let lanes = Eight(0, 1, 2, 3, 4, 5, 6, 7)
        /// The minimum exponent of two. Smaller densities matter less than outliers, and products of denormal numbers are
        /// slow.
        private static let smallest = Eight(repeating: -60)
        /// Three groups hold the 22 levels, and two more the 10 steps below the first one.
        private var values = InlineArray<5, Eight>(repeating: Eight(repeating: 0))

        /// - Parameters:
        ///   - speed: The speed.
        ///   - level: Its logarithm.
        ///   - within: The variance of the logarithm within a stretch.
        init(of speed: Speed, level: Float, within: Float) {
            let known = within + speed.logVariance
            let height = 1 / (6.283_185 as Float).squareRoot() / max(speed.value, TravelEvidence.leastValue)
            for group in values.indices {
                // An error of some metres is a small part of a long distance, even if the measured one is short.
                let share = speed.wobble * Self.slownesses[group]
                let variance = known + FastPower.smaller(share * share, Eight(repeating: speed.placeVariance))
                let distance = level - Self.means[group]
                let inverse = 1 / variance
                let exponents = FastPower.larger(-0.721_347_5 * distance * distance * inverse, Self.smallest)
                values[group] = height * inverse.squareRoot() * FastPower.exp2(exponents)
            }
        }

        /// The logarithms of the mean speeds, and the inverse speeds in s/m.
        private static let means = (0..<5).map { group in
            TravelModel.levels[0] - Float(MovingShares.count - 1) * TravelModel.levelStep
                + TravelModel.levelStep * (lanes + Float(8 * group))
        }
        private static let slownesses = means.map { mean in
            var result = Eight(repeating: 0)
            for lane in mean.indices { result[lane] = exp(-mean[lane]) }
            return result
        }

        /// Returns the densities for the groups of levels, mixed over the fractions of the time that are spent moving.
        func mixed(by row: MovingShares.Row) -> InlineArray<3, Eight> {
            // The groups side by side, so that their sums stay in registers.
            var sums = (Eight(repeating: 0), Eight(repeating: 0), Eight(repeating: 0))
            withUnsafeBytes(of: values) { values in
                for index in 0..<MovingShares.count {
                    let (weight, first) = (row.weights[index], 4 * (MovingShares.count - 1 - index))
                    sums.0 += weight * values.loadUnaligned(fromByteOffset: first, as: Eight.self)
                    sums.1 += weight * values.loadUnaligned(fromByteOffset: first + 32, as: Eight.self)
                    sums.2 += weight * values.loadUnaligned(fromByteOffset: first + 64, as: Eight.self)
                }
            }
            return [sums.0, sums.1, sums.2]
        }
    }
}

extension SIMD8<Float> {
    /// Creates a vector from up to eight numbers; the others are zero.
    fileprivate init(padding numbers: some Collection<Float>) {
        self.init(repeating: 0)
        for (lane, number) in numbers.prefix(8).enumerated() { self[lane] = number }
    }
}
