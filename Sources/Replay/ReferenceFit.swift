public import FusionCore

/// A search for parameters that bring a session's track closer to a reference.
///
/// It minimizes the error that ``ReferenceComparison`` measures, with the lag between the two clocks found again for
/// each run, by the search of `odographctl tune`.
public struct ReferenceFit: Sendable {
    /// The state of a search.
    public struct Progress: Sendable, Hashable {
        /// The number of runs so far.
        public var runs: Int
        /// The smallest root mean square error so far, in metres.
        public var rootMeanSquare: Double
    }

    /// The result of a search.
    public struct Result: Sendable, Hashable {
        /// The root mean square error with the parameters at the start, in metres.
        public let before: Double
        /// The root mean square error with ``parameters``, in metres.
        public let after: Double
        /// The parameters at the start.
        public let start: Parameters
        /// The best parameters; those of the start if none are better.
        public let parameters: Parameters
        /// The names of the parameters that differ from those of the start, in the order of the search.
        public let changed: [String]
        /// The number of runs.
        public let runs: Int
    }

    private let engine: TuningEngine
    private let line: ReferenceLine
    private let start: Parameters
    private let names: [String]

    /// Creates a search.
    /// - Parameters:
    ///   - engine: Runs the session; the search uses a copy.
    ///   - line: The reference.
    ///   - start: The parameters to start with.
    ///   - names: The parameters to vary; numbers only.
    public init(
        _ engine: TuningEngine, to line: ReferenceLine, from start: Parameters,
        varying names: [String] = ParameterSearch.usualNames
    ) {
        (self.engine, self.line, self.start, self.names) = (engine, line, start, names)
    }

    /// Searches. Tens of runs of the session, so never on a thread that draws.
    /// - Parameters:
    ///   - isCancelled: Called every few thousand events; the search ends if it returns true.
    ///   - note: Called after each run.
    /// - Returns: The result; `nil` if the search was cancelled.
    /// - Throws: ``ReferenceError`` if the track of the start cannot be compared with the reference.
    public func run(
        isCancelled: () -> Bool = { false }, note: (Progress) -> Void = { _ in }
    ) throws(ReferenceError) -> Result? {
        var engine = engine
        guard let first = engine.run(start, isCancelled: isCancelled) else { return nil }
        let before = try ReferenceComparison(first, with: line).rootMeanSquare
        var progress = Progress(runs: 1, rootMeanSquare: before)
        note(progress)
        var search = ParameterSearch(names: names, start: start, cost: before)
        search.run(
            { parameters in
                guard let run = engine.run(parameters, isCancelled: isCancelled),
                    let comparison = try? ReferenceComparison(run, with: line)
                else { return .infinity }
                progress.runs += 1
                progress.rootMeanSquare = min(progress.rootMeanSquare, comparison.rootMeanSquare)
                note(progress)
                return comparison.rootMeanSquare
            }, isCancelled: isCancelled)
        guard !isCancelled() else { return nil }
        let best = search.best
        return Result(
            before: before, after: search.cost, start: start, parameters: best,
            changed: names.filter { best.value(of: $0) != start.value(of: $0) }, runs: search.evaluations)
    }
}
