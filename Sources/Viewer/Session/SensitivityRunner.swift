package import FusionCore
import Localization
package import Replay
import SensorModel

/// Tries the parameters of the session that is shown, in the background, two at a time.
///
/// It uses only time that the window does not need. A change of a parameter ends it; it restarts when the parameters
/// have not changed for a while.
@MainActor
package final class SensitivityRunner {
    /// The known effects, including those for previous parameters until they are tried again.
    package private(set) var result = Sensitivity(total: SensitivitySweep.names.count)
    /// The number of parameters that were tried with the parameters in force.
    package private(set) var tried = 0
    /// True while parameters are being tried, or are about to be.
    package private(set) var isRunning = false
    /// True if every parameter was tried with the parameters in force.
    package var isComplete: Bool { tried >= result.total }
    /// The parameters that the others are compared with, and the user's decisions about fixes.
    private var basis: (parameters: Parameters, rulings: [SensorEvent])?
    /// The predictions of hidden fixes with the parameters before the last change and with those in force; `nil` while unknown.
    package private(set) var hidden: (before: HiddenPredictions?, now: HiddenPredictions?)
    /// The controller that shows the state.
    weak var owner: ReplayController?
    private var work: Task<Void, Never>?
    private var earlier: Parameters?

    /// The pause before parameters are tried, so that the user's own changes have priority.
    private static let rest = Duration.milliseconds(1_200)
    /// The number of parameters that are tried at the same time.
    private static let width = 2

    /// Forgets the results of the previous session.
    package func forget() {
        stop()
        result = Sensitivity(total: result.total)
        (tried, hidden, basis) = (0, (nil, nil), nil)
        owner?.publish(.sensitivity)
    }

    /// Stops trying; the known effects remain.
    package func stop() {
        work?.cancel()
        work = nil
        guard isRunning else { return }
        isRunning = false
        owner?.publish(.sensitivity)
    }

    /// Waits until all parameters were tried, or trying has ended.
    package func settle() async { await work?.value }

    /// Tries all parameters of a session after a pause, unless they were, or are being tried. A mark or a name changes no
    /// effect, a decision about a fix does.
    /// - Parameters:
    ///   - session: The session with the parameters in force.
    ///   - earlier: The parameters before the last change; `nil` if there are none.
    package func start(_ session: LoadedSession, after earlier: Parameters? = nil) {
        let rulings = session.rulings
        if let basis, basis.rulings == rulings {
            guard basis.parameters != session.parameters || !(isRunning || isComplete) else { return }
        } else {
            hidden = (nil, nil)
        }
        work?.cancel()
        self.earlier = earlier
        tried = 0
        basis = (session.parameters, rulings)
        isRunning = true
        owner?.publish(.sensitivity)
        work = Task { [weak self] in
            try? await Task.sleep(for: Self.rest)
            await self?.run(session)
        }
    }

    private func run(_ session: LoadedSession) async {
        await tryAll(session)
        guard !Task.isCancelled else { return }
        isRunning = false
        owner?.publish(.sensitivity)
        // On a new thread: those of the trials release their copies of the run only as they end.
        await BackgroundThread.run { _ in returnFreedMemory() }
    }

    private func tryAll(_ session: LoadedSession) async {
        guard await hide(in: session) else { return }
        let sweep = await BackgroundThread.run { isCancelled in
            SensitivitySweep(session.engine, parameters: session.parameters, isCancelled: isCancelled)
        }
        guard let sweep, !Task.isCancelled else { return }
        await withTaskGroup(of: Void.self) { group in
            for part in 0..<Self.width {
                let names = SensitivitySweep.names.enumerated().filter { $0.offset % Self.width == part }
                group.addTask { [weak self] in await self?.run(sweep, names.map(\.element)) }
            }
        }
    }

    /// Predicts hidden fixes with the parameters in force and with those before. Returns `false` if cancelled.
    private func hide(in session: LoadedSession) async -> Bool {
        let known = [hidden.before, hidden.now].compactMap { $0 }
        func predictions(_ parameters: Parameters) async -> HiddenPredictions? {
            if let known = known.first(where: { $0.parameters == parameters }) { return known }
            let recording = session.engine.recording
            return await BackgroundThread.run { isCancelled in
                HiddenBlocks(recording)?.predictions(parameters, isCancelled: isCancelled)
            }
        }
        let before = if let earlier { await predictions(earlier) } else { HiddenPredictions?.none }
        let now = await predictions(session.parameters)
        guard !Task.isCancelled else { return false }
        hidden = (before, now)
        owner?.publish(.sensitivity)
        return true
    }

    private func run(_ sweep: SensitivitySweep, _ names: [String]) async {
        for name in names {
            let effect = await BackgroundThread.run { isCancelled in
                sweep.effect(of: name, isCancelled: isCancelled)
            }
            guard !Task.isCancelled, let effect else { return }
            result.add(effect)
            tried += 1
            owner?.publish(.sensitivity)
        }
    }
}
