import NavigationMath

/// Small Kalman filters side by side, each with another belief about the receiver, weighed by how well each predicts the
/// fixes.
///
/// State of each axis in each lane: position p, velocity v, wandering error b, with one covariance for both axes. A fix
/// measures p + b + white noise, and v where the receiver gives speed and course. The process noise of a lane is the mean
/// over four modes of motion, a Markov chain judged by each fix. Here stands what the hypotheses decide together; what each
/// does by itself is in ``LaneGroup``.
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

    /// The hypotheses, four at a time.
    private(set) var groups = BankTable.lanes.map { LaneGroup($0) }
    /// True if the last fix was an outlier to every hypothesis.
    private(set) var isOdd = false
    /// The squared normalised innovation of the mixture, and its variance in m^2; `nil` after a start.
    private(set) var innovation: (squared: Double, variance: Double)?
    private var chordResidual = SIMD2<Double>(0, 0)
    private var oddCount = 0
    private var count = 0.0
    private var interval = 1.0
    /// The stated accuracy in metres that the wandering error has now.
    private(set) var level = 0.0

    /// The least evidence of a hypothesis: a bad start must not be remembered for long.
    static let leastEvidence = -25.0
    /// The least weight of a hypothesis beside the best.
    private static let leastWeight = 1e-4

    init() {}

    static func == (left: ReceiverBank, right: ReceiverBank) -> Bool {
        left.groups == right.groups && left.count == right.count
    }

    func hash(into hasher: inout Hasher) { hasher.combine(groups) }

    /// The usual seconds between two fixes.
    var usualInterval: Double { interval }

    /// The seconds in which evidence is forgotten.
    @inline(__always)
    func memory(_ parameters: MultipleModelFilter.Parameters) -> Double { max(parameters.memory, 30 * interval) }

    /// Moves the plane's origin.
    mutating func shiftOrigin(by offset: SIMD2<Double>) {
        for index in groups.indices { groups[index].state.position -= LaneVector(repeating: offset) }
    }

    /// Begins at a fix. What was learnt of the receiver stays.
    mutating func begin(_ fix: Measurement) {
        level = fix.accuracy
        for (index, table) in BankTable.lanes.enumerated() { groups[index].begin(fix, level: level, table) }
        innovation = nil
        isOdd = false
        oddCount = 0
        chordResidual = SIMD2(0, 0)
        weigh()
    }

    /// Uses a fix that follows the one before. O(1).
    mutating func update(_ fix: Measurement, _ parameters: MultipleModelFilter.Parameters) {
        let dt = fix.interval
        interval = count > 0 ? interval + (min(dt, 2 * interval + 1) - interval) / min(10, count + 1) : dt
        count += 1
        let share = changeLevel(to: fix.accuracy)
        let step = FixStep(
            fix, parameters, level: level, levelShare: share, count: count,
            fading: Double.exponential(-dt / memory(parameters)), chordPenalty: chordPenalty(fix, parameters))
        let inflation = inflation(of: fix, least: predict(step), parameters)
        let tables = BankTable.lanes
        var surprise = Surprise.none
        for index in tables.indices {
            surprise += groups[index].update(step, inflation: inflation, tables[index])
        }
        innovation = surprise.innovation
        weigh()
        restartLost(step)
    }

    /// Carries all hypotheses to a fix.
    /// - Returns: The least squared distance of the fix, normalised by the most that any motion explains; 0 if it is no outlier.
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

    /// Seconds that a row of outliers may last, and how many there may be.
    private static let (oddTime, oddFixes) = (8.0, 10.0)
    /// Fixes before any is called an outlier.
    private static let oddStart = 5.0

    /// Returns by how much the variance of a fix is enlarged: an outlier is one to every hypothesis and in every motion.
    /// The farther off, the less it counts, beyond all measure nothing.
    private mutating func inflation(
        of fix: Measurement, least: Double, _ parameters: MultipleModelFilter.Parameters
    ) -> Double {
        var factor = count > Self.oddStart + 1 ? max(1, least / parameters.outlier) : 1
        oddCount = factor > 1 ? oddCount + 1 : 0
        if Double(oddCount) > max(2, min(Self.oddFixes, Self.oddTime / max(fix.interval, 0.1))) { factor = 1 }
        isOdd = factor > 1
        return factor * factor
    }

    /// Seconds over which chords are averaged.
    private static let chordTime = 5.0

    /// Returns what the hypotheses that believe the velocity lose if it disagrees with the way of the fixes over 5 to 30 s.
    private mutating func chordPenalty(_ fix: Measurement, _ parameters: MultipleModelFilter.Parameters) -> Double {
        let keep = Double.exponential(-min(fix.interval, 100) / Self.chordTime)
        chordResidual *= keep
        guard let chord = fix.chord else { return 0 }
        chordResidual += (1 - keep) * chord
        let limit = parameters.chord * fix.accuracy
        let excess = 0.5 * ((chordResidual * chordResidual).sum() / (limit * limit) - 2)
        return excess > 0 ? min(excess, 100) * min(fix.interval / 10, 1) : 0
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
    /// Returns e to the power of a number, as the lanes compute it.
    @inline(__always)
    static func exponential(_ argument: Double) -> Double { SIMD2.exponential(SIMD2(repeating: max(argument, -20))).x }
}
