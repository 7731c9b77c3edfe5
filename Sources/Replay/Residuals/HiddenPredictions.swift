public import FusionCore
import Geometry

/// How well the fixes after hidden blocks were predicted with some parameters.
public struct HiddenPredictions: Sendable {
    /// The conclusion of a comparison with other parameters.
    public enum Verdict: String, Sendable, Hashable, CaseIterable, Codable {
        /// These parameters predict the fixes clearly better.
        case better
        /// These parameters predict the fixes clearly worse.
        case worse
        /// The fixes do not show a difference.
        case undecided
    }

    /// The fix after a block.
    struct Prediction: Sendable {
        /// Its negative log-likelihood.
        var score: Double
        /// Its distance from the prediction, in metres.
        var miss: Double

        init?(_ assessment: FixAssessment?) {
            guard let score = assessment?.negativeLogLikelihood, let off = assessment?.innovation else { return nil }
            (self.score, miss) = (score, off.length)
        }
    }

    /// The parameters.
    public let parameters: Parameters
    /// The median distance of a fix from its prediction, in metres, after blocks of ``missDuration``; `nil` with too few of them.
    public let miss: Double?
    /// The fixes by block, for each duration of blocks.
    let blocks: [[Int: Prediction]]

    /// The duration of the blocks of ``miss``, in seconds.
    public static let missDuration = 10.0
    /// The minimum number of blocks for a median.
    private static let least = 8
    /// The minimum gain, in its own standard errors, since several parameters are tried, and in nats for each fix, since a smaller
    /// one does not show in the track.
    private static let (surest, leastGain) = (3.0, 0.02)
    /// The maximum gain of a block, in nats: a single surprise must not decide.
    private static let mostGain = 1.0
    /// The minimum share of the blocks that both parameters accept: another choice of fixes is no better prediction.
    private static let leastCommon = 0.5

    init(_ parameters: Parameters, _ blocks: [[Int: Prediction]], durations: [Double]) {
        (self.parameters, self.blocks) = (parameters, blocks)
        let misses = durations.firstIndex(of: Self.missDuration).map { blocks[$0].values.map(\.miss) } ?? []
        miss = misses.count < Self.least ? nil : quantiles([0.5], of: misses)[0]
    }

    /// The mean negative log-likelihood of the fixes, each duration with the same weight; not a number without any.
    var score: Double {
        let means = blocks.filter { !$0.isEmpty }.map { block in
            block.keys.sorted().reduce(0) { $0 + (block[$1]?.score ?? 0) } / Double(block.count)
        }
        return means.reduce(0, +) / Double(means.count)
    }

    /// Returns the conclusion of a comparison with other parameters, block by block. O(blocks).
    public func verdict(from other: HiddenPredictions) -> Verdict {
        var (gain, variance, kinds) = (0.0, 0.0, 0.0)
        for (old, new) in zip(other.blocks, blocks) {
            let gains = old.keys.sorted().compactMap { block in
                new[block].flatMap { now in
                    old[block].map { max(-Self.mostGain, min(Self.mostGain, $0.score - now.score)) }
                }
            }
            guard gains.count > 1, Double(gains.count) >= Self.leastCommon * Double(old.count) else { continue }
            let mean = gains.reduce(0, +) / Double(gains.count)
            let squares = gains.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            gain += mean
            variance += squares / Double(gains.count * (gains.count - 1))
            kinds += 1
        }
        guard kinds > 0, abs(gain) / kinds > max(Self.leastGain, Self.surest * variance.squareRoot() / kinds) else {
            return .undecided
        }
        return gain > 0 ? .better : .worse
    }
}
