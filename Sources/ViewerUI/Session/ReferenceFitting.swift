import FusionCore
import Replay

/// A search for parameters that bring the session's track closer to its reference, in the background.
@MainActor
final class ReferenceFitting {
    /// The state of the search.
    enum State: Sendable {
        /// None was started, or its result was applied or discarded.
        case idle
        /// It runs; `nil` before the first run.
        case running(ReferenceFit.Progress?)
        /// It has a result, which the user applies or discards.
        case done(ReferenceFit.Result)
    }

    /// The state.
    private(set) var state = State.idle {
        didSet { onChange() }
    }
    /// Called on every change.
    var onChange: () -> Void = {}
    /// Called with a sentence if the search failed.
    var onFailed: (String) -> Void = { _ in }
    private var work: Task<Void, Never>?

    /// Starts a search with the parameters of a session; it ends one that runs.
    func start(_ session: LoadedSession, to line: ReferenceLine) {
        work?.cancel()
        state = .running(nil)
        let fit = ReferenceFit(session.engine, to: line, from: session.parameters)
        let (steps, report) = AsyncStream.makeStream(
            of: ReferenceFit.Progress.self, bufferingPolicy: .bufferingNewest(1))
        work = Task { [weak self] in
            async let found = Self.run(fit, report)
            for await progress in steps where !Task.isCancelled { self?.state = .running(progress) }
            let result = await found
            guard let self, !Task.isCancelled else { return }
            switch result {
            case .success(let result?): state = .done(result)
            case .success(nil): state = .idle
            case .failure(let error):
                state = .idle
                onFailed("\(error)")
            }
        }
    }

    nonisolated private static func run(
        _ fit: ReferenceFit, _ report: AsyncStream<ReferenceFit.Progress>.Continuation
    ) async -> Result<ReferenceFit.Result?, any Error> {
        await ReplayController.cancellable {
            defer { report.finish() }
            return Result { try fit.run(isCancelled: { Task.isCancelled }, note: { report.yield($0) }) }
        }
    }

    /// Ends the search, and forgets its result.
    func discard() {
        work?.cancel()
        work = nil
        if case .idle = state { return }
        state = .idle
    }
}
