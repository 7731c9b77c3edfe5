import FusionCore

/// The errors of sessions with the parameters that were tried. Each pair of a session and parameters is run only once.
///
/// The searches that leave out a session start from the same parameters as the search over all, and try many of the
/// same ones.
struct FitTrials {
    private struct Session {
        var engine: TuningEngine
        let line: ReferenceLine
        var known: [Parameters: Swift.Result<ReferenceFit.Figures, ReferenceError>] = [:]
    }

    /// The number of runs.
    private(set) var runs = 0
    private var sessions: [Session]

    init(_ pairs: [ReferenceFit.Pair]) {
        sessions = pairs.map { Session(engine: $0.engine, line: $0.line) }
    }

    /// Returns the errors of a session with some parameters; `nil` if it was cancelled.
    mutating func figures(
        of index: Int, with parameters: Parameters, isCancelled: () -> Bool, report: (_ runs: Int) -> Void
    ) -> Swift.Result<ReferenceFit.Figures, ReferenceError>? {
        if let known = sessions[index].known[parameters] { return known }
        guard let run = sessions[index].engine.run(parameters, isCancelled: isCancelled) else { return nil }
        let line = sessions[index].line
        let result = Swift.Result { () throws(ReferenceError) in
            ReferenceFit.Figures(try ReferenceComparison(run, with: line))
        }
        sessions[index].known[parameters] = result
        runs += 1
        report(runs)
        return result
    }
}
