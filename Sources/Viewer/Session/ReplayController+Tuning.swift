import FusionCore
import Localization
import Replay
package import SensorModel
package import ViewerModel

/// Runs of the current session with other parameters, and with two sets of them side by side.
extension ReplayController {
    /// Handles an action of the tuning panel, and runs the session with the resulting parameters in the background. A newer
    /// change cancels an older run.
    package func tune(_ action: TunePanel.Action) {
        guard self.session != nil else { return }
        var hasChanged = false
        change { hasChanged = $0.tune(action, at: .now) }
        if hasChanged { handleParameters() }
    }

    /// The name of the preset that is in force; empty for none.
    package var presetName: String { ParameterPreset.builtIn.first { $0.parameters == self.parameters }?.name ?? "" }

    /// Uses the parameters of a preset.
    package func apply(presetNamed name: String) {
        if let preset = ParameterPreset.builtIn.first(where: { $0.name == name }) { tune(.apply(preset.parameters)) }
    }

    /// Runs the session with the parameters of the active set, and keeps them for its file.
    func handleParameters() {
        run()
        if let source = self.session?.source {
            keeper.keep(self.parameters, of: source) { [weak self] in self?.say($0) }
        }
    }

    /// Searches in the background for parameters that bring the track closer to the truth.
    package func fitToReference() {
        guard let session = self.session, let line = tracks.line else { return }
        sensitivity.stop()
        tracks.fitting.start(session, to: line)
    }

    /// Runs the session with the parameters that the search has found. The user can undo this as one change.
    package func applyFit() {
        guard case .done(let result) = tracks.fitting.state else { return }
        tune(.apply(result.parameters))
    }

    /// Starts or stops comparing with the other set of parameters.
    package func setComparing(_ isComparing: Bool) {
        guard self.session != nil, self.sets.isComparing != isComparing else { return }
        change { $0.setComparing(isComparing) }
        run()
    }

    /// Activates the other set of parameters. Both runs already exist.
    package func swapSets() {
        guard self.session != nil, self.sets.isComparing else { return }
        let other = self.compared
        change { $0.swapSets() }
        if other != nil { lastTuned = .now }
        handleParameters()
    }

    /// Adds the user's corrections to the current session, and runs it again in the background.
    package func add(_ corrections: [SensorEvent]) {
        // The current run has the requested parameters without the corrections; the next run has both.
        correct { $0.added += corrections }
    }

    /// Removes corrections from the current session, and runs it again in the background.
    package func withdraw(_ corrections: [SensorEvent]) { correct { $0.withdraw(corrections) } }

    /// Changes the user's corrections, and runs the session again.
    func correct(_ body: (inout CorrectionEdit) -> Void) {
        guard self.session != nil else { return }
        change { state in
            state.edit { body(&$0.corrections) }
            // A correction that is undone before a run contains it needs no run.
            state.running = state.corrections.isEmpty ? nil : localized("Correcting…")
        }
        run()
    }

    /// Updates both runs to the parameters, starting with that of the active set.
    private func run() {
        guard let session = self.session else { return }
        tuning?.cancel()
        sensitivity.stop()
        // Its result applies to the previous parameters and corrections.
        tracks.fitting.discard()
        let wanted = (shown: self.sets.parameters, beside: self.sets.compared)
        let corrections = self.corrections
        tuning = Task { [weak self] in
            let run =
                corrections.isEmpty
                ? await self?.run(session, with: wanted.shown)
                : await self?.correct { try session.corrected(by: corrections, with: wanted.shown) }
            guard let shown = run, !Task.isCancelled else { return }
            guard let beside = wanted.beside else { return }
            await self?.compare(shown, with: beside)
        }
    }

    private func run(_ session: LoadedSession, with parameters: Parameters) async -> LoadedSession? {
        if session.parameters == parameters {
            if self.isExcerpt { finish(session) } else { trySensitivity() }
            return session
        }
        if let (instant, view) = gaze() {
            await draw { session.excerpt(with: parameters, at: instant, in: view) }
        }
        let whole = await Self.cancellable { try? session.running(with: parameters) }
        guard let loaded = whole, !Task.isCancelled else { return nil }
        finish(loaded)
        return loaded
    }

    /// The instant that is shown and the visible part of the map; `nil` without either.
    private func gaze() -> (Instant, MapViewport)? {
        guard let instant = self.instant, let view = viewport() else { return nil }
        return (instant, view)
    }

    /// Draws a first picture, if there is one, until the run with the new parameters is finished.
    private func draw(_ preview: @escaping @Sendable () -> LoadedSession?) async {
        guard !Task.isCancelled, let preview = await Self.cancellable(preview), !Task.isCancelled else { return }
        change { state in state.edit { $0.draw(preview) } }
        lastTuned = .now
    }

    private func correct(_ work: @escaping @Sendable () throws -> LoadedSession) async -> LoadedSession? {
        let loaded = await Self.cancellable { try? work() }
        guard !Task.isCancelled, let loaded else { return nil }
        finish(loaded, isCorrected: true)
        return loaded
    }

    private func finish(_ loaded: LoadedSession, isCorrected: Bool = false) {
        let hasChanged = self.session.map { $0.rulings != loaded.rulings } ?? false
        change { $0.finish(loaded, isCorrected: isCorrected) }
        if hasChanged { tracks.filters.runAll() }
        lastTuned = .now
        trySensitivity()
    }

    /// The maximum number of fixes of a session whose parameters are tried without a request.
    private static let longestTried = 50_000

    /// Tries the effects of the parameters while the pane is visible; for a long session, only if the user requests it.
    package func trySensitivity(isAsked: Bool = false) {
        guard let session = self.session, showsParameters, session.engine.recording.events.fixCount > 0 else {
            return sensitivity.stop()
        }
        guard isAsked || session.engine.recording.events.fixCount <= Self.longestTried else { return }
        sensitivity.start(session, after: self.earlier?.parameters)
    }

    private func compare(_ shown: LoadedSession, with parameters: Parameters) async {
        guard self.compared?.parameters != parameters else { return }
        let other = await Self.cancellable { try? shown.running(with: parameters) }
        guard !Task.isCancelled else { return }
        change { $0.edit { $0.compared = other } }
    }

    /// Runs off the main actor, and is cancelled with the caller.
    static func cancellable<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result
    ) async -> Result {
        let run = Task.detached { work() }
        return await withTaskCancellationHandler {
            await run.value
        } onCancel: {
            run.cancel()
        }
    }
}
