import Localization
import Replay
package import SensorModel
import ViewerModel

/// The user's decisions about fixes of the current session, which is run again after each decision.
@MainActor
package final class FixDecisions {
    /// Called with a message for the user, and with the label and the closure of its button.
    package var onNote: (_ sentence: String, _ answer: (label: String, action: () -> Void)?) -> Void = { _, _ in }
    /// Called when a session has stored or removed decisions.
    package var onKept: () -> Void = {}

    private let replay: ReplayController
    private let corrections: SessionCorrections

    package init(replay: ReplayController, corrections: SessionCorrections) {
        self.replay = replay
        self.corrections = corrections
    }

    /// Accepts or rejects fixes of the current session.
    package func decide(_ fixes: [FixRuling.Identity], isAccepted: Bool) {
        // A recording can be corrected only after it has ended.
        guard !fixes.isEmpty, !replay.isLive, let start = replay.session?.engine.recording.start else { return }
        let rulings = fixes.map { Correction.fix(FixRuling($0, isAccepted: isAccepted)) }
        let path = replay.picture?.path
        Task { [weak self, corrections] in
            do {
                let made = try await corrections.make(rulings, in: path, at: start)
                guard let self else { return }
                if made.path != nil { onKept() }
                let undo = { [weak self] in
                    guard let self else { return }
                    self.undo(made) { [weak self] in self?.decide(fixes, isAccepted: isAccepted) }
                }
                onNote(
                    made.caveat ?? Self.sentence(fixes.count, isAccepted),
                    made.isEffective ? (localized("Undo"), undo) : nil)
            } catch {
                self?.onNote(error.sentence, nil)
            }
        }
    }

    private static func sentence(_ count: Int, _ isAccepted: Bool) -> String {
        if count == 1 { return isAccepted ? localized("Fix accepted.") : localized("Fix rejected.") }
        return isAccepted
            ? localized("{1} fixes accepted.", countText(count)) : localized("{1} fixes rejected.", countText(count))
    }

    private func undo(_ made: SessionCorrections.Made, redo: @escaping () -> Void) {
        Task { [weak self, corrections] in
            do {
                try await corrections.undo(made)
                guard let self else { return }
                if made.path != nil { onKept() }
                onNote(localized("Undone."), replay.opening == made.opening ? (localized("Redo"), redo) : nil)
            } catch {
                self?.onNote(error.sentence, nil)
            }
        }
    }
}
