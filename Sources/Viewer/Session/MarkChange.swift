import FusionCore
import Localization
import Replay
package import SensorModel
package import ViewerModel

/// A mark that the user added, changed or removed.
struct MarkChange {
    /// The mark before; `nil` if there was none.
    let before: SessionMark?
    /// The mark after; `nil` if there is none.
    let after: SessionMark?

    /// The change that undoes it.
    var reversed: MarkChange { MarkChange(before: after, after: before) }

    /// A sentence for the user once it is made.
    var sentence: String {
        guard let after else { return localized("The mark was removed.") }
        guard let before else { return localized("Marked.") }
        return before.time == after.time
            ? localized("The mark is called “{1}” now.", after.title)
            : localized("“{1}” was moved.", after.title)
    }
}

extension SessionMark {
    /// The key that distinguishes the mark from the others of its session.
    package var key: String { "\(time.nanoseconds) \(text)" }
}

/// A mark at the moment to which the user drags it.
package struct MarkDrag: Equatable {
    /// The mark.
    package let mark: SessionMark
    /// The moment.
    package let time: Instant

    /// Returns a mark as it is shown: the dragged one at its new moment.
    package func shown(_ mark: SessionMark) -> SessionMark {
        mark == self.mark ? SessionMark(time: time, text: mark.text) : mark
    }
}

/// The user's marks of the session that is shown.
extension ReplayController {
    /// The marks, in order of time.
    package var marks: [SessionMark] { self.session.map { SessionMark.all(in: $0.run.summary.spans) } ?? [] }

    /// Returns the mark that has a key.
    package func mark(at key: String) -> SessionMark? { marks.first { $0.key == key } }

    /// Marks the instant that is shown, with a number as its name.
    package func mark() {
        guard self.session != nil, self.picture?.isDrawing != true, let instant = self.instant else {
            return say(localized("Open or record a session with times first, then mark a moment of it."))
        }
        let number = countText(marks.count + 1)
        edit(MarkChange(before: nil, after: SessionMark(time: instant, text: localized("Mark {1}", number))))
    }

    /// Changes the name of a mark.
    package func rename(_ mark: SessionMark, to text: String) {
        guard !text.isEmpty, text != mark.text else { return }
        edit(MarkChange(before: mark, after: SessionMark(time: mark.time, text: text)))
    }

    /// Shows a mark at another instant of the session, to which ``drop()`` moves it.
    package func drag(_ mark: SessionMark, to instant: Instant) {
        guard !self.isLive, marks.contains(mark) else { return }
        let axis = self.playback.axis
        let time = min(max(instant, axis.start), axis.end)
        change { $0.dragged = MarkDrag(mark: mark, time: time) }
    }

    /// Moves the dragged mark to where it is shown.
    package func drop() {
        guard let dragged = self.dragged else { return }
        guard dragged.time != dragged.mark.time else { return _ = cancelDrag() }
        move(dragged.mark, to: dragged.time)
    }

    /// Leaves the dragged mark where it was.
    /// - Returns: False if none is dragged.
    package func cancelDrag() -> Bool {
        defer { change { $0.dragged = nil } }
        return self.dragged != nil
    }

    /// Moves a mark to an instant; `nil` for the one that is shown.
    package func move(_ mark: SessionMark, to asked: Instant? = nil) {
        guard let instant = asked ?? self.instant, instant != mark.time else { return }
        edit(MarkChange(before: mark, after: SessionMark(time: instant, text: mark.text)))
    }

    /// Removes a mark.
    package func remove(_ mark: SessionMark) { edit(MarkChange(before: mark, after: nil)) }

    private func edit(_ mark: MarkChange) {
        guard !self.isLive, self.session != nil else { return }
        enqueue { controller in
            guard let isStored = try await controller.apply(mark) else { return _ = controller.cancelDrag() }
            controller.change { state in
                state.history.append(.mark(mark))
                let offer = mark.before == nil ? mark.after.map(Notice.Offer.name) : .undo
                state.say(isStored ? mark.sentence : SessionCorrection.unkept, offer)
            }
        }
    }

    /// Replaces the events of a mark, in the session's file if it can store them, and in the session that is shown.
    /// - Returns: Whether the file stores it; `nil` if the mark no longer exists.
    func apply(_ mark: MarkChange) async throws -> Bool? {
        guard let session = self.session else { return nil }
        let (opening, edit) = (self.opening, self.corrections)
        let all = session.run.summary.spans.filter { !edit.withdrawn.contains($0) } + edit.added
        let old = mark.before.map { before in all.filter { before.isStored(in: $0) }.prefix(1) } ?? []
        guard mark.before == nil || !old.isEmpty else { return nil }
        var added = mark.after.map { after in
            // It arrives after the last event, so that the order of the session stays.
            let end = session.engine.recording.end ?? after.time
            return [SensorEvent(time: after.time, received: max(end, after.time), payload: .marker(after.text))]
        }
        var isStored = false
        if let path = self.picture?.path, let day = clients?.day, try await day.hidden(path) != nil {
            if let after = mark.after { added = try await day.mark(path, after.text, after.time) }
            if !old.isEmpty { try await day.withdraw(path, Array(old)) }
            isStored = true
        }
        if self.opening == opening {
            correct { edit in
                edit.withdraw(Array(old))
                edit.added += added ?? []
            }
        }
        if isStored { change { $0.storedCount += 1 } }
        return isStored
    }
}
