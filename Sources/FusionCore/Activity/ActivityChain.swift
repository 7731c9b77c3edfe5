import Glibc

/// The sequence of activities, as a hidden Markov chain (Rabiner 1989) over ``ActivityState``.
///
/// A temporary stop of a vehicle is a separate state that only slowly changes to a rest, so a red light remains
/// automotive. Direct changes between cycling and automotive are rare (Zheng et al. 2010).
struct ActivityChain: Sendable, Hashable {
    /// The probability of each next state, by the current state.
    private(set) var transitions: [SIMD8<Double>]
    /// The probability of each state at the start.
    let start: SIMD8<Double>

    init(step: Double, parameters: ActivityClassifier.Parameters) {
        let c = parameters.changes
        let shares = SIMD8<Double>(
            c.startRest, c.startWalk, c.startRun, c.startCycling, c.startVehicle, c.startStandingBicycle,
            c.startStandingVehicle, c.startCrawl)
        start = shares / shares.sum()
        transitions = Array(repeating: SIMD8(repeating: 0), count: 8)
        for (from, to, seconds) in Self.times(parameters) {
            transitions[from.rawValue][to.rawValue] = min(c.fastestChange, step / max(seconds, step))
        }
        for index in 0..<8 {
            let leaving = transitions[index].sum()
            if leaving > c.fastestChanges { transitions[index] *= c.fastestChanges / leaving }
            transitions[index][index] = 1 - transitions[index].sum()
        }
    }

    /// Returns the mean time until each change of state, in seconds.
    private static func times(
        _ parameters: ActivityClassifier.Parameters
    ) -> [(ActivityState, ActivityState, Double)] {
        let p = parameters
        let c = parameters.changes
        return [
            (.stationary, .walking, p.restTime), (.stationary, .running, c.restToRun * p.restTime),
            (.stationary, .cycling, c.restToCycling * p.restTime),
            (.stationary, .automotive, c.restToVehicle * p.restTime),
            (.walking, .stationary, p.walkTime), (.walking, .running, c.walkToRun * p.walkTime),
            (.walking, .cycling, c.walkToCycling * p.walkTime), (.walking, .automotive, c.walkToVehicle * p.walkTime),
            (.walking, .automotiveStopped, c.walkToVehicle * p.walkTime),
            (.running, .walking, p.walkTime), (.running, .stationary, c.runToRest * p.walkTime),
            (.cycling, .cyclingStopped, p.rideTime), (.cycling, .walking, c.cyclingToWalk * p.rideTime),
            (.cycling, .stationary, c.cyclingToRest * p.rideTime),
            (.cyclingStopped, .cycling, p.lightTime), (.cyclingStopped, .stationary, p.parkTime),
            (.cyclingStopped, .walking, c.bicycleToWalk * p.parkTime),
            (.automotive, .automotiveStopped, p.rideTime), (.automotive, .automotiveCrawling, p.rideTime),
            (.automotive, .walking, c.vehicleToWalk * p.rideTime),
            (.automotive, .stationary, c.vehicleToRest * p.rideTime),
            (.automotiveStopped, .automotive, p.lightTime),
            (.automotiveStopped, .automotiveCrawling, c.stopToCrawl * p.lightTime),
            (.automotiveStopped, .stationary, c.stopToRest * p.parkTime),
            (.automotiveStopped, .walking, c.stopToWalk * p.parkTime),
            (.automotiveCrawling, .automotive, c.crawlToRide * p.lightTime),
            (.automotiveCrawling, .automotiveStopped, c.crawlToStop * p.lightTime),
            (.automotiveCrawling, .walking, c.crawlToWalk * p.parkTime),
            (.automotiveCrawling, .stationary, c.crawlToRest * p.parkTime),
            (.cycling, .automotive, p.swapTime), (.automotive, .cycling, p.swapTime),
            (.cyclingStopped, .automotive, p.swapTime), (.automotiveStopped, .cycling, p.swapTime),
            (.automotiveCrawling, .cycling, p.swapTime),
        ]
    }

    /// Returns the probabilities one step later, before the evidence of that step.
    func predict(_ probabilities: SIMD8<Double>) -> SIMD8<Double> {
        var result = SIMD8<Double>(repeating: 0)
        for index in 0..<8 { result += transitions[index] * probabilities[index] }
        return result
    }

    /// Returns probabilities updated with the evidence.
    func update(_ prior: SIMD8<Double>, logLikelihoods: SIMD8<Double>) -> SIMD8<Double> {
        var best = -Double.infinity
        for index in 0..<8 { best = max(best, logLikelihoods[index]) }
        var result = SIMD8<Double>(repeating: 0)
        for index in 0..<8 { result[index] = prior[index] * exp(logLikelihoods[index] - best) }
        let sum = result.sum()
        return sum > 0 ? result / sum : prior
    }

    /// Returns the most likely sequence of states (Viterbi 1967) and, for each step, the probability of each state
    /// given all evidence before and after it (forward-backward). O(steps).
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
