import Glibc

/// Computes the probability of each state in each interval, given the whole recording (forward-backward, Rabiner 1989).
///
/// The hidden state is rest, or a mode with a texture. A mode lasts, on average, as long as a move in one mode; within
/// it, the texture changes occasionally. The results are probabilities of modes, summed over textures.
struct TravelDecoder {
    typealias Eight = FastPower.Eight

    private let evidence: TravelEvidence
    /// The number of groups of eight textures.
    private let states: Int

    /// The maximum number of groups of textures that are kept at a time: 32 MB.
    private static let memory = 1_048_576
    /// The maximum number of intervals per block, and of adjacent intervals that are also used; evidence from 40 minutes ago
    /// or more has no influence.
    private static let longestBlock = 16_384
    private static let overlap = 1_024
    /// The range of the largest backward likelihood. Outside it, all are scaled, so that they stay finite.
    private static let range: ClosedRange<Float> = 1e-9...1e9

    /// Creates a decoder with the kinds of evidence that the recording has.
    init(_ evidence: TravelEvidence) {
        self.evidence = evidence
        states = evidence.kinds.count * evidence.width
    }

    /// Returns the probability of each ``TravelModel/State`` in each interval of an uninterrupted run. O(intervals x
    /// textures).
    func probabilities(of intervals: ArraySlice<TravelInterval>) -> [Eight] {
        var result: [Eight] = []
        result.reserveCapacity(intervals.count)
        let block = max(Self.overlap, min(Self.longestBlock, Self.memory / states - 2 * Self.overlap))
        var first = intervals.startIndex
        while first < intervals.endIndex {
            let last = min(intervals.endIndex, first + block)
            let from = max(intervals.startIndex, first - Self.overlap)
            let until = min(intervals.endIndex, last + Self.overlap)
            let part = smoothed(intervals[from..<until])
            result += part[(first - from)..<(last - from)]
            first = last
        }
        return result
    }

    private func smoothed(_ intervals: ArraySlice<TravelInterval>) -> [Eight] {
        var seen: [IntervalEvidence] = []
        var likelihoods: [Eight] = []
        seen.reserveCapacity(intervals.count)
        likelihoods.reserveCapacity(intervals.count * evidence.width * evidence.blocks)
        for interval in intervals { seen.append(IntervalEvidence(of: interval, evidence, textures: &likelihoods)) }
        var filter = TravelFilter(evidence)
        var (forward, parts) = ([Eight](), [Eight]())
        forward.reserveCapacity(intervals.count * states)
        parts.reserveCapacity(intervals.count)
        for (place, interval) in seen.enumerated() {
            filter.update(interval, likelihoods, from: place * evidence.blocks * evidence.width)
            forward += filter.textures
            parts.append(filter.parts)
        }
        return back(seen, likelihoods, forward, parts)
    }

    /// Returns the state probabilities after the backward pass, which weights the forward ones by later evidence.
    private func back(
        _ seen: [IntervalEvidence], _ likelihoods: [Eight], _ forward: [Eight], _ parts: [Eight]
    ) -> [Eight] {
        let width = evidence.width
        var result = [Eight](repeating: Eight(repeating: 0), count: seen.count)
        var backward = [Eight](repeating: Eight(repeating: 1), count: states)
        var rests = Eight(repeating: 1)
        for place in seen.indices.reversed() {
            var probabilities = Eight(repeating: 0)
            var entered = Eight(repeating: 0)
            for (number, kind) in evidence.kinds.enumerated() {
                var joint = Eight(repeating: 0)
                var sum = Eight(repeating: 0)
                let textures = (place * evidence.blocks + kind.block) * width
                let likelihood = seen[place].likelihood(of: kind)
                for index in 0..<width {
                    let state = number * width + index
                    joint += forward[place * states + state] * backward[state]
                    backward[state] *= likelihood * likelihoods[textures + index]
                    sum += evidence.priors[state] * backward[state]
                }
                probabilities[kind.mode] += joint.sum()
                entered[kind.mode] += sum.sum()
            }
            for rest in [TravelEvidence.halt, TravelEvidence.stay] {
                probabilities[rest] = parts[place][rest] * rests[rest]
                rests[rest] *= seen[place].rest
                entered[rest] = rests[rest]
            }
            result[place] = TravelFilter.states(probabilities / max(probabilities.sum(), .leastNormalMagnitude))
            let (staying, redrawing) = (seen[place].staying, seen[place].redrawing)
            let others = evidence.transitions.ahead(entered, duration: seen[place].duration)
            let fresh = staying * redrawing * entered + others
            var largest = Eight(repeating: Float.leastNormalMagnitude)
            for (number, kind) in evidence.kinds.enumerated() {
                let kept = staying[kind.mode] * (1 - redrawing)
                for state in (number * width)..<((number + 1) * width) {
                    backward[state] = kept * backward[state] + fresh[kind.mode]
                    largest = FastPower.larger(largest, backward[state])
                }
            }
            rests = staying * rests + others
            let peak = max(largest.max(), max(rests[TravelEvidence.halt], rests[TravelEvidence.stay]))
            guard !Self.range.contains(peak) else { continue }
            for state in 0..<states { backward[state] /= peak }
            rests /= peak
        }
        return result
    }
}
