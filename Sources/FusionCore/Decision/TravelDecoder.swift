import Glibc
import SensorModel

/// Decides how likely each way of moving is at each interval, given all of a recording (forward-backward, Rabiner 1989).
///
/// The hidden state is rest, or a mode with a texture. A mode lasts, on average, as long as its duration says; within it
/// the texture changes now and then. The texture is integrated out: what is returned is of modes.
struct TravelDecoder {
    typealias Eight = FastPower.Eight

    private let model: TravelModel
    private let evidence: TravelEvidence
    /// The place of a mode's octets.
    private let octetsOfMode: [Range<Int>]

    private static let rest = TravelModel.State.rest.rawValue
    /// Intervals that are decided together, and those of its neighbours that are looked at besides: what came hours ago
    /// says nothing.
    private static let block = 16_384
    private static let overlap = 256

    init(model: TravelModel) {
        self.model = model
        evidence = TravelEvidence(model: model)
        let octets = evidence.octets
        octetsOfMode = model.modes.indices.map { mode in
            let first = octets.firstIndex { $0.mode == mode } ?? 0
            return first..<(octets.lastIndex { $0.mode == mode }.map { $0 + 1 } ?? first)
        }
    }

    /// Returns the probability of each of ``TravelModel/State`` at each interval of an uninterrupted run.
    /// O(intervals x textures).
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

    /// Probabilities per interval that something ends, and that the texture changes, by state.
    private struct Changes {
        var leaving = Eight(repeating: 0)
        var redrawing = Eight(repeating: 0)
    }

    private func changes(within seconds: Float) -> Changes {
        var changes = Changes()
        for (state, duration) in model.durations.enumerated() {
            changes.leaving[state] = 1 - exp(-seconds / duration)
        }
        for (mode, values) in model.modes.enumerated() { changes.redrawing[mode] = 1 - exp(-seconds / values.texture) }
        return changes
    }

    private func smoothed(_ intervals: ArraySlice<TravelInterval>) -> [Eight] {
        let width = evidence.octets.count
        var likelihoods = [Eight](repeating: Eight(repeating: 0), count: intervals.count * width)
        var forward = likelihoods
        var rests = [Float](repeating: 0, count: intervals.count)
        var restForward = rests
        var changes: [Changes] = []
        changes.reserveCapacity(intervals.count)
        for (place, interval) in intervals.enumerated() {
            let word = evidence.word(interval)
            for index in 0..<width {
                likelihoods[place * width + index] = evidence.likelihoods(of: word, evidence.octets[index])
            }
            rests[place] = word.rest * word.cadence[Self.rest]
            changes.append(self.changes(within: Float(interval.duration)))
        }
        run(likelihoods, rests, changes, &forward, &restForward)
        return back(likelihoods, rests, changes, forward, restForward)
    }

    /// The forward filter: how likely each state is by what came until then.
    private func run(
        _ likelihoods: [Eight], _ rests: [Float], _ changes: [Changes], _ forward: inout [Eight],
        _ restForward: inout [Float]
    ) {
        let width = evidence.octets.count
        var totals = Eight(repeating: 0)
        for place in rests.indices {
            var entering = Eight(repeating: 0)
            if place == 0 {
                for state in model.start.indices { entering[state] = model.start[state] }
            } else {
                let leaving = totals * changes[place].leaving
                for from in model.follows.indices {
                    for to in model.follows.indices { entering[to] += leaving[from] * model.follows[from][to] }
                }
            }
            let staying = place == 0 ? Eight(repeating: 0) : 1 - changes[place].leaving
            let redrawn = entering + totals * staying * changes[place].redrawing
            let kept = staying * (1 - changes[place].redrawing)
            var sums = Eight(repeating: 0)
            for (mode, octets) in octetsOfMode.enumerated() {
                var sum = Eight(repeating: 0)
                for index in octets {
                    let before = place == 0 ? Eight(repeating: 0) : forward[(place - 1) * width + index]
                    let prior = kept[mode] * before + redrawn[mode] * evidence.octets[index].prior
                    let posterior = prior * likelihoods[place * width + index]
                    forward[place * width + index] = posterior
                    sum += posterior
                }
                sums[mode] = sum.sum()
            }
            let restBefore = place == 0 ? 0 : restForward[place - 1]
            let rest = (staying[Self.rest] * restBefore + entering[Self.rest]) * rests[place]
            sums[Self.rest] = rest
            let scale = 1 / max(sums.sum(), Float.leastNormalMagnitude)
            for index in 0..<width { forward[place * width + index] *= scale }
            restForward[place] = rest * scale
            totals = sums * scale
        }
    }

    /// The backward pass, which weighs what the filter says by what came after.
    private func back(
        _ likelihoods: [Eight], _ rests: [Float], _ changes: [Changes], _ forward: [Eight], _ restForward: [Float]
    ) -> [Eight] {
        let width = evidence.octets.count
        var result = [Eight](repeating: Eight(repeating: 0), count: rests.count)
        var backward = [Eight](repeating: Eight(repeating: 1), count: width)
        var restBackward: Float = 1
        for place in rests.indices.reversed() {
            var told = Eight(repeating: 0)
            var entered = Eight(repeating: 0)
            for (mode, octets) in octetsOfMode.enumerated() {
                var joint = Eight(repeating: 0)
                var ahead = Eight(repeating: 0)
                for index in octets {
                    joint += forward[place * width + index] * backward[index]
                    backward[index] *= likelihoods[place * width + index]
                    ahead += evidence.octets[index].prior * backward[index]
                }
                told[mode] = joint.sum()
                entered[mode] = ahead.sum()
            }
            told[Self.rest] = restForward[place] * restBackward
            restBackward *= rests[place]
            entered[Self.rest] = restBackward
            result[place] = told / max(told.sum(), Float.leastNormalMagnitude)
            let leaving = changes[place].leaving
            let redrawing = changes[place].redrawing
            var largest: Float = Float.leastNormalMagnitude
            for (mode, octets) in octetsOfMode.enumerated() {
                var other: Float = 0
                for to in model.follows.indices { other += model.follows[mode][to] * entered[to] }
                let stays = 1 - leaving[mode]
                let fresh = stays * redrawing[mode] * entered[mode] + leaving[mode] * other
                for index in octets {
                    backward[index] = stays * (1 - redrawing[mode]) * backward[index] + fresh
                    largest = max(largest, backward[index].max())
                }
            }
            var other: Float = 0
            for to in model.follows.indices { other += model.follows[Self.rest][to] * entered[to] }
            restBackward = (1 - leaving[Self.rest]) * restBackward + leaving[Self.rest] * other
            let scale = 1 / max(largest, restBackward)
            for index in 0..<width { backward[index] *= scale }
            restBackward *= scale
        }
        return result
    }
}
