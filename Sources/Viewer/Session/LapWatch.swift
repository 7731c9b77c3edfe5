package import Replay

/// The laps of the session that is shown, by a rule that the user chooses.
@MainActor
package final class LapWatch {
    /// The laps.
    package private(set) var table = LapTable()
    /// The rule; it stays for the next session.
    package var rule = LapRule.stated {
        didSet {
            guard rule != oldValue else { return }
            owner?.publish(.laps)
            divide()
        }
    }
    /// The controller that shows the state.
    weak var owner: ReplayController?

    private var session: LoadedSession?
    private var dividing: Task<Void, Never>?

    /// Follows the session that is shown; `nil` for none.
    func show(_ session: LoadedSession?) {
        self.session = session
        divide()
    }

    /// Waits until the laps are those of the session and the rule.
    package func settle() async { await dividing?.value }

    private func divide() {
        dividing?.cancel()
        guard let run = session?.run else { return set(LapTable()) }
        dividing = Task { [weak self, rule] in
            let table = await Task.detached { LapTable(rule, of: run) }.value
            if !Task.isCancelled { self?.set(table) }
        }
    }

    private func set(_ table: LapTable) {
        guard table != self.table else { return }
        self.table = table
        owner?.publish(.laps)
    }
}
