import SensorModel
import ViewerModel

/// The user's changes of the session that is shown, and of files of the library meanwhile, in order.
struct ChangeHistory {
    /// A change that can be undone and redone.
    enum Change {
        /// A change of the parameters in a set, which has its own history.
        case parameters(ParameterSets.Name)
        /// Corrections of a session.
        case corrections(SessionCorrection.Made)
        /// A mark of the session that was added, changed or removed.
        case mark(MarkChange)
        /// Parts of a session that were hidden, or shown again.
        case hiding(HidingChange)
        /// Another title of a session's file.
        case title(path: String, old: String, new: String)
    }

    private var past: [Change] = []
    private var future: [Change] = []

    /// True if there is a change to undo.
    var canUndo: Bool { !past.isEmpty }
    /// True if there is a change to redo.
    var canRedo: Bool { !future.isEmpty }

    /// Records a change; those that were undone cannot be redone after it.
    mutating func append(_ change: Change) {
        past.append(change)
        future = []
    }

    /// Returns whether the next change to undo, or to redo, is one of parameters.
    func isNextParameters(undoing: Bool) -> Bool {
        if case .parameters? = undoing ? past.last : future.last { true } else { false }
    }

    /// Removes the next change to undo, or to redo; ``putBack(_:undone:)`` follows.
    mutating func take(undoing: Bool) -> Change? { undoing ? past.popLast() : future.popLast() }

    /// Records that a change was undone, or redone.
    mutating func putBack(_ change: Change, undone: Bool) {
        if undone { future.append(change) } else { past.append(change) }
    }
}
