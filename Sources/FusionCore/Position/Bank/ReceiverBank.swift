import NavigationMath

/// Small Kalman filters side by side, each with another belief about the receiver, weighed by how well each predicts the
/// fixes.
///
/// State of each axis in each lane: position p, velocity v, wandering error b, with one covariance for both axes. A fix
/// measures p + b + white noise, and v where the receiver gives speed and course. The process noise of a lane is the mean
/// over four modes of motion, a Markov chain judged by each fix.
/// Sources: D. Magill, "Optimal adaptive estimation of sampled stochastic processes", IEEE TAC 10 (1965); Y. Bar-Shalom,
/// X. R. Li, T. Kirubarajan, "Estimation with Applications to Tracking and Navigation" (2001), 6.3, 8.2, 11.
/// Guide: docs/estimators/position.md.
struct ReceiverBank: Sendable, Hashable {
    /// What a fix measures, with what is known of its velocity.
    struct Measurement: Sendable, Hashable {
        /// Seconds since the fix before.
        var interval: Double
        /// Metres east and north on the plane.
        var position: SIMD2<Double>
        /// The stated 1-sigma accuracy in metres.
        var accuracy: Double
        /// m/s east and north, its scale put right; `nil` if the receiver gives none.
        var velocity: SIMD2<Double>?
        /// The variance of one axis of the velocity in m^2/s^2.
        var velocityVariance = 0.04
        /// Seconds by which the velocity is older than the fix.
        var lag = 0.0
        /// How far chords and velocity differ, in metres; `nil` if that is not known.
        var chord: SIMD2<Double>?
        /// What holds the receiver in place.
        var rest = Rest.none
    }

    /// What holds the receiver in place.
    enum Rest: UInt8, Sendable, Hashable {
        case none
        /// The receiver's velocity says so.
        case reported
        /// Motion sensors say so.
        case sensed
    }

    /// Position, velocity and wandering error in each lane, with their covariance.
    struct State: Sendable, Hashable {
        var position = LaneVector.zero
        var velocity = LaneVector.zero
        var wander = LaneVector.zero
        var covariance = LaneCovariance()
    }

    /// The state after the last fix.
    private(set) var state = State()
    /// The state before the last fix was used, as predicted with the process noise that the fix led to.
    private(set) var prediction = State()
    /// The share of the wandering error that was left since the fix before.
    private(set) var wanderKept = Lanes()
    /// The logarithm of the likelihood of the last fix.
    private(set) var logLikelihood = Lanes()
    /// The faded evidence of all fixes so far, 0 for the best hypothesis.
    private(set) var evidence = Lanes()
    /// The posterior probability of each hypothesis.
    private(set) var weights = Lanes()
    /// The squared scale of the stated accuracy, learnt by each hypothesis for itself.
    private(set) var scale = Lanes(repeating: 1)
    /// True if the last fix was an outlier to every hypothesis.
    private(set) var isOdd = false
    /// 1 for each hypothesis that was put back on the last fix.
    private(set) var restarted = Lanes()
    /// The squared normalised innovation of the mixture, and its variance in m^2; `nil` after a start.
    private(set) var innovation: (squared: Double, variance: Double)?
    private var modes = BankTable.standard.frequencies
    private var modeCounts = BankTable.standard.frequencies.map { $0 * Self.priorCount }
    private var chordResidual = SIMD2<Double>(0, 0)
    private var oddCount = 0
    private var count = 0.0
    private var interval = 1.0
    /// The stated accuracy in metres that the wandering error has now.
    private(set) var level = 0.0

    /// How many fixes the prior frequencies of the modes are worth, and over how many they are forgotten.
    private static let (priorCount, modeMemory) = (30.0, 300.0)
    /// The least evidence of a hypothesis: a bad start must not be remembered for long.
    static let leastEvidence = -25.0
    /// The least weight of a hypothesis beside the best.
    private static let leastWeight = 1e-4
    /// The least white variance in m^2.
    private static let leastWhite = 0.0025
    /// The variance in m^2/s^2 of a velocity that nothing is known of.
    private static let unknownVelocity = 100.0

    init() {}

    static func == (left: ReceiverBank, right: ReceiverBank) -> Bool {
        left.state == right.state && left.evidence == right.evidence && left.scale == right.scale
            && left.modes == right.modes && left.count == right.count
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(state)
        hasher.combine(evidence)
    }

    /// The usual seconds between two fixes.
    var usualInterval: Double { interval }

    /// The seconds in which evidence is forgotten.
    @inline(__always)
    func memory(_ parameters: MultipleModelFilter.Parameters) -> Double { max(parameters.memory, 30 * interval) }

    /// Moves the plane's origin.
    mutating func shiftOrigin(by offset: SIMD2<Double>) { state.position -= LaneVector(repeating: offset) }

    /// Begins at a fix. What was learnt of the receiver stays.
    mutating func begin(_ fix: Measurement) {
        let table = BankTable.standard
        level = fix.accuracy
        let noise = noise(of: fix, table)
        state.position = LaneVector(repeating: fix.position)
        state.wander = .zero
        state.velocity = LaneVector(repeating: fix.velocity ?? SIMD2(0, 0))
        state.covariance = LaneCovariance(
            pp: noise.white + noise.wander, pv: Lanes(), pb: -noise.wander, vv: velocityVariance(of: fix, table),
            vb: Lanes(), bb: noise.wander)
        prediction = state
        wanderKept = Lanes(repeating: 1)
        logLikelihood = Lanes()
        innovation = nil
        isOdd = false
        restarted = Lanes()
        oddCount = 0
        chordResidual = SIMD2(0, 0)
        weigh(table)
    }

    private func velocityVariance(of fix: Measurement, _ table: BankTable) -> Lanes {
        guard fix.velocity != nil else { return Lanes(repeating: Self.unknownVelocity) }
        return table.velocityVariance + fix.velocityVariance
    }

    @inline(__always)
    private func noise(of fix: Measurement, _ table: BankTable) -> (white: Lanes, wander: Lanes) {
        let stated = scale * (fix.accuracy * fix.accuracy)
        let white = stated * table.white * table.white
        return (
            white.replacing(with: Self.leastWhite, where: white .< Self.leastWhite),
            scale * (level * level) * table.wander * table.wander
        )
    }

    /// Uses a fix that follows the one before. O(1).
    mutating func update(_ fix: Measurement, _ parameters: MultipleModelFilter.Parameters) {
        let table = BankTable.standard
        let dt = fix.interval
        interval = count > 0 ? interval + (min(dt, 2 * interval + 1) - interval) / min(10, count + 1) : dt
        count += 1
        let share = changeLevel(to: fix.accuracy)
        let noise = noise(of: fix, table)
        let before = (velocity: state.velocity, variance: state.covariance.vv)
        predict(fix, noise.wander, levelShare: share, table, parameters)
        let growth = ProcessGrowth(interval: dt, accelerationTime: parameters.accelerationTime)
        let velocity = usedVelocity(of: fix, before, table)
        let inflation = inflation(of: fix, noise.white, growth, parameters)
        let measured = noise.white * inflation + noise.wander * (inflation - 1)
        let density = judgeModes(fix, velocity, measured, growth, parameters)
        state.covariance.grow(density, growth)
        prediction = state
        noteConsistency(of: fix, noise.white)
        if let velocity { updateVelocity(velocity) }
        let spread = updatePosition(fix.position, measured)
        limitWander(noise.wander, dt: dt, table, parameters)
        learnScale(spread, measured, noise.wander, table, parameters)
        judgeChord(fix, table, parameters)
        let fading = Lanes(repeating: -dt / memory(parameters))
        evidence = evidence * Lanes.exponential(fading) + logLikelihood
        weigh(table)
        restartLost(fix, noise.wander)
    }

    /// The factor by which a stated accuracy differs from another if the receiver's surroundings changed.
    private static let levelStep = 1.4

    /// Returns the factor by which the size of the wandering error changes.
    private mutating func changeLevel(to accuracy: Double) -> Double {
        // A part of a track may begin without a start.
        guard level > 0 else {
            level = accuracy
            return 1
        }
        let ratio = accuracy / level
        guard ratio > Self.levelStep || ratio < 1 / Self.levelStep else { return 1 }
        level = accuracy
        return ratio
    }

    @inline(__always)
    private mutating func predict(
        _ fix: Measurement, _ wander: Lanes, levelShare share: Double, _ table: BankTable,
        _ parameters: MultipleModelFilter.Parameters
    ) {
        let dt = fix.interval
        let exponent = (-dt / table.memory)
        let kept = table.wanders * Lanes.exponential(exponent.replacing(with: -20, where: exponent .< -20))
        // Errors of another size are other errors in part: normalised by their sizes, they correlate by the ratio of both.
        let same = min(share, 1 / share)
        wanderKept = share * same * kept
        let fresh = wander * (1 - same * same * kept * kept)
        state.position += Lanes(repeating: dt) * state.velocity
        state.wander = wanderKept * state.wander
        state.covariance.predict(dt: dt, kept: wanderKept, fresh: fresh)
        if let velocity = fix.velocity {
            // A velocity that errs slowly drives the position as a random walk.
            let error = parameters.slowError * velocity.length
            state.covariance.pp +=
                table.isSlowlyWrong
                * (2 * error * error * parameters.slowErrorTime * min(dt, parameters.slowErrorTime))
        }
    }

    /// The velocity as each hypothesis uses it.
    struct UsedVelocity {
        var value: LaneVector
        var variance: Lanes
    }

    /// Seconds between fixes beyond which a late velocity is only a less certain one.
    private static let lagInterval = 2.5
    /// The share of an interval beyond which a velocity is not carried on: that would multiply its noise more than it helps.
    private static let largestLagShare = 0.5
    /// The standard deviations in m/s of a velocity known to be zero: by the receiver's word, and by motion sensors.
    private static let (reportedRest, sensedRest) = (0.02, 0.003)
    /// The share of the usual process noise that is left if motion sensors are at rest.
    private static let sensedRestDensity = 1e-4

    @inline(__always)
    private func usedVelocity(
        of fix: Measurement, _ before: (velocity: LaneVector, variance: Lanes), _ table: BankTable
    ) -> UsedVelocity? {
        switch fix.rest {
        case .none: break
        case .reported:
            return UsedVelocity(value: .zero, variance: table.velocityVariance + Self.reportedRest * Self.reportedRest)
        case .sensed: return UsedVelocity(value: .zero, variance: Lanes(repeating: Self.sensedRest * Self.sensedRest))
        }
        guard let velocity = fix.velocity else { return nil }
        var used = UsedVelocity(
            value: LaneVector(repeating: velocity), variance: Lanes(repeating: fix.velocityVariance))
        if fix.lag > 0.02 {
            if fix.interval < Self.lagInterval {
                // The velocity is that of a lag ago: a mean of the one before and the one now.
                let share = min(fix.lag / fix.interval, Self.largestLagShare)
                let rest = 1 / (1 - share)
                used.value = Lanes(repeating: rest) * (used.value - Lanes(repeating: share) * before.velocity)
                used.variance = (used.variance + share * share * before.variance) * (rest * rest)
            } else {
                used.variance += fix.lag * fix.lag
            }
        }
        used.variance += table.velocityVariance
        return used
    }

    /// Judges by a fix which mode of motion each hypothesis is in; leaves the likelihood of the fix in ``logLikelihood``.
    /// - Returns: The power density of the acceleration in m^2/s^3.
    @inline(__always)
    private mutating func judgeModes(
        _ fix: Measurement, _ velocity: UsedVelocity?, _ measured: Lanes, _ growth: ProcessGrowth,
        _ parameters: MultipleModelFilter.Parameters
    ) -> Lanes {
        let covariance = state.covariance
        let error = LaneVector(repeating: fix.position) - state.position - state.wander
        let errorSquared = error.squared
        let errorVariance = covariance.fixVariance + measured
        let stay = Double.exponential(-fix.interval / parameters.manoeuvreTime)
        let usual = (1 - stay) / modeCounts.total
        let values = densities(of: fix, parameters)
        var posterior: LaneModes
        if let velocity {
            let slip = velocity.value - state.velocity
            let (slipSquared, both) = (slip.squared, error.dot(slip))
            // A stuck sensor gains nothing below 0.1 m/s.
            let slipVariance = covariance.vv + velocity.variance + 0.01
            let cross = covariance.pv + covariance.vb
            posterior = modes.joined(modeCounts) { mode, count, index in
                let q = values[index]
                let s1 = errorVariance + q * growth.pp
                let s2 = slipVariance + q * growth.vv
                let s3 = cross + q * growth.pv
                let inverse = 1 / (s1 * s2 - s3 * s3)
                let distance = (s2 * errorSquared - 2 * s3 * both + s1 * slipSquared) * inverse
                return (stay * mode + usual * count) * inverse * Self.tailed(distance, parameters.outlier)
            }
        } else {
            posterior = modes.joined(modeCounts) { mode, count, index in
                let inverse = 1 / (errorVariance + values[index] * growth.pp)
                return (stay * mode + usual * count) * inverse
                    * Self.tailed(errorSquared * inverse, parameters.outlier)
            }
        }
        let total = posterior.total
        let bounded = total.replacing(with: 1e-300, where: total .< 1e-300)
        logLikelihood = Lanes.logarithm(bounded)
        let inverse = 1 / bounded
        posterior = posterior.map { $0 * inverse }
        modes = posterior
        modeCounts = modeCounts.joined(posterior) { count, now, _ in count * (1 - 1 / Self.modeMemory) + now }
        return posterior.mean(values)
    }

    /// The power densities of the modes in m^2/s^3.
    @inline(__always)
    private func densities(of fix: Measurement, _ parameters: MultipleModelFilter.Parameters) -> SIMD4<Double> {
        let rest = fix.rest == .sensed ? Self.sensedRestDensity : 1
        return BankTable.modeDensities * (parameters.processNoise * parameters.processNoise * rest)
    }

    /// The likelihood of a squared normalised distance: normal up to a bound, with a heavy tail of its fourth power beyond.
    @inline(__always)
    private static func tailed(_ distance: Lanes, _ bound: Double) -> Lanes {
        let near = distance.replacing(with: bound, where: distance .> bound)
        let ratio = bound / distance.replacing(with: bound, where: distance .< bound)
        let square = ratio * ratio
        return Lanes.exponential(-0.5 * near) * square * square
    }

    @inline(__always)
    private mutating func noteConsistency(of fix: Measurement, _ white: Lanes) {
        let places = state.position + state.wander
        let mean = places.mean(weights)
        let spread = (places - LaneVector(repeating: mean)).squared * 0.5
        let variance = (weights * (state.covariance.fixVariance + white + spread)).sum()
        let off = fix.position - mean
        innovation = (squared: (off * off).sum() / variance, variance: variance)
    }

    /// Seconds that a row of outliers may last, and how many there may be.
    private static let (oddTime, oddFixes) = (8.0, 10.0)
    /// Fixes before any is called an outlier.
    private static let oddStart = 5.0

    /// Returns by how much the variance of a fix is enlarged: an outlier is one to every hypothesis and in every motion.
    /// The farther off, the less it counts, beyond all measure nothing.
    @inline(__always)
    private mutating func inflation(
        of fix: Measurement, _ white: Lanes, _ growth: ProcessGrowth, _ parameters: MultipleModelFilter.Parameters
    ) -> Double {
        let error = LaneVector(repeating: fix.position) - state.position - state.wander
        let most = state.covariance.fixVariance + white + densities(of: fix, parameters).w * growth.pp
        let ratio = error.squared / most
        let empty = BankTable.standard.isUsed .< 0.5
        let least = ratio.replacing(with: .greatestFiniteMagnitude, where: empty).min()
        var factor = count > Self.oddStart + 1 ? max(1, least / parameters.outlier) : 1
        oddCount = factor > 1 ? oddCount + 1 : 0
        if Double(oddCount) > max(2, min(Self.oddFixes, Self.oddTime / max(fix.interval, 0.1))) { factor = 1 }
        isOdd = factor > 1
        return factor * factor
    }

    @inline(__always)
    private mutating func updateVelocity(_ velocity: UsedVelocity) {
        let slip = velocity.value - state.velocity
        let gain = state.covariance.updateVelocity(variance: velocity.variance)
        state.position += gain.p * slip
        state.velocity += gain.v * slip
        state.wander += gain.b * slip
    }

    /// Uses the position; returns the squared innovation and its variance in each lane.
    @inline(__always)
    private mutating func updatePosition(_ position: SIMD2<Double>, _ variance: Lanes) -> (squared: Lanes, Lanes) {
        let error = LaneVector(repeating: position) - state.position - state.wander
        let spread = state.covariance.fixVariance + variance
        let gain = state.covariance.updatePosition(spread: spread)
        state.position += gain.p * error
        state.velocity += gain.v * error
        state.wander += gain.b * error
        return (error.squared, spread)
    }

    /// Keeps the wandering error within what it may be: what lies beyond is the position's.
    @inline(__always)
    private mutating func limitWander(
        _ wander: Lanes, dt: Double, _ table: BankTable, _ parameters: MultipleModelFilter.Parameters
    ) {
        let squared = state.wander.squared
        let share = squared / wander.replacing(with: 1e-9, where: wander .< 1e-9)
        let excess = (share - 6).clamped(lowerBound: Lanes(), upperBound: Lanes(repeating: 50))
        logLikelihood -= (0.5 * min(dt, 10)) * table.wanders * excess / table.memory
        state.limitWander(to: wander, clamp: parameters.wanderClamp)
    }

    @inline(__always)
    private mutating func learnScale(
        _ innovation: (squared: Lanes, variance: Lanes), _ measured: Lanes, _ wander: Lanes, _ table: BankTable,
        _ parameters: MultipleModelFilter.Parameters
    ) {
        let inverse = 1 / innovation.variance
        let share = (measured + (1 - wanderKept * wanderKept) * wander) * inverse
        let surprise = 0.5 * innovation.squared * inverse
        let bounded = surprise.replacing(with: 5, where: surprise .> 5)
        let part = share.replacing(with: 1, where: share .> 1)
        let step = max(1.5 / (count + 8), 0.01) * part * (bounded - 1)
        let grown = scale * Lanes.exponential(step)
        scale = grown.clamped(
            lowerBound: Lanes(repeating: 0.0067), upperBound: table.largestScale(wanderLimit: parameters.wanderLimit))
    }

    /// Seconds over which chords are averaged.
    private static let chordTime = 5.0

    /// Takes evidence from the hypotheses that believe a velocity that disagrees with the way of the fixes over 5 to 30 s.
    @inline(__always)
    private mutating func judgeChord(
        _ fix: Measurement, _ table: BankTable, _ parameters: MultipleModelFilter.Parameters
    ) {
        let keep = Double.exponential(-min(fix.interval, 100) / Self.chordTime)
        chordResidual *= keep
        guard let chord = fix.chord else { return }
        chordResidual += (1 - keep) * chord
        let limit = parameters.chord * fix.accuracy
        let excess = 0.5 * ((chordResidual * chordResidual).sum() / (limit * limit) - 2)
        guard excess > 0 else { return }
        logLikelihood -=
            (table.isRight + 0.3 * table.isSlowlyWrong) * (min(excess, 100) * min(fix.interval / 10, 1))
    }

    @inline(__always)
    private mutating func weigh(_ table: BankTable) {
        evidence -= evidence.replacing(with: -.greatestFiniteMagnitude, where: table.isUsed .< 0.5).max()
        evidence.replace(with: Self.leastEvidence, where: evidence .< Self.leastEvidence)
        weights = Self.weights(evidence + table.logPrior, least: Self.leastWeight, table)
    }

    /// Returns the posterior probabilities of hypotheses with so much evidence, prior and all.
    @inline(__always)
    static func weights(_ evidence: Lanes, least: Double, _ table: BankTable) -> Lanes {
        let best = evidence.replacing(with: -.greatestFiniteMagnitude, where: table.isUsed .< 0.5).max()
        let offset = evidence - best
        let odds = Lanes.exponential(
            offset.clamped(lowerBound: Lanes(repeating: -18), upperBound: Lanes()))
        let bounded = table.isUsed * odds.replacing(with: least, where: odds .< least)
        return bounded / bounded.sum()
    }

    /// Puts a hypothesis that has lost the receiver, and that weighs nothing, back on the fix.
    @inline(__always)
    private mutating func restartLost(_ fix: Measurement, _ wander: Lanes) {
        restarted = Lanes()
        guard !isOdd else { return }
        let stated = fix.accuracy * fix.accuracy
        let off = (LaneVector(repeating: fix.position) - state.position).squared
        let isLost = (off .> 36 * (state.covariance.pp + stated)) .& (weights .< 0.01)
        guard any(isLost) else { return }
        restarted.replace(with: 1, where: isLost)
        state.position.replace(with: LaneVector(repeating: fix.position), where: isLost)
        state.velocity.replace(with: LaneVector(repeating: state.velocity.mean(weights)), where: isLost)
        state.wander.replace(with: .zero, where: isLost)
        state.covariance.replace(
            with: LaneCovariance(
                pp: stated + wander, pv: Lanes(), pb: -wander, vv: Lanes(repeating: 25), vb: Lanes(), bb: wander),
            where: isLost)
    }
}

extension Double {
    /// Returns e to the power of a number, as the lanes compute it.
    @inline(__always)
    static func exponential(_ argument: Double) -> Double { SIMD2.exponential(SIMD2(repeating: max(argument, -20))).x }
}
