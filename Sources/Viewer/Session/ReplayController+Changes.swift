package import FusionCore
import Localization
import Replay
package import SensorModel
import ViewerModel

/// The user's changes of sessions, one after the other, and what undoes each.
extension ReplayController {
    /// Accepts or rejects fixes of the current session, which is run again then.
    package func decide(_ fixes: [FixRuling.Identity], isAccepted: Bool) {
        // A recording can be corrected only after it has ended.
        guard !fixes.isEmpty, !self.isLive, let start = self.session?.engine.recording.start else {
            return
        }
        let sentence: String
        if fixes.count == 1 {
            sentence = isAccepted ? localized("Fix accepted.") : localized("Fix rejected.")
        } else {
            let count = countText(fixes.count)
            sentence =
                isAccepted
                ? localized("{1} fixes accepted.", count) : localized("{1} fixes rejected.", count)
        }
        make(
            SessionCorrection(
                corrections: fixes.map { .fix(FixRuling($0, isAccepted: isAccepted)) },
                path: self.picture?.path,
                stop: nil, time: start, sentence: sentence))
    }

    /// Corrects a session: the one that is shown, or a file of the library.
    /// - Parameters:
    ///   - path: The session's file; `nil` if it has none.
    ///   - stop: The stop that a name belongs to.
    ///   - time: The time of the event if no file stores it.
    package func correct(
        _ correction: Correction, in path: String?, stop: StorylineItem.Stop?, at time: Instant
    ) {
        make(
            SessionCorrection(
                corrections: [correction], path: path, stop: stop, time: time,
                sentence: localized("Corrected.")))
    }

    /// Hides the selected part of the session, or all except that.
    package func hideSelection(_ choice: (ClosedRange<Instant>) -> HidingChoice) {
        guard let range = self.range else {
            return say(localized("Select a part first: drag over a chart with Shift, or press I and O at its ends."))
        }
        hide(choice(range))
    }

    /// Hides a part of the session that is shown, or shows everything again. The session is opened again then.
    package func hide(_ choice: HidingChoice) {
        guard !self.isLive, let picture = self.picture else { return }
        enqueue { controller in
            guard let path = picture.path, let client = controller.clients?.day,
                let before = try await client.hidden(path)
            else {
                return controller.say(localized("Add the file to the library first: only a session can hide parts."))
            }
            let change = HidingChange(
                path: path, title: picture.title, before: before, after: choice.applied(to: before))
            guard change.after != before else { return }
            try await controller.apply(change)
            controller.change { state in
                state.history.append(.hiding(change))
                state.say(
                    change.after.isEmpty ? localized("Everything is shown.") : localized("Hidden; the file keeps it."),
                    .undo)
            }
        }
    }

    private func apply(_ change: HidingChange) async throws {
        guard let clients else { return }
        try await clients.day?.hide(change.path, change.after)
        let history = self.history
        self.change { $0.storedCount += 1 }
        open(change.title) { try await clients.open(change.path) }
        await opened()
        // Another session forgets the changes of the one before, but this is the same.
        self.change { $0.history = history }
    }

    /// Changes the title of a session of the library.
    package func rename(_ path: String, from old: String, to new: String) {
        let opening = self.opening
        enqueue { controller in
            try await controller.setTitle(of: path, to: new)
            controller.change { state in
                if state.opening == opening { state.history.append(.title(path: path, old: old, new: new)) }
                state.say(localized("The session is called “{1}” now.", new), .undo)
            }
        }
    }

    /// Undoes the last change.
    package func undo() { step(undoing: true) }

    /// Redoes the undone change.
    package func redo() { step(undoing: false) }

    private func step(undoing: Bool) {
        // A slider moves immediately, unless an earlier change is still being made.
        guard pendingChanges > 0 || !self.history.isNextParameters(undoing: undoing) else {
            var change: ChangeHistory.Change?
            self.change { change = $0.history.take(undoing: undoing) }
            if case .parameters(let name)? = change { stepParameters(of: name, undoing: undoing) }
            return
        }
        enqueue { controller in
            var taken: ChangeHistory.Change?
            controller.change { taken = $0.history.take(undoing: undoing) }
            guard let change = taken else { return }
            switch change {
            case .parameters(let name): controller.stepParameters(of: name, undoing: undoing)
            case .corrections(let made): try await controller.step(made, undoing: undoing)
            case .mark(let made):
                _ = try await controller.apply(undoing ? made.reversed : made)
                controller.record(change, undone: undoing)
            case .hiding(let made):
                try await controller.apply(undoing ? made.reversed : made)
                controller.record(change, undone: undoing)
            case .title(let path, let old, let new):
                try await controller.setTitle(of: path, to: undoing ? old : new)
                controller.record(change, undone: undoing)
            }
        }
    }

    private func stepParameters(of name: ParameterSets.Name, undoing: Bool) {
        change { state in
            state.step(name, undoing: undoing)
            state.history.putBack(.parameters(name), undone: undoing)
        }
        handleParameters()
    }

    private func step(_ made: SessionCorrection.Made, undoing: Bool) async throws {
        guard undoing else {
            return record(.corrections(try await apply(made.correction)), undone: false)
        }
        if let name = made.correction.formerName {
            _ = try await apply(name)
        } else {
            if let path = made.path { try await clients?.day?.withdraw(path, made.events) }
            let isOpen = made.path.map { self.picture?.path == $0 } ?? (self.opening == made.opening)
            if isOpen { withdraw(made.events) }
            change { if made.path != nil { $0.storedCount += 1 } }
        }
        record(.corrections(made), undone: true)
    }

    /// Records a change that was undone or redone, and offers the opposite.
    private func record(_ changed: ChangeHistory.Change, undone: Bool) {
        change { state in
            state.history.putBack(changed, undone: undone)
            state.say(undone ? localized("Undone.") : localized("Redone."), undone ? .redo : .undo)
        }
    }

    private func make(_ correction: SessionCorrection) {
        let opening = self.opening
        enqueue { controller in
            let made = try await controller.apply(correction, to: opening)
            controller.change { state in
                if made.isEffective { state.history.append(.corrections(made)) }
                state.say(made.sentence, made.isEffective ? .undo : nil)
            }
        }
    }

    /// Stores corrections in the file of a session if it can store them, and adds them to the session if it is shown.
    private func apply(_ correction: SessionCorrection, to opening: Int? = nil) async throws
        -> SessionCorrection.Made
    {
        let opening = opening ?? self.opening
        let isOpen = correction.path == self.picture?.path && self.opening == opening
        var stored: [SensorEvent]?
        if let path = correction.path, let day = clients?.day {
            stored = try await day.correct(folder, path, correction.corrections, correction.stop)
        }
        let isShown = isOpen && self.opening == opening
        let events = stored ?? correction.events
        if isShown { add(events) }
        if stored != nil { change { $0.storedCount += 1 } }
        return SessionCorrection.Made(
            correction: correction, events: events, path: stored == nil ? nil : correction.path,
            opening: opening,
            isShown: isShown)
    }

    private func setTitle(of path: String, to title: String) async throws {
        try await clients?.changes?.rename(path, title)
        change { state in
            state.storedCount += 1
            if state.picture?.path == path { state.edit { $0.title = title } }
        }
    }

    /// Stores the parameters in the session's file.
    package func saveParameters() {
        guard let path = self.session?.source.path, let save = clients?.saveParameters else { return }
        let parameters = self.parameters
        enqueue { controller in
            try await save(path, parameters)
            controller.keeper.hasOwn = false
            controller.say(localized("The parameters are saved with the session."))
        }
    }

    /// Applies a change after those that are still being made, and says why it failed.
    func enqueue(_ body: @escaping @MainActor (ReplayController) async throws -> Void) {
        pendingChanges += 1
        // What was asked for is also done if the window closes meanwhile.
        changing = Task { [self, previous = changing] in
            await previous?.value
            do { try await body(self) } catch { change { $0.say(error.sentence) } }
            pendingChanges -= 1
        }
    }
}
