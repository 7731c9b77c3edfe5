/// The constants of four hypotheses in columns, one hypothesis per lane.
struct HypothesisLanes: Sendable {
    /// 1 for a hypothesis, 0 for an empty lane.
    private(set) var isUsed = Lanes()
    /// 0 for a hypothesis, and an arbitrarily negative number for an empty lane.
    private var least = Lanes(repeating: -.greatestFiniteMagnitude)
    private(set) var white = Lanes(repeating: 1)
    private(set) var wander = Lanes()
    private(set) var memory = Lanes(repeating: 1)
    /// The inverse of the time constant of the wandering error, in 1/s.
    private(set) var forgetting = Lanes(repeating: 1)
    /// 1 if the error wanders.
    private(set) var wanders = Lanes()
    /// True if the error wanders so slowly that it can absorb a drift of the velocity.
    private(set) var holdsDrift = SIMDMask<Lanes.MaskStorage>(repeating: false)
    /// 1 if the velocity is right, 1 if it has slowly varying errors, and 1 if its scale also is suspected to be wrong.
    private(set) var isRight = Lanes()
    private(set) var isSlowlyWrong = Lanes()
    private(set) var isSuspected = Lanes()
    /// The variance of the velocity in addition to its jitter, in m^2/s^2.
    private(set) var velocityVariance = Lanes()
    /// 1 for the hypothesis that assumes a start that settles while a track starts.
    private(set) var startsUnsettled = Lanes()
    /// 1 for the hypotheses of each kind of error. Inline, because a reference would be counted wherever lanes are read.
    private(set) var kinds = InlineArray<4, Lanes>(repeating: Lanes())
    /// The maximum scale of the stated accuracy: by the white error, and by the wandering error per permitted stated
    /// accuracy.
    private var (largestByWhite, largestByWander) = (Lanes(repeating: 1), Lanes(repeating: 1))
    /// The logarithm of the prior odds; an arbitrarily negative number for an empty lane.
    private(set) var logPrior = Lanes(repeating: -.greatestFiniteMagnitude)
    /// The prior probabilities of the four modes.
    private(set) var frequencies = LaneModes(repeating: SIMD4(repeating: 0.25))

    /// The variance, in m^2/s^2, of a velocity that carries no information.
    private static let uselessVariance = 25.0
    /// The maximum white error, in stated accuracies, and the least errors by which the scale is bounded.
    private static let (mostWhite, leastBound, leastWander) = (4.0, 0.25, 0.1)
    /// The minimum exponent of odds: single precision cannot use a lower one.
    private static let leastExponent = -18.0
    /// The minimum time constant of a wandering error, in seconds, that can absorb a drift of the velocity.
    private static let driftMemory = 30.0

    fileprivate init(_ hypotheses: ArraySlice<ReceiverHypothesis>) {
        for (lane, hypothesis) in hypotheses.enumerated() {
            isUsed[lane] = 1
            least[lane] = 0
            white[lane] = hypothesis.white
            wander[lane] = hypothesis.wander
            memory[lane] = hypothesis.memory
            forgetting[lane] = 1 / hypothesis.memory
            largestByWhite[lane] = Self.mostWhite / max(hypothesis.white, Self.leastBound)
            largestByWander[lane] = 1 / max(hypothesis.wander, Self.leastWander)
            wanders[lane] = hypothesis.wander > 0 ? 1 : 0
            holdsDrift[lane] = hypothesis.memory > Self.driftMemory
            isRight[lane] = hypothesis.velocity == .right ? 1 : 0
            isSuspected[lane] = hypothesis.velocity == .suspected ? 1 : 0
            isSlowlyWrong[lane] = hypothesis.velocity == .slowlyWrong ? 1 : isSuspected[lane]
            velocityVariance[lane] = hypothesis.velocity == .useless ? Self.uselessVariance : 0
            logPrior[lane] = hypothesis.logPrior
            startsUnsettled[lane] = hypothesis.startsUnsettled ? 1 : 0
            for (kind, name) in FixAssessment.Hypothesis.ofReceivers.enumerated() where name == hypothesis.kind {
                kinds[kind][lane] = 1
            }
            frequencies.set(SIMD4<Float>(hypothesis.agility.frequencies), lane: lane)
        }
    }

    /// Returns the white and the wandering variance in m^2, for a squared scale and the stated variances.
    @inline(__always)
    func noise(scale: Lanes, stated: Double, level: Double) -> (white: Lanes, wander: Lanes) {
        ((scale * stated * white * white).atLeast(Lanes(repeating: Self.leastWhite)), scale * level * wander * wander)
    }

    /// The minimum white variance, in m^2.
    private static let leastWhite = 0.0025

    /// Returns the maximum squared scale of the stated accuracy, for the maximum wandering error in stated accuracies.
    @inline(__always)
    func largestScale(wanderLimit: Double) -> Lanes {
        let least = largestByWhite.atMost(wanderLimit * largestByWander)
        return least * least
    }

    /// Returns the fraction of the stated variance that each hypothesis certainly does not explain, at its squared
    /// scale.
    @inline(__always)
    func unseen(scale: Lanes) -> Lanes {
        (1 - Self.scaleCertainty * scale * (white * white + wander * wander)).atLeast(Lanes())
    }

    /// The factor from a learned squared scale to its upper 2-sigma bound: a mean of exponentially distributed values
    /// with the gain g has the relative variance g / 2.
    private static let scaleCertainty = 1 + 2 * (FixStep.leastScaleGain / 2).squareRoot()

    /// Returns the largest value over all hypotheses, ignoring empty lanes.
    @inline(__always)
    func largest(_ values: Lanes) -> Double { (values + least).largest }

    /// Returns the smallest value over all hypotheses, ignoring empty lanes.
    @inline(__always)
    func least(_ values: Lanes) -> Double { (values - least).least }

    /// 1 for a hypothesis that trusts the velocity.
    @inline(__always) var trustsVelocity: Lanes { isRight + isSlowlyWrong }

    /// Returns the odds of each hypothesis relative to the best one, limited to a minimum.
    @inline(__always)
    func odds(_ evidence: Lanes, best: Double, least: Double) -> Lanes {
        let offset = (evidence - best).atLeast(Lanes(repeating: Self.leastExponent))
        return isUsed * Lanes.exponential(offset).atLeast(Lanes(repeating: least))
    }
}

/// The constants of all hypotheses, four at a time.
enum BankTable {
    /// The power densities of the white acceleration, in m^2/s^3: at rest or steady, strolling, driving, manoeuvring.
    static let modeDensities = SIMD4(0.002, 0.05, 0.5, 5)

    static let lanes: [HypothesisLanes] = {
        let (all, width) = (ReceiverHypothesis.all, Lanes.scalarCount)
        return stride(from: 0, to: all.count, by: width).map { HypothesisLanes(all[$0..<min($0 + width, all.count)]) }
    }()
}
