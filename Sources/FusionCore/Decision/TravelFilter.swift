/// The probabilities of rest and of each texture of each mode, given the evidence so far (forward algorithm, Rabiner
/// 1989).
struct TravelFilter: Sendable, Hashable {
    typealias Eight = FastPower.Eight

    /// The probabilities of a halt and of a stay.
    typealias Rests = SIMD2<Float>

    let evidence: TravelEvidence
    /// The probabilities of the textures: by kind, then by groups of eight.
    private(set) var textures: [Eight]
    /// The probabilities of rest.
    private(set) var rests = Rests(repeating: 0)
    /// The probabilities of the states; zero before the first interval.
    private(set) var states = Eight(repeating: 0)
    private var isStarted = false

    /// Creates a filter before the first interval.
    init(_ evidence: TravelEvidence) {
        self.evidence = evidence
        textures = Array(repeating: Eight(repeating: 0), count: evidence.kinds.count * evidence.width)
    }

    /// Processes the evidence of the next interval. O(textures).
    /// - Parameters:
    ///   - seen: The evidence.
    ///   - likelihoods: The likelihoods of textures, by block of ``TravelEvidence``.
    ///   - first: The index of the first likelihood of the interval.
    mutating func update(_ seen: IntervalEvidence, _ likelihoods: [Eight], from first: Int) {
        let place = TravelModel.State.rest.rawValue
        let staying = isStarted ? 1 - seen.leaving : Eight(repeating: 0)
        var ending = states * seen.leaving
        ending[place] = (rests * seen.leavingRest).sum()
        let entering = isStarted ? entered(from: ending) : evidence.start
        let fresh = entering + states * staying * seen.redrawing
        let kept = staying * (1 - seen.redrawing)
        let width = evidence.width
        var sums = Eight(repeating: 0)
        for (number, kind) in evidence.kinds.enumerated() {
            var sum = Eight(repeating: 0)
            let likelihood = seen.likelihood(of: kind)
            for index in 0..<width {
                let state = number * width + index
                let prior = fresh[kind.mode] * evidence.priors[state] + kept[kind.mode] * textures[state]
                let posterior = likelihood * prior * likelihoods[first + kind.block * width + index]
                textures[state] = posterior
                sum += posterior
            }
            sums[kind.mode] += sum.sum()
        }
        let resting = isStarted ? 1 - seen.leavingRest : Rests(repeating: 0)
        rests = (resting * rests + entering[place] * evidence.restShares) * seen.rest
        sums[place] = rests.sum()
        let scale = 1 / max(sums.sum(), Float.leastNormalMagnitude)
        for state in textures.indices { textures[state] *= scale }
        rests *= scale
        states = sums * scale
        isStarted = true
    }

    /// Returns the probability of each state after the given states end.
    private func entered(from ending: Eight) -> Eight {
        var entered = Eight(repeating: 0)
        for (from, shares) in evidence.follows.enumerated() { entered += ending[from] * shares }
        return entered
    }
}
