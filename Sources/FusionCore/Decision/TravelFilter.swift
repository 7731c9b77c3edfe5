/// The probabilities of rest and of each texture of each mode, given the evidence so far (forward algorithm, Rabiner
/// 1989).
struct TravelFilter: Sendable, Hashable {
    typealias Eight = FastPower.Eight

    private(set) var evidence: TravelEvidence
    /// The probabilities of the textures: by kind, then by groups of eight.
    private(set) var textures: [Eight]
    /// The probabilities of the modes, of a halt, and of a stay; zero before the first interval.
    private(set) var parts = Eight(repeating: 0)
    private var isStarted = false

    /// Creates a filter before the first interval.
    init(_ evidence: TravelEvidence) {
        self.evidence = evidence
        textures = Array(repeating: Eight(repeating: 0), count: evidence.kinds.count * evidence.width)
    }

    /// Returns the filter with other priors of the same textures.
    func adopting(_ evidence: TravelEvidence) -> TravelFilter {
        var filter = self
        filter.evidence = evidence
        return filter
    }

    /// The probabilities of the states.
    var states: Eight { Self.states(parts) }

    /// Returns the probabilities of the states, of those with a halt and a stay apart.
    static func states(_ parts: Eight) -> Eight {
        var states = parts
        states[TravelEvidence.halt] += states[TravelEvidence.stay]
        states[TravelEvidence.stay] = 0
        return states
    }

    /// Processes the evidence of the next interval. O(textures).
    /// - Parameters:
    ///   - seen: The evidence.
    ///   - likelihoods: The likelihoods of textures, by block of ``TravelEvidence``.
    ///   - first: The index of the first likelihood of the interval.
    mutating func update(_ seen: IntervalEvidence, _ likelihoods: [Eight], from first: Int) {
        let staying = isStarted ? seen.staying : Eight(repeating: 0)
        let entering =
            isStarted ? evidence.transitions.entered(from: parts, duration: seen.duration) : evidence.start
        let fresh = entering + parts * staying * seen.redrawing
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
        for rest in [TravelEvidence.halt, TravelEvidence.stay] {
            sums[rest] = (staying[rest] * parts[rest] + entering[rest]) * seen.rest
        }
        let scale = 1 / max(sums.sum(), Float.leastNormalMagnitude)
        for state in textures.indices { textures[state] *= scale }
        parts = sums * scale
        isStarted = true
    }
}
