/// The hypotheses as columns, one value a lane.
struct BankTable: Sendable {
    /// Power densities of the white acceleration in m^2/s^3: at rest or steady, strolling, driving, manoeuvring.
    static let modeDensities = SIMD4(0.002, 0.05, 0.5, 5)
    /// The variance in m^2/s^2 of a velocity that says nothing.
    private static let uselessVariance = 25.0
    /// The stated accuracies that a white error may reach.
    private static let mostWhite = 4.0

    /// The seconds in which a wander is forgotten beyond which it can hold a drift of the velocity.
    private static let driftMemory = 30.0

    static let standard = BankTable(ReceiverHypothesis.all)

    /// 1 for a hypothesis, 0 for an empty lane.
    private(set) var isUsed = Lanes()
    private(set) var white = Lanes(repeating: 1)
    private(set) var wander = Lanes()
    private(set) var memory = Lanes(repeating: 1)
    /// 1 if the error wanders.
    private(set) var wanders = Lanes()
    /// True if the error wanders so slowly that it can take a drift of the velocity for its own.
    private(set) var holdsDrift = SIMDMask<Lanes.MaskStorage>(repeating: false)
    /// 1 if the velocity is right, and if it errs slowly.
    private(set) var isRight = Lanes()
    private(set) var isSlowlyWrong = Lanes()
    /// The variance that the velocity has beside its jitter, in m^2/s^2.
    private(set) var velocityVariance = Lanes()
    private(set) var logPrior = Lanes()
    /// Prior probabilities of the four modes.
    private(set) var frequencies = LaneModes(repeating: SIMD4(repeating: 0.25))

    private init(_ hypotheses: [ReceiverHypothesis]) {
        for (lane, hypothesis) in hypotheses.prefix(Lanes.scalarCount).enumerated() {
            isUsed[lane] = 1
            white[lane] = hypothesis.white
            wander[lane] = hypothesis.wander
            memory[lane] = hypothesis.memory
            wanders[lane] = hypothesis.wander > 0 ? 1 : 0
            holdsDrift[lane] = hypothesis.memory > Self.driftMemory
            isRight[lane] = hypothesis.velocity == .right ? 1 : 0
            isSlowlyWrong[lane] = hypothesis.velocity == .slowlyWrong ? 1 : 0
            velocityVariance[lane] = hypothesis.velocity == .useless ? Self.uselessVariance : 0
            logPrior[lane] = hypothesis.logPrior
            frequencies.set(hypothesis.agility.frequencies, lane: lane)
        }
    }

    /// The posterior probability that the receiver's velocity can be believed, at some weights.
    @inline(__always)
    func velocityTrust(_ weights: Lanes) -> Double { (weights * (isRight + isSlowlyWrong)).sum() }

    /// The share of the stated variance that the hypotheses do not see, at some weights and squared scales.
    @inline(__always)
    func unseenShare(_ weights: Lanes, scale: Lanes) -> Double {
        let seen = scale * (white * white + wander * wander)
        return (weights * (1 - seen).replacing(with: 0, where: seen .> 1)).sum()
    }

    /// The largest squared scale of the stated accuracy in each lane, if a wander may reach so many stated accuracies.
    @inline(__always)
    func largestScale(wanderLimit: Double) -> Lanes {
        let byWhite = Self.mostWhite / white.replacing(with: 0.25, where: white .< 0.25)
        let byWander = wanderLimit / wander.replacing(with: 0.1, where: wander .< 0.1)
        let least = byWhite.replacing(with: byWander, where: byWander .< byWhite)
        return least * least
    }
}

/// One value for each of the four modes of motion, in each lane.
struct LaneModes: Sendable, Hashable {
    var first: Lanes
    var second: Lanes
    var third: Lanes
    var fourth: Lanes

    init(repeating values: SIMD4<Double>) {
        first = Lanes(repeating: values.x)
        second = Lanes(repeating: values.y)
        third = Lanes(repeating: values.z)
        fourth = Lanes(repeating: values.w)
    }

    @inline(__always)
    init(_ first: Lanes, _ second: Lanes, _ third: Lanes, _ fourth: Lanes) {
        (self.first, self.second, self.third, self.fourth) = (first, second, third, fourth)
    }

    mutating func set(_ values: SIMD4<Double>, lane: Int) {
        (first[lane], second[lane], third[lane], fourth[lane]) = (values.x, values.y, values.z, values.w)
    }

    /// The sum over the modes.
    @inline(__always) var total: Lanes { first + second + third + fourth }

    /// The mean of one number for each mode, weighted by these values.
    @inline(__always)
    func mean(_ values: SIMD4<Double>) -> Lanes {
        first * values.x + second * values.y + third * values.z + fourth * values.w
    }

    @inline(__always)
    func map(_ transform: (Lanes) -> Lanes) -> LaneModes {
        LaneModes(transform(first), transform(second), transform(third), transform(fourth))
    }

    /// Returns both joined mode by mode; the mode's number is given.
    @inline(__always)
    func joined(_ other: LaneModes, _ transform: (Lanes, Lanes, Int) -> Lanes) -> LaneModes {
        LaneModes(
            transform(first, other.first, 0), transform(second, other.second, 1), transform(third, other.third, 2),
            transform(fourth, other.fourth, 3))
    }
}
