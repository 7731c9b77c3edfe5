/// Four hypotheses as columns, one value a lane.
struct HypothesisLanes: Sendable {
    /// 1 for a hypothesis, 0 for an empty lane.
    private(set) var isUsed = Lanes()
    /// 0 for a hypothesis, without bounds for an empty lane.
    private var least = Lanes(repeating: -.greatestFiniteMagnitude)
    private(set) var white = Lanes(repeating: 1)
    private(set) var wander = Lanes()
    private(set) var memory = Lanes(repeating: 1)
    /// One over the seconds in which the wandering error is forgotten.
    private(set) var forgetting = Lanes(repeating: 1)
    /// 1 if the error wanders.
    private(set) var wanders = Lanes()
    /// True if the error wanders so slowly that it can take a drift of the velocity for its own.
    private(set) var holdsDrift = SIMDMask<Lanes.MaskStorage>(repeating: false)
    /// 1 if the velocity is right, and if it errs slowly.
    private(set) var isRight = Lanes()
    private(set) var isSlowlyWrong = Lanes()
    /// The variance that the velocity has beside its jitter, in m^2/s^2.
    private(set) var velocityVariance = Lanes()
    /// The largest scale of the stated accuracy by the white error, and by the wandering one for each stated accuracy that it
    /// may reach.
    private var (largestByWhite, largestByWander) = (Lanes(repeating: 1), Lanes(repeating: 1))
    /// The logarithm of the prior odds; without bounds against an empty lane.
    private(set) var logPrior = Lanes(repeating: -.greatestFiniteMagnitude)
    /// Prior probabilities of the four modes.
    private(set) var frequencies = LaneModes(repeating: SIMD4(repeating: 0.25))

    /// The variance in m^2/s^2 of a velocity that says nothing.
    private static let uselessVariance = 25.0
    /// The stated accuracies that a white error may reach.
    private static let mostWhite = 4.0
    /// The seconds in which a wander is forgotten beyond which it can hold a drift of the velocity.
    private static let driftMemory = 30.0

    fileprivate init(_ hypotheses: ArraySlice<ReceiverHypothesis>) {
        for (lane, hypothesis) in hypotheses.enumerated() {
            isUsed[lane] = 1
            least[lane] = 0
            white[lane] = hypothesis.white
            wander[lane] = hypothesis.wander
            memory[lane] = hypothesis.memory
            forgetting[lane] = 1 / hypothesis.memory
            largestByWhite[lane] = Self.mostWhite / max(hypothesis.white, 0.25)
            largestByWander[lane] = 1 / max(hypothesis.wander, 0.1)
            wanders[lane] = hypothesis.wander > 0 ? 1 : 0
            holdsDrift[lane] = hypothesis.memory > Self.driftMemory
            isRight[lane] = hypothesis.velocity == .right ? 1 : 0
            isSlowlyWrong[lane] = hypothesis.velocity == .slowlyWrong ? 1 : 0
            velocityVariance[lane] = hypothesis.velocity == .useless ? Self.uselessVariance : 0
            logPrior[lane] = hypothesis.logPrior
            frequencies.set(SIMD4<Float>(hypothesis.agility.frequencies), lane: lane)
        }
    }

    /// The white and the wandering variance in m^2, at a squared scale and stated variances.
    @inline(__always)
    func noise(scale: Lanes, stated: Double, level: Double) -> (white: Lanes, wander: Lanes) {
        ((scale * stated * white * white).atLeast(Lanes(repeating: Self.leastWhite)), scale * level * wander * wander)
    }

    /// The least white variance in m^2.
    private static let leastWhite = 0.0025

    /// The largest squared scale of the stated accuracy, if a wander may reach so many stated accuracies.
    @inline(__always)
    func largestScale(wanderLimit: Double) -> Lanes {
        let least = largestByWhite.atMost(wanderLimit * largestByWander)
        return least * least
    }

    /// The share of the stated variance that each hypothesis does not see, at its squared scale.
    @inline(__always)
    func unseen(scale: Lanes) -> Lanes { (1 - scale * (white * white + wander * wander)).atLeast(Lanes()) }

    /// Returns the largest value of a hypothesis.
    @inline(__always)
    func largest(_ values: Lanes) -> Double { (values + least).largest }

    /// Returns the least value of a hypothesis.
    @inline(__always)
    func least(_ values: Lanes) -> Double { (values - least).least }

    /// 1 for a hypothesis that believes the velocity.
    @inline(__always) var trustsVelocity: Lanes { isRight + isSlowlyWrong }

    /// The odds of each hypothesis against the best one, and no less than some.
    @inline(__always)
    func odds(_ evidence: Lanes, best: Double, least: Double) -> Lanes {
        let offset = (evidence - best).atLeast(Lanes(repeating: -18))
        return isUsed * Lanes.exponential(offset).atLeast(Lanes(repeating: least))
    }
}

/// All hypotheses, four at a time.
enum BankTable {
    /// Power densities of the white acceleration in m^2/s^3: at rest or steady, strolling, driving, manoeuvring.
    static let modeDensities = SIMD4(0.002, 0.05, 0.5, 5)

    static let lanes: [HypothesisLanes] = {
        let (all, width) = (ReceiverHypothesis.all, Lanes.scalarCount)
        return stride(from: 0, to: all.count, by: width).map { HypothesisLanes(all[$0..<min($0 + width, all.count)]) }
    }()
}
