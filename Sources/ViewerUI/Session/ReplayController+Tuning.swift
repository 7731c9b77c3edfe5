import FusionCore
import GTKKit
import Replay
import SensorModel
import ViewerModel

/// Running the session that is shown with other parameters, and with two sets of them side by side.
extension ReplayController {
    /// The pause that separates two changes of one parameter.
    private static let changePause = Duration.seconds(1)

    /// Runs the session with another value of a parameter, in the background; the newest change wins.
    func set(_ name: String, to value: ParameterValue) { tune(.set(name, value)) }

    /// Does what the user does in the tuning panel, and runs the session as it says.
    func tune(_ action: TunePanel.Action) {
        guard session != nil else { return }
        // One drag of a slider is one change to undo.
        let now = ContinuousClock.now
        if lastChange.map({ now - $0 > Self.changePause }) ?? true { sets.handle(.release) }
        guard sets.handle(action) else { return }
        lastChange = now
        onChange(.parameters)
        run()
    }

    /// Undoes the last change.
    func undo() { tune(.undo) }

    /// Redoes the undone change.
    func redo() { tune(.redo) }

    /// Searches for parameters that bring the track closer to the reference, in the background.
    func fitToReference() {
        guard let session, let line = reference.line else { return }
        sensitivity.stop()
        reference.fitting.start(session, to: line)
    }

    /// Runs the session with the parameters that the search has found: one change to undo.
    func applyFit() {
        guard case .done(let result) = reference.fitting.state else { return }
        tune(.apply(result.parameters))
    }

    /// Shows the other set of parameters beside the one that is worked on, or no longer.
    func setComparing(_ isComparing: Bool) {
        guard session != nil, sets.isComparing != isComparing else { return }
        sets.setComparing(isComparing)
        compared = nil
        comparison = nil
        onChange(.comparison)
        run()
    }

    /// Works on the other set of parameters; both runs are there already.
    func swapSets() {
        guard sets.isComparing, let shown = session else { return }
        sets.swap()
        lastChange = nil
        onChange(.parameters)
        if let other = compared {
            compared = shown
            session = other
            show(tuned: other)
            reference.update(other)
            onChange(.comparison)
        }
        run()
    }

    /// Adds the user's corrections to the session that is shown, and runs it again in the background.
    func add(_ corrections: [SensorEvent]) {
        guard session != nil else { return }
        // A run that is under way is for what is asked for without them: the next one is for both.
        self.corrections.added += corrections
        runCorrected()
    }

    /// Removes corrections from the session that is shown, and runs it again in the background.
    func withdraw(_ corrections: [SensorEvent]) {
        guard session != nil else { return }
        self.corrections.withdraw(corrections)
        runCorrected()
    }

    private func runCorrected() {
        // A correction that is undone before it was run needs no run.
        progress = corrections.isEmpty ? nil : localized("Correcting…")
        onChange(.progress)
        run()
    }

    /// Runs the session with the corrections made meanwhile, and drops the runs without them.
    private func run(
        _ session: LoadedSession, with parameters: Parameters, correctedBy edit: CorrectionEdit
    ) async -> LoadedSession? {
        let loaded = await Self.cancellable { try? session.corrected(by: edit, with: parameters) }
        guard !Task.isCancelled, let loaded else { return nil }
        // Another edit would have ended this run.
        corrections = CorrectionEdit()
        pointed = nil
        compared = nil
        comparison = nil
        finish(loaded)
        onChange(.progress)
        return loaded
    }

    /// Updates both runs to the parameters, that of the active set first.
    private func run() {
        guard let session else { return }
        tuning?.cancel()
        sensitivity.stop()
        // What it has found is for the parameters and corrections before.
        reference.fitting.discard()
        let wanted = (shown: sets.parameters, beside: sets.compared)
        let corrections = corrections
        tuning = Task { [weak self] in
            let run =
                corrections.isEmpty
                ? await self?.run(session, with: wanted.shown)
                : await self?.run(session, with: wanted.shown, correctedBy: corrections)
            guard let shown = run, !Task.isCancelled else { return }
            guard let beside = wanted.beside else { return }
            await self?.compare(shown, with: beside)
        }
    }

    private func run(_ session: LoadedSession, with parameters: Parameters) async -> LoadedSession? {
        if session.parameters == parameters {
            if preview != nil { finish(session) } else { trySensitivity() }
            return session
        }
        if let preview = await Self.cancellable({ session.preview(with: parameters) }) {
            guard !Task.isCancelled else { return nil }
            show(tuned: preview)
            if preview.run.preview == .withoutMotion {
                progress = localized("First picture, without the motion sensors; the whole run follows…")
                onChange(.progress)
            }
        }
        let loaded = await Self.cancellable { try? session.running(with: parameters) }
        guard !Task.isCancelled, let loaded else { return nil }
        finish(loaded)
        return loaded
    }

    private func finish(_ loaded: LoadedSession) {
        progress = nil
        session = loaded
        show(tuned: loaded)
        reference.update(loaded)
        trySensitivity()
    }

    /// The largest number of fixes of a session whose parameters are tried without a request.
    private static let longestTried = 50_000

    /// Tries the effects of the parameters while they are looked at; those of a long session only if the user asks.
    func trySensitivity(isAsked: Bool = false) {
        guard let session, showsParameters, session.engine.recording.events.fixCount > 0 else {
            return sensitivity.stop()
        }
        guard isAsked || session.engine.recording.events.fixCount <= Self.longestTried else { return }
        if !sensitivity.isComplete || sensitivity.parameters != session.parameters { sensitivity.start(session) }
    }

    private func compare(_ shown: LoadedSession, with parameters: Parameters) async {
        var other = compared
        if other?.parameters != parameters {
            other = await Self.cancellable { try? shown.running(with: parameters) }
            guard !Task.isCancelled else { return }
            compared = other
            onChange(.comparison)
        }
        guard let other else { return }
        let names = (sets.active, sets.active.other)
        let table = await Self.cancellable {
            // Set A comes first, whichever of them is worked on.
            names.0 == .a ? ComparisonTable(shown.run, other.run) : ComparisonTable(other.run, shown.run)
        }
        guard !Task.isCancelled else { return }
        comparison = table
        onChange(.comparison)
    }

    /// Works apart from the main actor, and stops when the caller does.
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
