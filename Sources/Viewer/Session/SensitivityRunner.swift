package import FusionCore
import Localization
package import Replay

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
    /// The parameters that the others are compared with.
    package private(set) var parameters: Parameters?
    /// The controller that shows the state.
    weak var owner: ReplayController?
    private var work: Task<Void, Never>?

    /// The pause before parameters are tried, so that the user's own changes have priority.
    private static let rest = Duration.milliseconds(1_200)
    /// The number of parameters that are tried at the same time.
    private static let width = 2

    /// Forgets the results of the previous session.
    package func forget() {
        stop()
        result = Sensitivity(total: result.total)
        tried = 0
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

    /// Tries all parameters of a session after a pause.
    package func start(_ session: LoadedSession) {
        work?.cancel()
        tried = 0
        parameters = session.parameters
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
