import Geometry

/// A bank of parallel Kalman filters with different hypotheses about the receiver, weighted by how well each predicts
/// the fixes.
///
/// The state of each axis in each lane consists of position p, velocity v, and wandering error b, with a common
/// covariance for both axes. A fix measures p + b + white noise, and v if the receiver reports speed and course. The
/// process noise of a lane is the mean over four modes of motion, a Markov chain updated by each fix. This type
/// contains what concerns all hypotheses together; ``LaneGroup`` contains what each one computes separately. Sources:
/// D. Magill, "Optimal adaptive estimation of sampled stochastic processes", IEEE TAC 10 (1965); Y. Bar-Shalom, X. R.
/// Li, T. Kirubarajan, "Estimation with Applications to Tracking and Navigation" (2001), 6.3, 8.2, 11. Guide:
/// docs/estimators/position.md.
struct ReceiverBank: Sendable, Hashable {
    /// The measured values of a fix, with what is known about its velocity.
    struct Measurement: Sendable, Hashable {
        /// The time since the previous fix, in seconds.
        var interval: Double
        /// The position on the plane, in metres east and north.
        var position: SIMD2<Double>
        /// The stated 1-sigma accuracy, in metres.
        var accuracy: Double
        /// The velocity in m/s, east and north, with its scale corrected; `nil` if the receiver reports none.
        var velocity: SIMD2<Double>?
        /// The variance of one axis of the velocity, in m^2/s^2.
        var velocityVariance = 0.04
        /// The lag of the velocity behind the fix, in seconds.
        var lag = 0.0
        /// The difference between chords and velocity, in metres; `nil` if it is not known.
        var chord: SIMD2<Double>?
        /// The factor by which the variance of the fixes exceeds that of the hypotheses.
        var excess = 1.0
        /// The bound of the accelerations if the receiver reports no velocity.
        var bound = MotionBound()
        /// True if the motion sensors are at rest.
        var isAtRest = false
        /// The factor of the velocity if its scale is suspected to be wrong.
        var suspectedScale = 1.0
        /// The variance of the suspected scale.
        var suspectedVariance = 0.0
        /// The variance of the velocity's lag, in s^2.
        var lagVariance = 0.0
    }

    /// The hypotheses, four at a time.
    private(set) var groups = BankTable.lanes.map { LaneGroup($0) }
    /// True if the last fix was an outlier under every hypothesis.
    private(set) var isOdd = false
    /// The deviation of a fix from the prediction of the mixture.
    struct Innovation: Sendable, Hashable {
        /// The deviation, and the position that was predicted for the receiver, in metres east and north.
        var off: SIMD2<Double>
        var predicted: SIMD2<Double>
        /// The squared deviation divided by the variance, and the variance in m^2.
        var squared: Double
        var variance: Double
    }

    /// The innovation of the last fix; `nil` after a start.
    private(set) var innovation: Innovation?
    /// The kind of start that has yet to settle; `nil` once it has.
    private(set) var starting: SettlingStart.Kind?
    private var sinceStart = 0.0

    /// The minimum time without a fix, in seconds and in usual intervals, after which the first fixes may have to settle.
    private static let (silence, silentIntervals) = (8.0, 4.0)
    private var chordResidual = SIMD2<Double>(0, 0)
    /// The mean velocity over the duration of a manoeuvre, in m/s.
    private var meanVelocity = SIMD2<Double>(0, 0)
    /// True if every velocity was zero so far.
    private var isAlwaysZero = true
    private var oddCount = 0
    private var turn = TurnRate()
    private var count = 0.0
    private var interval = 1.0
    /// The time between fixes so far, in seconds.
    private(set) var observed = 0.0
    /// The stated accuracy that currently scales the wandering error, in metres.
    private(set) var level = 0.0

    /// The minimum memory of evidence, and the number of intervals whose mean is the usual one, both in fixes.
    private static let (leastMemory, usualCount) = (30.0, 10.0)

    /// The minimum evidence of a hypothesis, so that a bad start is soon forgotten.
    static let leastEvidence = -25.0
    /// The minimum odds of a hypothesis relative to the best one.
    private static let leastWeight = 1e-4

    init() {}

    static func == (left: ReceiverBank, right: ReceiverBank) -> Bool {
        left.groups == right.groups && left.count == right.count
    }

    func hash(into hasher: inout Hasher) { hasher.combine(groups) }

    /// The usual time between two fixes, in seconds.
    var usualInterval: Double { interval }

    /// Returns the time constant with which evidence is forgotten, in seconds.
    @inline(__always)
    func memory(_ parameters: MultipleModelFilter.Parameters) -> Double {
        max(parameters.memory, Self.leastMemory * interval)
    }

    /// Moves the plane's origin by metres east and north.
    mutating func shiftOrigin(by offset: SIMD2<Double>) {
        for index in groups.indices { groups[index].state.position -= LaneVector(repeating: offset) }
        turn.shiftOrigin(by: offset)
    }

    /// Starts at a fix. Keeps what was learned about the receiver.
    /// - Parameters:
    ///   - fix: The fix.
    ///   - kind: The kind of start that may have to settle; `nil` if it is known to have settled.
    mutating func begin(_ fix: Measurement, as kind: SettlingStart.Kind?) {
        level = fix.accuracy
        isAlwaysZero = isAlwaysZero && fix.velocity == SIMD2(0, 0)
        (starting, sinceStart) = (kind, 0)
        let settling = kind.map { SettlingStart($0) }
        for (index, table) in BankTable.lanes.enumerated() { groups[index].begin(fix, level: level, settling, table) }
        innovation = nil
        isOdd = false
        oddCount = 0
        chordResidual = SIMD2(0, 0)
        turn = TurnRate(at: fix.position)
        meanVelocity = fix.velocity ?? SIMD2(0, 0)
        weigh()
    }

    /// Updates the hypotheses with a fix that follows the previous one. O(1).
    mutating func update(_ fix: Measurement, _ parameters: MultipleModelFilter.Parameters) {
        let dt = fix.interval
        let isBack = dt > max(Self.silence, Self.silentIntervals * interval) && count > 0
        interval = count > 0 ? interval + (min(dt, 2 * interval + 1) - interval) / min(Self.usualCount, count + 1) : dt
        count += 1
        observed += dt
        sinceStart = isBack ? 0 : sinceStart + dt
        if isBack {
            starting = .warm
            for (index, table) in BankTable.lanes.enumerated() { groups[index].lowerStart(table) }
        }
        let share = changeLevel(to: fix.accuracy)
        // A measured velocity shows the turn itself.
        let angle = fix.velocity == nil ? turn.angle(over: dt) : 0
        isAlwaysZero = isAlwaysZero && fix.velocity == SIMD2(0, 0)
        let step = FixStep(
            fix, parameters, usualInterval: interval, level: level, levelShare: share, count: count,
            fading: Double.exponential(-dt / memory(parameters)), chordPenalty: chordPenalty(fix, parameters),
            meanVelocity: meanVelocity, isAlwaysZero: isAlwaysZero, turn: angle,
            settling: starting.map {
                isBack ? SettlingStart($0) : SettlingStart($0, after: sinceStart, interval: dt)
            })
        if let velocity = fix.velocity {
            meanVelocity += (1 - Double.exponential(-dt / parameters.manoeuvreTime)) * (velocity - meanVelocity)
        }
        let inflation = inflation(of: fix, least: predict(step), parameters)
        turn.update(position: fix.position, accuracy: fix.accuracy, interval: dt)
        let tables = BankTable.lanes
        var surprise = Surprise.none
        for index in tables.indices {
            surprise += groups[index].update(step, inflation: inflation, tables[index])
        }
        innovation = surprise.innovation
        weigh()
        restartLost(step)
        if starting != nil, sinceStart >= SettlingStart.duration { settle(step) }
    }

    /// Ends a start: the hypothesis of a start that settles starts again from the estimate, and if it was right, so do all
    /// others that trust the velocity. At a cold start, a useless velocity looks the same, and ``TrackOpening`` decides.
    private mutating func settle(_ step: FixStep) {
        let (estimate, tables) = (mixture, BankTable.lanes)
        let joinsAll = isUnsettled && (starting == .warm || step.fix.velocity == nil)
        for index in tables.indices {
            let joins = (joinsAll ? tables[index].trustsVelocity : tables[index].startsUnsettled) .> 0.5
            groups[index].join(estimate, step, where: joins, tables[index])
        }
        starting = nil
        weigh()
    }

    /// Propagates all hypotheses to a fix.
    /// - Returns: The smallest squared distance of the fix, normalised by the maximum variance that any motion
    ///   explains; 0 if the fix is not an outlier.
    private mutating func predict(_ step: FixStep) -> Double {
        var least = Double.greatestFiniteMagnitude
        let tables = BankTable.lanes
        for index in tables.indices {
            let (squared, variance) = groups[index].predict(step, tables[index])
            let isNear = squared .<= step.parameters.outlier * variance .& (tables[index].isUsed .> 0.5)
            if any(isNear) { least = 0 }
            if least > 0 { least = min(least, tables[index].least(squared / variance)) }
        }
        return least
    }

    /// The minimum factor between two stated accuracies that indicates a change of the receiver's surroundings.
    private static let levelStep = 1.4

    /// Updates the level, and returns the factor by which the size of the wandering error changes.
    private mutating func changeLevel(to accuracy: Double) -> Double {
        // A part of a track can begin without a start.
        guard level > 0 else {
            level = accuracy
            return 1
        }
        let ratio = accuracy / level
        guard ratio > Self.levelStep || ratio < 1 / Self.levelStep else { return 1 }
        level = accuracy
        return ratio
    }

    /// The maximum duration, in seconds, and the maximum number of consecutive outliers.
    private static let (oddTime, oddFixes) = (8.0, 10.0)
    /// The number of fixes before a fix can be an outlier.
    private static let oddStart = 5.0

    /// Returns the factor for the variance of a fix. An outlier is far off under every hypothesis and in every motion;
    /// the farther off it is, the less weight it has.
    private mutating func inflation(
        of fix: Measurement, least: Double, _ parameters: MultipleModelFilter.Parameters
    ) -> Double {
        var factor = count > Self.oddStart + 1 ? max(1, least / parameters.outlier) : 1
        oddCount = factor > 1 ? oddCount + 1 : 0
        if Double(oddCount) > max(2, min(Self.oddFixes, Self.oddTime / max(fix.interval, 0.1))) { factor = 1 }
        isOdd = factor > 1
        return factor * factor
    }

    /// The time over which chords are averaged, in seconds, the longest interval that counts, and the one that counts in full.
    private static let (chordTime, longestChord, fullChord) = (5.0, 100.0, 10.0)
    /// The largest loss of evidence by a chord.
    private static let mostPenalty = 100.0

    /// Returns the loss of evidence of the hypotheses that trust the velocity, if it disagrees with the path of the
    /// fixes over 5 to 30 s.
    private mutating func chordPenalty(_ fix: Measurement, _ parameters: MultipleModelFilter.Parameters) -> Double {
        let keep = Double.exponential(-min(fix.interval, Self.longestChord) / Self.chordTime)
        chordResidual *= keep
        guard let chord = fix.chord else { return 0 }
        chordResidual += (1 - keep) * chord
        let limit = parameters.chord * fix.accuracy
        let excess = 0.5 * ((chordResidual * chordResidual).sum() / (limit * limit) - 2)
        return excess > 0 ? min(excess, Self.mostPenalty) * min(fix.interval / Self.fullChord, 1) : 0
    }

    private mutating func weigh() {
        let tables = BankTable.lanes
        var (best, likeliest) = (-Double.greatestFiniteMagnitude, -Double.greatestFiniteMagnitude)
        for index in tables.indices {
            let (evidence, table) = (groups[index].evidence, tables[index])
            best = max(best, table.largest(evidence))
            likeliest = max(likeliest, (evidence + table.logPrior).largest)
        }
        var total = Lanes()
        for index in tables.indices {
            let table = tables[index]
            let evidence = (groups[index].evidence - best).atLeast(Lanes(repeating: Self.leastEvidence))
            groups[index].evidence = evidence
            let odds = table.odds(evidence + table.logPrior, best: likeliest - best, least: Self.leastWeight)
            groups[index].weights = odds
            total += odds
        }
        let inverse = 1 / total.sum()
        for index in tables.indices { groups[index].weights *= inverse }
    }

    private mutating func restartLost(_ step: FixStep) {
        let tables = BankTable.lanes
        for index in tables.indices {
            groups[index].restarted = Lanes()
            guard !isOdd else { continue }
            let isLost = groups[index].isLost(step)
            if any(isLost) { groups[index].restart(step, velocity: mixture.velocity, where: isLost, tables[index]) }
        }
    }
}

extension Double {
    /// Returns the exponential of a number, as the lanes compute it.
    @inline(__always)
    static func exponential(_ argument: Double) -> Double { SIMD2.exponential(SIMD2(repeating: max(argument, -20))).x }
}
