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
    /// The indices of the durations that one run can hold: of the shortest, every run has enough; of the longest, few have.
    private static let middle = [1, 2]
    /// The factors that are tried for each parameter.
    private static let factors = [2.0, 0.5]
    /// The number of events between two checks for cancellation.
    private static let breath = 4_096

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
        let runs = Self.durations.indices.map { [$0] }
        let before = predictions(parameters, inRuns: runs)
        guard before.blocks.contains(where: { !$0.isEmpty }) else { return nil }
        var (best, evaluations, isBetter) = (before, 1, true)
        while isBetter {
            isBetter = false
            for name in names {
                for factor in Self.factors {
                    guard case .number(let value)? = best.parameters.value(of: name), value > 0, !isCancelled() else {
                        continue
                    }
                    var tried = best.parameters
                    guard (try? tried.set(name, to: .number(value * factor))) != nil else { continue }
                    evaluations += 1
                    let new = predictions(tried, inRuns: runs)
                    guard new.verdict(from: best) == .better else { continue }
                    (best, isBetter) = (new, true)
                }
            }
        }
        return Result(
            before: before.score, after: best.score, evaluations: evaluations, parameters: best.parameters,
            verdict: best.parameters == parameters ? .keepDefaults : .fits)
    }

    /// Predicts the fixes after blocks of the middle durations, which take turns in one run without motion samples. Never on a
    /// thread that draws.
    /// - Parameters:
    ///   - parameters: The parameters of the run.
    ///   - isCancelled: Called every few thousand events; the run is cancelled if it returns true.
    /// - Returns: `nil` if the run was cancelled.
    public func predictions(_ parameters: Parameters, isCancelled: () -> Bool) -> HiddenPredictions? {
        let predictions = predictions(parameters, inRuns: [Self.middle], isWithoutSamples: true, isCancelled)
        return isCancelled() ? nil : predictions
    }

    /// - Parameters:
    ///   - runs: The indices of the durations that take turns, for each run.
    ///   - isWithoutSamples: Whether motion samples are left out: they take most of the time of a run.
    private func predictions(
        _ parameters: Parameters, inRuns runs: [[Int]], isWithoutSamples: Bool = false,
        _ isCancelled: () -> Bool = { false }
    ) -> HiddenPredictions {
        var blocks = [[Int: HiddenPredictions.Prediction]](repeating: [:], count: Self.durations.count)
        for kinds in runs {
            run(parameters, hiding: kinds, isWithoutSamples: isWithoutSamples, isCancelled) { kind, block, assessment in
                blocks[kind][block] = HiddenPredictions.Prediction(assessment)
            }
        }
        return HiddenPredictions(parameters, blocks, durations: Self.durations)
    }

    /// Runs the recording with hidden blocks, whose durations take turns, and passes on the fix after each.
    private func run(
        _ parameters: Parameters, hiding kinds: [Int], isWithoutSamples: Bool, _ isCancelled: () -> Bool,
        _ report: (_ kind: Int, _ block: Int, FixAssessment?) -> Void
    ) {
        var core = FusionCore(parameters: parameters)
        let periods = kinds.map { Self.period * Self.durations[$0] + Self.spacing }
        // The first block comes when the receiver has shown itself for the time from one to the next.
        var (block, begin, count) = (0, periods[0], 0)
        var hidden: Int?
        for event in recording.events {
            count += 1
            if count.isMultiple(of: Self.breath), isCancelled() { return }
            if isWithoutSamples, event.payload.sample != nil { continue }
            guard case .fix = event.payload else {
                core.consume(event) { _ in }
                continue
            }
            let time = event.time - start
            while time >= begin + periods[block % periods.count] {
                begin += periods[block % periods.count]
                block += 1
            }
            if time >= begin, time < begin + Self.durations[kinds[block % kinds.count]] {
                hidden = block
                continue
            }
            core.consume(event) { _ in }
            if let block = hidden {
                report(kinds[block % kinds.count], block, core.latest.verdict?.assessment)
                hidden = nil
            }
        }
    }
}
