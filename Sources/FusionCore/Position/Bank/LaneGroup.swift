/// Four hypotheses in parallel: their states, and how well they predict the fixes.
struct LaneGroup: Sendable, Hashable {
    /// The state after the last fix.
    var state = LaneState()
    /// The state before the update with the last fix, as predicted with the process noise inferred from that fix.
    var prediction = LaneState()
    /// The fraction of the wandering error that was left since the previous fix.
    var wanderKept = Lanes()
    /// The logarithm of the likelihood of the last fix.
    var logLikelihood = Lanes()
    /// The faded evidence of all fixes so far; 0 for the best hypothesis.
    var evidence = Lanes()
    /// The posterior probability of each hypothesis.
    var weights = Lanes()
    /// The squared scale of the stated accuracy, learned separately by each hypothesis.
    var scale = Lanes(repeating: 1)
    /// 1 for each hypothesis that was restarted at the last fix.
    var restarted = Lanes()
    private var modes: LaneModes
    private var modeCounts: LaneModes

    /// The weight of the modes' prior frequencies, and the memory of the counted ones, both in fixes.
    static let (priorCount, modeMemory) = (30.0, 300.0)
    /// The variance, in m^2/s^2, of an unknown velocity.
    private static let unknownVelocity = 100.0

    /// The variance, in m^2/s^2, of the velocity of a hypothesis that restarts.
    private static let restartVelocity = 25.0
    /// The squared distance, in variances, and the weight of a hypothesis that has lost the receiver: six sigmas, one percent.
    private static let (lostSquare, lostWeight) = (36.0, 0.01)
    /// The squared wandering error, in variances, that is improbable, its most excess, and the most seconds that count.
    private static let (mostWander, mostExcess, mostSeconds) = (6.0, 50.0, 10.0)
    /// The largest surprise of a fix, as a multiple of the expected one, and the least squared scale.
    private static let (mostSurprise, leastScale) = (5.0, 0.0067)
    /// The share of the chords' penalty for a velocity with slowly varying errors.
    private static let slowShare = 0.3
    /// The variance, in m^2/s^2, of a slip at least: 0.1 m/s, so that a stuck sensor gains nothing from its constancy.
    private static let leastSlip = 0.01
    /// The minimum exponent of what is left of a wandering error.
    private static let leastExponent = -20.0

    /// The minimum likelihood of a fix.
    private static let leastLikelihood: Float = 1e-30

    init(_ table: HypothesisLanes) {
        modes = table.frequencies
        modeCounts = table.frequencies.map { $0 * Float(Self.priorCount) }
    }

    /// Starts at a fix. Keeps what was learned about the receiver.
    mutating func begin(
        _ fix: ReceiverBank.Measurement, level: Double, _ settling: SettlingStart?, _ table: HypothesisLanes
    ) {
        let stated = fix.accuracy * fix.accuracy
        var noise = settled(
            table.noise(scale: scale, stated: stated, level: level * level), stated: stated, settling, table)
        noise.wander += table.startsUnsettled * (settling?.fresh ?? 0)
        let velocityVariance =
            fix.velocity == nil
            ? Lanes(repeating: Self.unknownVelocity) : table.velocityVariance + fix.velocityVariance
        state.position = LaneVector(repeating: fix.position)
        state.wander = .zero
        state.velocity = LaneVector(repeating: fix.velocity ?? SIMD2(0, 0))
        state.covariance = LaneCovariance(
            pp: noise.white + noise.wander, pv: Lanes(), pb: -noise.wander, vv: velocityVariance,
            vb: Lanes(), bb: noise.wander)
        prediction = state
        wanderKept = Lanes(repeating: 1)
        logLikelihood = Lanes()
        restarted = Lanes()
        if settling != nil { lowerStart(table) }
    }

    /// Lowers the evidence of a start that settles to its prior probability.
    mutating func lowerStart(_ table: HypothesisLanes) {
        evidence += table.startsUnsettled * SettlingStart.logPrior
    }

    /// Returns the white and the wandering variance, in m^2, with those of a start that settles where they apply.
    @inline(__always)
    private func settled(
        _ noise: (white: Lanes, wander: Lanes), stated: Double, _ settling: SettlingStart?, _ table: HypothesisLanes
    ) -> (white: Lanes, wander: Lanes) {
        guard let settling else { return noise }
        let others = 1 - table.startsUnsettled
        return (
            others * noise.white + table.startsUnsettled * (scale * stated + settling.white), others * noise.wander
        )
    }

    @inline(__always)
    private func noise(of step: FixStep, _ table: HypothesisLanes) -> (white: Lanes, wander: Lanes) {
        settled(
            table.noise(scale: scale, stated: step.stated, level: step.level), stated: step.stated, step.settling,
            table)
    }

    /// Propagates the states to a fix.
    /// - Returns: The squared distance of the fix, and the maximum variance of it that any motion explains.
    @inline(__always)
    mutating func predict(_ step: FixStep, _ table: HypothesisLanes) -> (squared: Lanes, variance: Lanes) {
        let noise = noise(of: step, table)
        let dt = step.fix.interval
        let exponent = (-dt * table.forgetting).atLeast(Lanes(repeating: Self.leastExponent))
        let kept = step.levelKept * table.wanders * Lanes.exponential(exponent)
        wanderKept = step.levelShare * kept
        var fresh = noise.wander * (1 - kept * kept)
        if let settling = step.settling {
            wanderKept += table.startsUnsettled * (settling.kept - wanderKept)
            fresh += table.startsUnsettled * settling.fresh
        }
        state.move(over: dt, step.turn)
        state.loosen(beyond: noise.wander, clamp: step.parameters.wanderClamp, dt: dt, where: table.holdsDrift)
        state.wander = wanderKept * state.wander
        state.covariance.predict(dt: dt, kept: wanderKept, fresh: fresh)
        state.covariance.pp +=
            table.isRight * step.rightDrift + table.isSlowlyWrong * step.slowDrift
            + table.isSuspected * step.suspectedDrift + table.trustsVelocity * step.lagDrift
        let most = state.covariance.fixVariance + noise.white + step.densities.w * step.growth.pp
        return ((LaneVector(repeating: step.fix.position) - state.place).squared, most)
    }

    /// Updates the states, propagated to the fix, with the fix.
    /// - Parameter inflation: The factor for the variance of an outlier; 1 for other fixes.
    /// - Returns: The deviation of the fix from the prediction, by the weights before the update.
    @inline(__always)
    mutating func update(_ step: FixStep, inflation: Double, _ table: HypothesisLanes) -> Surprise {
        let noise = noise(of: step, table)
        let measured = noise.white * inflation + noise.wander * (inflation - 1)
        let velocity = step.velocity.map { used($0, table) }
        let density = judgeModes(step, velocity, measured)
        state.covariance.grow(density, step.growth)
        prediction = state
        let surprise = Surprise(
            LaneVector(repeating: step.fix.position) - state.place,
            from: state.position, variance: state.covariance.fixVariance + noise.white, weights: weights)
        if let velocity { state.updateVelocity(velocity.value, variance: velocity.variance) }
        let innovation = state.updatePosition(LaneVector(repeating: step.fix.position), variance: measured)
        lowerWander(step, noise.wander, table)
        let unstated = table.startsUnsettled * (step.settling?.white ?? 0)
        learnScale(
            step, innovation, measured - unstated + (1 - wanderKept * wanderKept) * noise.wander, table)
        logLikelihood -= (table.isRight + Self.slowShare * table.isSlowlyWrong) * step.chordPenalty
        evidence = evidence * step.fading + logLikelihood
        return surprise
    }

    /// Returns the velocity and its variance as each hypothesis uses them.
    @inline(__always)
    private func used(_ late: FixStep.LateVelocity, _ table: HypothesisLanes) -> (value: LaneVector, variance: Lanes) {
        var value = (1 + (late.suspectedScale - 1) * table.isSuspected) * LaneVector(repeating: late.value)
        var variance = Lanes(repeating: late.variance)
        if late.share > 0 {
            let rest = 1 / (1 - late.share)
            value = Lanes(repeating: rest) * (value - Lanes(repeating: late.share) * state.velocity)
            variance = (variance + late.share * late.share * state.covariance.vv) * (rest * rest)
        }
        if !late.isSensed { variance += table.velocityVariance }
        return (value, variance)
    }

    /// Infers the mode of motion of each hypothesis from a fix, and sets ``logLikelihood`` to the likelihood of the
    /// fix.
    /// - Returns: The power density of the acceleration in m^2/s^3.
    @inline(__always)
    private mutating func judgeModes(
        _ step: FixStep, _ velocity: (value: LaneVector, variance: Lanes)?, _ measured: Lanes
    ) -> Lanes {
        let (covariance, growth) = (state.covariance, step.growth)
        let error = LaneVector(repeating: step.fix.position) - state.place
        let errorSquared = error.squared
        let errorVariance = covariance.fixVariance + measured
        let (stay, usual) = (Float(step.stay), Float(step.usual))
        let bound = Float(min(step.parameters.outlier, Self.mostNormal))
        let densities = SIMD4<Float>(step.densities)
        var posterior: LaneModes
        var marginal = Shares(repeating: 1)
        if let velocity {
            let slip = velocity.value - state.velocity
            let (slipSquared, both) = (slip.squared, error.dot(slip))
            let slipVariance = covariance.vv + velocity.variance + Self.leastSlip
            let cross = covariance.pv + covariance.vb
            // The determinant and the adjoint form of the innovation's covariance, as polynomials of the density. They
            // are the same for all modes, and avoid subtracting large numbers in each mode.
            let constant = Shares(errorVariance * slipVariance - cross * cross)
            let linear = Shares(errorVariance * growth.vv + slipVariance * growth.pp - 2 * growth.pv * cross)
            let quadratic = Float(growth.pp * growth.vv - growth.pv * growth.pv)
            let squared = Shares(slipVariance * errorSquared - 2 * cross * both + errorVariance * slipSquared)
            let squaredLinear = Shares(growth.vv * errorSquared - 2 * growth.pv * both + growth.pp * slipSquared)
            if step.isAlwaysZero {
                let alone = judged(step, squared: Shares(slipSquared), Shares(slipVariance), Float(growth.vv))
                marginal = alone.total.atLeast(Shares(repeating: Self.leastLikelihood))
            }
            posterior = modes.joined(modeCounts) { mode, count, index in
                let q = densities[index]
                let inverse = 1 / (constant + q * (linear + q * quadratic))
                let distance = (squared + q * squaredLinear) * inverse
                return (stay * mode + usual * count) * inverse * Self.tailed(distance, bound)
            }
        } else {
            posterior = judged(step, squared: Shares(errorSquared), Shares(errorVariance), Float(growth.pp))
        }
        let total = posterior.total.atLeast(Shares(repeating: Self.leastLikelihood))
        logLikelihood = Lanes(Shares.logarithm(total / marginal))
        let inverse = 1 / total
        modes = posterior.map { $0 * inverse }
        let kept = Float(1 - 1 / Self.modeMemory)
        modeCounts = modeCounts.joined(modes) { count, now, _ in count * kept + now }
        return Lanes(modes.mean(densities))
    }

    /// Returns the likelihood of each mode by one measurement of both axes, whose variance is linear in the mode's density.
    @inline(__always)
    private func judged(_ step: FixStep, squared: Shares, _ constant: Shares, _ linear: Float) -> LaneModes {
        let (stay, usual) = (Float(step.stay), Float(step.usual))
        let bound = Float(min(step.parameters.outlier, Self.mostNormal))
        let densities = SIMD4<Float>(step.densities)
        return modes.joined(modeCounts) { mode, count, index in
            let inverse = 1 / (constant + densities[index] * linear)
            return (stay * mode + usual * count) * inverse * Self.tailed(squared * inverse, bound)
        }
    }

    /// The maximum squared normalised distance at which the likelihood is normal. Beyond it, single precision cannot
    /// represent the difference, and the polynomial of the exponential is not valid.
    private static let mostNormal = 80.0

    /// Returns the likelihood of a squared normalised distance: normal up to a bound, with a heavy fourth-power tail
    /// beyond.
    @inline(__always)
    private static func tailed(_ distance: Shares, _ bound: Float) -> Shares {
        let limit = Shares(repeating: bound)
        let ratio = bound / distance.atLeast(limit)
        let square = ratio * ratio
        return Shares.exponential(-0.5 * distance.atMost(limit)) * square * square
    }

    /// Lowers the evidence of hypotheses with an improbably large wandering error.
    @inline(__always)
    private mutating func lowerWander(_ step: FixStep, _ wander: Lanes, _ table: HypothesisLanes) {
        let (squared, least) = (state.wander.squared, wander.atLeast(Lanes(repeating: 1e-9)))
        guard any(squared .> Self.mostWander * least) else { return }
        let wanders = step.settling == nil ? table.wanders : table.wanders * (1 - table.startsUnsettled)
        let excess = (squared / least - Self.mostWander).atLeast(Lanes()).atMost(Lanes(repeating: Self.mostExcess))
        logLikelihood -= (0.5 * min(step.fix.interval, Self.mostSeconds)) * wanders * excess * table.forgetting
    }

    @inline(__always)
    private mutating func learnScale(
        _ step: FixStep, _ innovation: (squared: Lanes, inverse: Lanes), _ measured: Lanes, _ table: HypothesisLanes
    ) {
        let share = (measured * innovation.inverse).atMost(Lanes(repeating: 1))
        let surprise = (0.5 * innovation.squared * innovation.inverse).atMost(Lanes(repeating: Self.mostSurprise))
        let grown = scale * Lanes.smallExponential(step.scaleGain * share * (surprise - 1))
        let most = table.largestScale(wanderLimit: step.wanderLimit)
        scale = grown.atLeast(Lanes(repeating: Self.leastScale)).atMost(most)
    }

    /// Returns whether each hypothesis has lost the receiver and has a negligible weight.
    @inline(__always)
    func isLost(_ step: FixStep) -> SIMDMask<Lanes.MaskStorage> {
        let off = (LaneVector(repeating: step.fix.position) - state.position).squared
        return (off .> Self.lostSquare * (state.covariance.pp + step.stated)) .& (weights .< Self.lostWeight)
    }

    /// Restarts hypotheses at a fix, with a velocity in m/s.
    mutating func restart(
        _ step: FixStep, velocity: SIMD2<Double>, where isLost: SIMDMask<Lanes.MaskStorage>, _ table: HypothesisLanes
    ) {
        let wander = table.noise(scale: scale, stated: step.stated, level: step.level).wander
        let fresh = LaneState(
            position: LaneVector(repeating: step.fix.position), velocity: LaneVector(repeating: velocity),
            wander: .zero,
            covariance: LaneCovariance(
                pp: step.stated + wander, pv: Lanes(), pb: -wander, vv: Lanes(repeating: Self.restartVelocity),
                vb: Lanes(), bb: wander))
        state.replace(with: fresh, where: isLost)
        restarted.replace(with: 1, where: isLost)
    }

    /// Starts hypotheses again from an estimate, as likely as the best one.
    mutating func join(
        _ estimate: ReceiverBank.Mixture, _ step: FixStep, where joins: SIMDMask<Lanes.MaskStorage>,
        _ table: HypothesisLanes
    ) {
        let wander = table.noise(scale: scale, stated: step.stated, level: step.level).wander
        let fresh = LaneState(
            position: LaneVector(repeating: estimate.position), velocity: LaneVector(repeating: estimate.velocity),
            wander: .zero,
            covariance: LaneCovariance(
                pp: estimate.variance + wander, pv: Lanes(), pb: -wander,
                vv: Lanes(repeating: estimate.velocityVariance), vb: Lanes(), bb: wander))
        state.replace(with: fresh, where: joins)
        restarted.replace(with: 1, where: joins)
        evidence.replace(with: 0, where: joins)
    }
}

/// The deviation of a fix from the prediction of the hypotheses.
struct Surprise {
    private var off: LaneVector
    private var position: LaneVector
    private var variance: Lanes

    static let none = Surprise(.zero, from: .zero, variance: Lanes(), weights: Lanes())

    @inline(__always)
    init(_ off: LaneVector, from position: LaneVector, variance: Lanes, weights: Lanes) {
        self.off = weights * off
        self.position = weights * position
        self.variance = weights * (variance + 0.5 * off.squared)
    }

    @inline(__always)
    static func += (left: inout Surprise, right: Surprise) {
        left.off += right.off
        left.position += right.position
        left.variance += right.variance
    }

    /// The innovation of the mixture.
    var innovation: ReceiverBank.Innovation {
        let mean = off.total
        let squared = (mean * mean).sum()
        let variance = variance.sum() - 0.5 * squared
        return ReceiverBank.Innovation(
            off: mean, predicted: position.total, squared: squared / variance, variance: variance)
    }
}
