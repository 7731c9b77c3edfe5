import Localization
package import Replay

/// A search for parameters that bring the session's track, and those of sessions added to it, closer to their
/// references, in the background.
@MainActor
package final class ReferenceFitting {
    /// The state of the search.
    package enum State: Sendable {
        /// No search was started, or its result was applied or discarded.
        case idle
        /// A session is being read, to be added; the value is its name.
        case adding(String)
        /// The search is running; `nil` before the first run.
        case running(ReferenceFit.Progress?)
        /// The search has a result, which the user applies or discards.
        case done(ReferenceFit.Result)
    }

    /// Another session that the parameters are fitted to.
    package struct Companion: Sendable {
        /// The name of the session's file.
        package let name: String
        /// The name of the reference's file.
        package let referenceName: String
        package let recording: Recording
        package let line: ReferenceLine
    }

    /// The state.
    package private(set) var state = State.idle {
        didSet { owner?.publish(.fitting) }
    }
    /// The other sessions, in the order in which they were added.
    package private(set) var companions: [Companion] = []
    /// Whether there is a result for several sessions, to be shown as a table.
    package var showsTable: Bool {
        if case .done = state { !companions.isEmpty } else { false }
    }
    /// The controller that shows the state.
    weak var owner: ReplayController?
    private var work: Task<Void, Never>?

    /// Starts a search with the parameters of a session. Ends a running one.
    package func start(_ session: LoadedSession, to line: ReferenceLine) {
        work?.cancel()
        state = .running(nil)
        let pairs =
            [ReferenceFit.Pair(session.engine, to: line)]
            + companions.map { ReferenceFit.Pair($0.recording, to: $0.line) }
        let fit = ReferenceFit(pairs, from: session.parameters)
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
                owner?.say(sentence(on: error))
            }
        }
    }

    private func sentence(on error: any Error) -> String {
        guard let error = error as? ReferenceFitError, companions.indices.contains(error.session - 1) else {
            return error.sentence
        }
        return "\(companions[error.session - 1].name): \(error.sentence)"
    }

    nonisolated private static func run(
        _ fit: ReferenceFit, _ report: AsyncStream<ReferenceFit.Progress>.Continuation
    ) async -> Result<ReferenceFit.Result?, any Error> {
        await ReplayController.cancellable {
            defer { report.finish() }
            return Result { try fit.run(isCancelled: { Task.isCancelled }, report: { report.yield($0) }) }
        }
    }

    /// Reads another session and its reference in the background, and adds them if they can be compared. Ends a running
    /// search, because its result would not include the session.
    /// - Parameters:
    ///   - name: The name of the session's file.
    ///   - referenceName: The name of the reference's file.
    ///   - session: Reads the session.
    ///   - reference: Reads the reference.
    package func add(
        _ name: String, against referenceName: String,
        session: @escaping @Sendable () async throws -> OpenedSession,
        reference: @escaping @Sendable () async throws -> OpenedSession
    ) {
        work?.cancel()
        state = .adding(name)
        work = Task { [weak self] in
            let read = await Task.detached {
                try await Self.read(name, referenceName, session: session, reference: reference)
            }.result
            guard let self, !Task.isCancelled else { return }
            switch read {
            case .success(let companion): companions.append(companion)
            case .failure(let error): owner?.say("\(name): \(error.sentence)")
            }
            state = .idle
        }
    }

    nonisolated private static func read(
        _ name: String, _ referenceName: String, session: @Sendable () async throws -> OpenedSession,
        reference: @Sendable () async throws -> OpenedSession
    ) async throws -> Companion {
        let opened = try await session()
        guard let line = ReferenceLine(try await reference().recording) else { throw ReferenceError.noLine }
        var engine = TuningEngine(opened.recording, keepsOneRun: true)
        guard let run = engine.run(opened.parameters, isCancelled: { Task.isCancelled }) else {
            throw CancellationError()
        }
        _ = try ReferenceComparison(run, with: line)
        return Companion(name: name, referenceName: referenceName, recording: opened.recording, line: line)
    }

    /// Removes an added session. Ends a running search, because its result would include the session.
    package func remove(at index: Int) {
        guard companions.indices.contains(index) else { return }
        work?.cancel()
        companions.remove(at: index)
        state = .idle
    }

    /// Ends the search and discards its result. The added sessions remain.
    package func discard() {
        work?.cancel()
        work = nil
        if case .idle = state { return }
        state = .idle
    }

    /// Ends the search and discards the added sessions.
    package func end() {
        companions = []
        discard()
    }
}
