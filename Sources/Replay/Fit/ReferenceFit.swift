public import FusionCore

/// A search for parameters that bring the tracks of one or several sessions closer to their references.
///
/// The cost is the mean over the sessions of the squared RMS error that ``ReferenceComparison`` measures, divided by its
/// square at the start, with the lag between the two clocks found again for each run. Each session therefore counts for
/// its relative gain: one in a street canyon, with errors ten times as large, does not decide for all. The square makes
/// a session that becomes twice as bad count for more than one that becomes half as bad. The search is that of
/// `odographctl tune`.
///
/// With several sessions, the search is repeated without each of them, from the same start. Only the error of the
/// session that was left out is unbiased, because that search has not used it. The same sessions and parameters give
/// the same result, bit for bit.
public struct ReferenceFit: Sendable {
    /// A session and its reference.
    public struct Pair: Sendable {
        let engine: TuningEngine
        let line: ReferenceLine

        /// Creates a pair.
        /// - Parameters:
        ///   - engine: Runs the session; the search uses a copy, which keeps its results while the search lasts.
        ///   - line: The reference.
        public init(_ engine: TuningEngine, to line: ReferenceLine) { (self.engine, self.line) = (engine, line) }

        /// Creates a pair whose recording is run only for the search: it keeps one run and no copies of the core.
        public init(_ recording: Recording, to line: ReferenceLine) {
            self.init(
                TuningEngine(recording, spacing: Checkpoints.Spacing(maximumCount: 2), keepsOneRun: true), to: line)
        }
    }

    /// The state of a search.
    public struct Progress: Sendable, Hashable {
        /// The number of runs of a session so far.
        public var runs: Int
        /// The share of the work that is done, 0 ... 1, which never decreases. It is an estimate, because a search ends
        /// when it finds nothing better.
        public var share: Double
        /// The number of the current search, from 1: the search over all sessions, followed by those without one of
        /// them.
        public var search: Int
        /// The number of searches in total: one, and one more for each session if there are several.
        public var searches: Int
        /// The smallest root mean square error so far in metres; `nil` for several sessions.
        public var rootMeanSquare: Double?
    }

    /// The minimum error, in metres, by which other errors are divided: that of a good reference.
    static let smallestError = 0.01

    private let pairs: [Pair]
    private let start: Parameters
    private let names: [String]

    /// Creates a search.
    /// - Parameters:
    ///   - pairs: The sessions with their references; at least one.
    ///   - start: The parameters to start with, for all sessions.
    ///   - names: The parameters to vary; numbers only.
    public init(
        _ pairs: [Pair], from start: Parameters, varying names: [String] = ParameterSearch.usualNames
    ) {
        (self.pairs, self.start, self.names) = (pairs, start, names)
    }

    /// Searches. Tens of runs of each session, so never on a thread that draws.
    /// - Parameters:
    ///   - isCancelled: Called every few thousand events; the search ends if it returns true.
    ///   - report: Called after each run, and before each search.
    /// - Returns: The result; `nil` if the search was cancelled, or if there is no session.
    /// - Throws: ``ReferenceFitError`` if a track of the start cannot be compared with its reference.
    public func run(
        isCancelled: () -> Bool = { false }, report: (Progress) -> Void = { _ in }
    ) throws(ReferenceFitError) -> Result? {
        var state = State(pairs, isSingle: pairs.count == 1)
        var before: [Figures] = []
        for index in pairs.indices {
            switch state.figures(of: index, with: start, isCancelled, report) {
            case .success(let figures)?:
                before.append(figures)
                state.progress.rootMeanSquare = state.isSingle ? figures.rootMeanSquare : nil
            case .failure(let reason)?: throw ReferenceFitError(session: index, reason: reason)
            case nil: return nil
            }
        }
        let all = Array(pairs.indices)
        guard !all.isEmpty, let best = search(all, &state, before, isCancelled, report) else { return nil }
        var sessions: [SessionResult] = []
        for index in all {
            guard let fitted = state.figures(of: index, with: best, isCancelled, report) else { return nil }
            var leftOut: Figures?
            if !state.isSingle {
                let others = all.filter { $0 != index }
                guard let parameters = search(others, &state, before, isCancelled, report),
                    let figures = state.figures(of: index, with: parameters, isCancelled, report)
                else { return nil }
                leftOut = try? figures.get()
            }
            sessions.append(
                SessionResult(
                    before: before[index], fitted: (try? fitted.get()) ?? before[index], leftOut: leftOut))
        }
        return Result(
            sessions, start: start, parameters: best,
            changed: names.filter { best.value(of: $0) != start.value(of: $0) }, runs: state.progress.runs)
    }

    /// The trials of all searches, and their progress.
    private struct State {
        let isSingle: Bool
        var trials: FitTrials
        var progress: Progress

        init(_ pairs: [Pair], isSingle: Bool) {
            self.isSingle = isSingle
            trials = FitTrials(pairs)
            progress = Progress(
                runs: 0, share: 0, search: 1, searches: isSingle ? 1 : pairs.count + 1, rootMeanSquare: nil)
        }

        mutating func figures(
            of index: Int, with parameters: Parameters, _ isCancelled: () -> Bool, _ report: (Progress) -> Void
        ) -> Swift.Result<Figures, ReferenceError>? {
            var progress = progress
            let result = trials.figures(of: index, with: parameters, isCancelled: isCancelled) { runs in
                progress.runs = runs
            }
            guard progress.runs != self.progress.runs else { return result }
            if isSingle, case .success(let figures)? = result {
                progress.rootMeanSquare = min(progress.rootMeanSquare ?? .infinity, figures.rootMeanSquare)
            }
            self.progress = progress
            report(progress)
            return result
        }
    }

    /// Searches over some of the sessions; `nil` if it was cancelled.
    private func search(
        _ indices: [Int], _ state: inout State, _ before: [Figures], _ isCancelled: () -> Bool,
        _ report: (Progress) -> Void
    ) -> Parameters? {
        let startCost = indices.reduce(0) { $0 + SessionResult.cost(of: before[$1], before: before[$1]) }
        var search = ParameterSearch(names: names, start: start, cost: startCost / Double(indices.count))
        let done = Double(state.progress.search - 1)
        state.progress.share = done / Double(state.progress.searches)
        // A search may need no new run, because those before it have tried the same.
        report(state.progress)
        search.run(
            { parameters in
                var sum = 0.0
                for index in indices {
                    guard case .success(let figures)? = state.figures(of: index, with: parameters, isCancelled, report)
                    else { return .infinity }
                    sum += SessionResult.cost(of: figures, before: before[index])
                }
                return sum / Double(indices.count)
            }, isCancelled: isCancelled,
            advance: { state.progress.share = (done + $0) / Double(state.progress.searches) })
        guard !isCancelled() else { return nil }
        state.progress.search = min(state.progress.search + 1, state.progress.searches)
        return search.best
    }
}
