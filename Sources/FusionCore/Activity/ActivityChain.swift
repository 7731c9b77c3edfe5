import Glibc

/// How activities follow each other: a hidden Markov chain (Rabiner 1989) over ``ActivityState``.
///
/// A vehicle that stands is a state of its own, left slowly towards standing for good: so a red light stays
/// automotive. Cycling and automotive do not follow each other without a moment on foot or at rest (Zheng et al. 2010).
struct ActivityChain: Sendable, Hashable {
    /// Probability of each next state, by present state.
    private(set) var transitions: [SIMD8<Double>]
    /// Probability of each state at the start.
    let start = SIMD8<Double>(0.35, 0.25, 0.04, 0.11, 0.15, 0.02, 0.05, 0.03)

    /// Makes the chain for steps of so many seconds.
    init(step: Double, parameters: ActivityClassifier.Parameters) {
        let p = parameters
        // Mean seconds until each change.
        let rates: [(ActivityState, ActivityState, Double)] = [
            (.stationary, .walking, p.restTime), (.stationary, .running, 4 * p.restTime),
            (.stationary, .cycling, 4 * p.restTime), (.stationary, .automotive, 3 * p.restTime),
            (.walking, .stationary, p.walkTime), (.walking, .running, 3 * p.walkTime),
            (.walking, .cycling, 5 * p.walkTime), (.walking, .automotive, 6 * p.walkTime),
            (.walking, .automotiveStopped, 6 * p.walkTime), (.running, .walking, p.walkTime),
            (.running, .stationary, 2 * p.walkTime), (.cycling, .cyclingStopped, p.rideTime),
            (.cycling, .walking, 6 * p.rideTime), (.cycling, .stationary, 10 * p.rideTime),
            (.cyclingStopped, .cycling, p.lightTime), (.cyclingStopped, .stationary, p.parkTime),
            (.cyclingStopped, .walking, p.parkTime / 2), (.automotive, .automotiveStopped, p.rideTime),
            (.automotive, .automotiveCrawling, p.rideTime), (.automotive, .walking, 10 * p.rideTime),
            (.automotive, .stationary, 20 * p.rideTime), (.automotiveStopped, .automotive, p.lightTime),
            (.automotiveStopped, .automotiveCrawling, 2 * p.lightTime),
            (.automotiveStopped, .stationary, 1.5 * p.parkTime),
            (.automotiveStopped, .walking, 2 * p.parkTime), (.automotiveCrawling, .automotive, 1.5 * p.lightTime),
            (.automotiveCrawling, .automotiveStopped, 2 * p.lightTime), (.automotiveCrawling, .walking, 4 * p.parkTime),
            (.automotiveCrawling, .stationary, 4 * p.parkTime), (.cycling, .automotive, p.swapTime),
            (.automotive, .cycling, p.swapTime), (.cyclingStopped, .automotive, p.swapTime),
            (.automotiveStopped, .cycling, p.swapTime), (.automotiveCrawling, .cycling, p.swapTime),
        ]
        transitions = Array(repeating: SIMD8(repeating: 0), count: 8)
        for (from, to, seconds) in rates {
            transitions[from.rawValue][to.rawValue] = min(0.5, step / max(seconds, step))
        }
        for index in 0..<8 {
            let leaving = transitions[index].sum()
            if leaving > 0.9 { transitions[index] *= 0.9 / leaving }
            transitions[index][index] = 1 - transitions[index].sum()
        }
    }

    /// Returns the probabilities one step later, before anything is seen.
    func predict(_ probabilities: SIMD8<Double>) -> SIMD8<Double> {
        var result = SIMD8<Double>(repeating: 0)
        for index in 0..<8 { result += transitions[index] * probabilities[index] }
        return result
    }

    /// Returns probabilities weighed by what was seen.
    func update(_ prior: SIMD8<Double>, logLikelihoods: SIMD8<Double>) -> SIMD8<Double> {
        var best = -Double.infinity
        for index in 0..<8 { best = max(best, logLikelihoods[index]) }
        var result = SIMD8<Double>(repeating: 0)
        for index in 0..<8 { result[index] = prior[index] * exp(logLikelihoods[index] - best) }
        let sum = result.sum()
        return sum > 0 ? result / sum : prior
    }

    /// Returns the likeliest sequence of states (Viterbi 1967) and, for each step, the probability of each state given
    /// everything before and after (forward-backward). O(steps).
    func smooth(_ logLikelihoods: [SIMD8<Double>]) -> (path: [ActivityState], probabilities: [SIMD8<Double>]) {
        guard !logLikelihoods.isEmpty else { return ([], []) }
        return (viterbi(logLikelihoods), forwardBackward(logLikelihoods))
    }

    private func viterbi(_ logLikelihoods: [SIMD8<Double>]) -> [ActivityState] {
        var logs = transitions
        for from in 0..<8 { for to in 0..<8 { logs[from][to] = Self.log0(transitions[from][to]) } }
        var scores = SIMD8<Double>(repeating: 0)
        for index in 0..<8 { scores[index] = Self.log0(start[index]) + logLikelihoods[0][index] }
        var origins: [SIMD8<UInt8>] = []
        origins.reserveCapacity(logLikelihoods.count)
        for seen in logLikelihoods.dropFirst() {
            var next = SIMD8<Double>(repeating: -.infinity)
            var origin = SIMD8<UInt8>(repeating: 0)
            for from in 0..<8 {
                for to in 0..<8 where scores[from] + logs[from][to] > next[to] {
                    next[to] = scores[from] + logs[from][to]
                    origin[to] = UInt8(from)
                }
            }
            scores = next + seen
            origins.append(origin)
        }
        var state = (0..<8).max { scores[$0] < scores[$1] } ?? 0
        var path = [state]
        for origin in origins.reversed() {
            state = Int(origin[state])
            path.append(state)
        }
        return path.reversed().map { ActivityState(rawValue: $0) ?? .stationary }
    }

    private func forwardBackward(_ logLikelihoods: [SIMD8<Double>]) -> [SIMD8<Double>] {
        var forward: [SIMD8<Double>] = []
        forward.reserveCapacity(logLikelihoods.count)
        var state = start
        for (index, seen) in logLikelihoods.enumerated() {
            state = update(index == 0 ? state : predict(state), logLikelihoods: seen)
            forward.append(state)
        }
        var backward = SIMD8<Double>(repeating: 1)
        for index in stride(from: forward.count - 1, through: 0, by: -1) {
            let joint = forward[index] * backward
            forward[index] = joint / max(joint.sum(), 1e-300)
            let weighed = update(backward, logLikelihoods: logLikelihoods[index])
            var earlier = SIMD8<Double>(repeating: 0)
            for from in 0..<8 { earlier[from] = (transitions[from] * weighed).sum() }
            backward = earlier / max(earlier.sum(), 1e-300)
        }
        return forward
    }

    private static func log0(_ value: Double) -> Double { value > 0 ? log(value) : -1e9 }
}
