import Glibc
import SensorModel

/// Computes the probability of each state in each interval, given the whole recording (forward-backward, Rabiner 1989).
///
/// The hidden state is rest, or a mode with a texture. A mode lasts, on average, as long as a move in one mode; within
/// it, the texture changes occasionally. The results are probabilities of modes, summed over textures.
struct TravelDecoder {
    typealias Eight = FastPower.Eight

    private let model: TravelModel
    private let evidence: TravelEvidence
    /// The number of groups of eight textures per kind.
    private let width: Int
    private let states: Int

    private static let rest = TravelModel.State.rest.rawValue
    /// The number of intervals per block, and of adjacent intervals that are also used; evidence from hours ago has no
    /// influence.
    private static let block = 16_384
    private static let overlap = 1_024

    /// Creates a decoder.
    /// - Parameters:
    ///   - model: The model.
    ///   - hasGrades: Whether any interval has a gradient.
    ///   - hasCadence: Whether any interval has a change of the cadence.
    init(model: TravelModel, hasGrades: Bool = false, hasCadence: Bool = false) {
        self.model = model
        evidence = TravelEvidence(model: model, hasGrades: hasGrades, hasCadence: hasCadence)
        width = evidence.width
        states = evidence.kinds.count * width
    }

    /// Returns the probability of each ``TravelModel/State`` in each interval of an uninterrupted run. O(intervals x
    /// textures).
    func probabilities(of intervals: ArraySlice<TravelInterval>) -> [Eight] {
        var result: [Eight] = []
        result.reserveCapacity(intervals.count)
        var first = intervals.startIndex
        while first < intervals.endIndex {
            let last = min(intervals.endIndex, first + Self.block)
            let from = max(intervals.startIndex, first - Self.overlap)
            let until = min(intervals.endIndex, last + Self.overlap)
            let part = smoothed(intervals[from..<until])
            result += part[(first - from)..<(last - from)]
            first = last
        }
        return result
    }

    /// The evidence of a run of intervals.
    private struct Seen {
        /// The likelihoods of the textures, by interval, then by block of ``TravelEvidence``.
        var textures: [Eight] = []
        /// The likelihoods of the states from all other evidence, by interval.
        var others: [Eight] = []
        /// The likelihoods of the paces of the cadence, by interval.
        var paces: [CadencePace.Likelihoods] = []
        /// The probability that each state ends, by interval.
        var leaving: [Eight] = []
        /// The probability that a texture changes, by interval.
        var redrawing: [Float] = []
    }

    private func seen(in intervals: ArraySlice<TravelInterval>) -> Seen {
        var seen = Seen()
        seen.textures.reserveCapacity(intervals.count * width * evidence.blocks)
        seen.others.reserveCapacity(intervals.count)
        seen.paces.reserveCapacity(intervals.count)
        seen.leaving.reserveCapacity(intervals.count)
        seen.redrawing.reserveCapacity(intervals.count)
        for interval in intervals {
            let rest = evidence.append(interval, to: &seen.textures)
            var other = CadenceEvidence.likelihoods(of: interval)
            other[Self.rest] *= rest
            if let grade = interval.grade { other[TravelModel.State.train.rawValue] *= Float(grade.railLikelihood) }
            seen.others.append(other)
            seen.paces.append(CadencePace.likelihoods(of: interval))
            let seconds = Float(interval.duration)
            var leaving = Eight(repeating: 1 - exp(-seconds / model.way))
            leaving[Self.rest] = 1 - exp(-seconds / model.rest)
            seen.leaving.append(leaving)
            seen.redrawing.append(1 - exp(-seconds / model.texture))
        }
        return seen
    }

    private func smoothed(_ intervals: ArraySlice<TravelInterval>) -> [Eight] {
        let seen = seen(in: intervals)
        let forward = filtered(seen)
        return back(seen, forward)
    }

    /// Returns the forward probabilities of the states, from the evidence up to each interval: modes with their
    /// textures, and rest.
    private func filtered(_ seen: Seen) -> (states: [Eight], rests: [Float]) {
        var forward = [Eight](repeating: Eight(repeating: 0), count: seen.others.count * states)
        var rests = [Float](repeating: 0, count: seen.others.count)
        var totals = Eight(repeating: 0)
        for place in seen.others.indices {
            let isFirst = place == 0
            let staying = isFirst ? Eight(repeating: 0) : 1 - seen.leaving[place]
            let entering = isFirst ? begun : followed(totals * seen.leaving[place])
            let fresh = entering + totals * staying * seen.redrawing[place]
            let kept = staying * (1 - seen.redrawing[place])
            let here = place * states
            var sums = Eight(repeating: 0)
            for (number, kind) in evidence.kinds.enumerated() {
                var sum = Eight(repeating: 0)
                let textures = (place * evidence.blocks + kind.block) * width
                let other = seen.others[place][kind.mode] * seen.paces[place][kind.pace.rawValue]
                for index in 0..<width {
                    let state = number * width + index
                    var prior = fresh[kind.mode] * kind.priors[index]
                    if !isFirst { prior += kept[kind.mode] * forward[here - states + state] }
                    let posterior = other * prior * seen.textures[textures + index]
                    forward[here + state] = posterior
                    sum += posterior
                }
                sums[kind.mode] += sum.sum()
            }
            let before = isFirst ? 0 : staying[Self.rest] * rests[place - 1]
            sums[Self.rest] = (before + entering[Self.rest]) * seen.others[place][Self.rest]
            let scale = 1 / max(sums.sum(), Float.leastNormalMagnitude)
            for state in here..<(here + states) { forward[state] *= scale }
            rests[place] = sums[Self.rest] * scale
            totals = sums * scale
        }
        return (forward, rests)
    }

    /// The probability of each state at the start.
    private var begun: Eight {
        var begun = Eight(repeating: 0)
        for (state, share) in model.start.enumerated() { begun[state] = share }
        return begun
    }

    /// Returns the probability of each state after the given states end.
    private func followed(_ ending: Eight) -> Eight {
        var entering = Eight(repeating: 0)
        for (from, shares) in model.follows.enumerated() {
            for (to, share) in shares.enumerated() { entering[to] += ending[from] * share }
        }
        return entering
    }

    /// Returns the likelihood of the later evidence for each state that ends.
    private func ahead(_ entered: Eight) -> Eight {
        var ahead = Eight(repeating: 0)
        for (from, shares) in model.follows.enumerated() {
            for (to, share) in shares.enumerated() { ahead[from] += share * entered[to] }
        }
        return ahead
    }

    /// Returns the state probabilities after the backward pass, which weights the forward ones by later evidence.
    private func back(_ seen: Seen, _ forward: (states: [Eight], rests: [Float])) -> [Eight] {
        var result = [Eight](repeating: Eight(repeating: 0), count: seen.others.count)
        var backward = [Eight](repeating: Eight(repeating: 1), count: states)
        var rest: Float = 1
        for place in seen.others.indices.reversed() {
            var probabilities = Eight(repeating: 0)
            var entered = Eight(repeating: 0)
            for (number, kind) in evidence.kinds.enumerated() {
                var joint = Eight(repeating: 0)
                var sum = Eight(repeating: 0)
                let textures = (place * evidence.blocks + kind.block) * width
                let other = seen.others[place][kind.mode] * seen.paces[place][kind.pace.rawValue]
                for index in 0..<width {
                    let state = number * width + index
                    joint += forward.states[place * states + state] * backward[state]
                    backward[state] *= other * seen.textures[textures + index]
                    sum += kind.priors[index] * backward[state]
                }
                probabilities[kind.mode] += joint.sum()
                entered[kind.mode] += sum.sum()
            }
            probabilities[Self.rest] = forward.rests[place] * rest
            rest *= seen.others[place][Self.rest]
            entered[Self.rest] = rest
            result[place] = probabilities / max(probabilities.sum(), Float.leastNormalMagnitude)
            let leaving = seen.leaving[place]
            let redrawing = seen.redrawing[place]
            let others = leaving * ahead(entered)
            let fresh = (1 - leaving) * redrawing * entered + others
            var largest = Eight(repeating: Float.leastNormalMagnitude)
            for (number, kind) in evidence.kinds.enumerated() {
                let kept = (1 - leaving[kind.mode]) * (1 - redrawing)
                for state in (number * width)..<((number + 1) * width) {
                    backward[state] = kept * backward[state] + fresh[kind.mode]
                    largest = pointwiseMax(largest, backward[state])
                }
            }
            rest = (1 - leaving[Self.rest]) * rest + others[Self.rest]
            let scale = 1 / max(largest.max(), rest)
            for state in 0..<states { backward[state] *= scale }
            rest *= scale
        }
        return result
    }
}
