public import FusionCore
import SensorModel

/// A search for parameters that foretell hidden fixes better, for a session without a true track.
///
/// Blocks of fixes are hidden from the filter, and the fix that ends each block is scored by the filter's own prediction: its
/// negative log-likelihood. Blocks are 1 to 30 s long, since a short one shows noise and a long one what the velocity is worth.
/// Blocks are compared one by one, so that what all parameters foresee badly does not count. Other parameters are taken only if
/// the gain is clearly beyond its own chance; otherwise, the defaults fit the receiver. Source: M. Stone, "Cross-validatory
/// choice and assessment of statistical predictions", J. R. Stat. Soc. B 36 (1974).
public struct HiddenBlocks: Sendable {
    /// The conclusion of a search.
    public enum Verdict: String, Sendable, Hashable, CaseIterable, Codable {
        /// Other parameters fit the receiver better.
        case fits
        /// No other parameters are clearly better.
        case keepDefaults
    }

    /// The result of a search.
    public struct Result: Sendable, Hashable {
        /// The mean negative log-likelihood of the fixes after the blocks with the parameters of the start, and with the best.
        public let (before, after): (Double, Double)
        /// The number of parameters that were tried.
        public let evaluations: Int
        /// The best parameters; those of the start unless others are clearly better.
        public let parameters: Parameters
        /// The conclusion.
        public let verdict: Verdict
    }

    private let recording: Recording
    /// The time of the first fix.
    private let start: Instant

    /// The durations of the blocks, and the time from one block to the next as a multiple of it, plus ``spacing``, in seconds.
    private static let (durations, period, spacing) = ([1.0, 3, 10, 30], 2.0, 15.0)
    /// The factors that are tried for each parameter.
    private static let factors = [2.0, 0.5]
    /// The minimum gain, in its own standard errors, since several parameters are tried, and in nats for each fix, since a smaller
    /// one does not show in the track.
    private static let (surest, least) = (3.0, 0.02)

    /// Creates a search; `nil` for a recording without fixes.
    public init?(_ recording: Recording) {
        let first = recording.events.first { if case .fix = $0.payload { true } else { false } }
        guard let first else { return nil }
        (self.recording, start) = (recording, first.time)
    }

    /// Searches from some parameters. Tens of runs, so never on a thread that draws.
    /// - Parameters:
    ///   - parameters: The parameters to start with.
    ///   - names: The parameters to vary; numbers only.
    ///   - isCancelled: Called before each run; the search ends with the best so far if it returns true.
    /// - Returns: The result; `nil` if no block is followed by an accepted fix.
    public func search(
        from parameters: Parameters, varying names: [String], isCancelled: () -> Bool = { false }
    ) -> Result? {
        let before = scores(parameters)
        guard before.contains(where: { !$0.isEmpty }) else { return nil }
        var (best, scores, evaluations, isBetter) = (parameters, before, 1, true)
        while isBetter {
            isBetter = false
            for name in names {
                for factor in Self.factors {
                    guard case .number(let value)? = best.value(of: name), value > 0, !isCancelled() else { continue }
                    var tried = best
                    guard (try? tried.set(name, to: .number(value * factor))) != nil else { continue }
                    evaluations += 1
                    let new = self.scores(tried)
                    guard Self.isClear(from: scores, to: new) else { continue }
                    (best, scores, isBetter) = (tried, new, true)
                }
            }
        }
        return Result(
            before: Self.mean(before), after: Self.mean(scores), evaluations: evaluations, parameters: best,
            verdict: best == parameters ? .keepDefaults : .fits)
    }

    /// Returns the scores of the fixes after blocks by block, for each duration of blocks.
    private func scores(_ parameters: Parameters) -> [[Int: Double]] {
        Self.durations.map { duration in
            var core = FusionCore(parameters: parameters)
            var scores: [Int: Double] = [:]
            var hidden: Int?
            for event in recording.events {
                if case .fix = event.payload {
                    let cycle = (event.time - start) / (Self.period * duration + Self.spacing)
                    // The first cycle shows the receiver to the filter.
                    if cycle >= 1, (cycle - cycle.rounded(.down)) * (Self.period * duration + Self.spacing) < duration {
                        hidden = Int(cycle)
                        continue
                    }
                }
                core.consume(event) { _ in }
                if let block = hidden, case .fix = event.payload {
                    scores[block] = core.latest.verdict?.assessment?.negativeLogLikelihood
                    hidden = nil
                }
            }
            return scores
        }
    }

    /// Returns whether new scores are clearly lower than others, block by block.
    private static func isClear(from old: [[Int: Double]], to new: [[Int: Double]]) -> Bool {
        var (gain, variance, kinds) = (0.0, 0.0, 0.0)
        for (old, new) in zip(old, new) {
            let gains = old.keys.sorted().compactMap { block in
                new[block].flatMap { now in old[block].map { $0 - now } }
            }
            guard gains.count > 1 else { continue }
            let mean = gains.reduce(0, +) / Double(gains.count)
            let squares = gains.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            gain += mean
            variance += squares / Double(gains.count * (gains.count - 1))
            kinds += 1
        }
        return kinds > 0 && gain / kinds > max(least, surest * variance.squareRoot() / kinds)
    }

    private static func mean(_ scores: [[Int: Double]]) -> Double {
        let means = scores.filter { !$0.isEmpty }.map { scores in
            scores.keys.sorted().reduce(0) { $0 + (scores[$1] ?? 0) } / Double(scores.count)
        }
        return means.reduce(0, +) / Double(max(1, means.count))
    }
}
