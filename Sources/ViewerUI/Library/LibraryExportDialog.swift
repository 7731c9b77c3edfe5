import FusionCore
import GTKKit
import Localization
import SensorModel
import Viewer
import ViewerModel

/// A dialog for exporting sessions of the library, with the choice of sessions and format.
@MainActor
final class LibraryExportDialog: Dialog {
    let window = Window(title: localized("Export Library"))
    private let from = TextField()
    private let until = TextField()
    private let format: DropDown
    private let trouble = Label("", classes: ["finding", "caption"], aligned: .start)
    private let endings: [String]
    private let answered: @MainActor (_ span: TimeSpan?, _ ending: String) -> Void

    /// Creates a dialog.
    /// - Parameters:
    ///   - endings: The extensions of the formats; that of all events is offered first.
    ///   - answered: Called with the span of time whose sessions are written, `nil` for all, and the extension of the files.
    init(
        endings: [String], parent: Window, answered: @escaping @MainActor (_ span: TimeSpan?, _ ending: String) -> Void
    ) {
        let events = LibraryClient.eventsEnding
        self.endings = endings.filter { $0 == events } + endings.filter { $0 != events }
        self.answered = answered
        format = DropDown(self.endings.map(FileWords.format(of:)))
        window.becomeDialog(titled: localized("Export Library"), over: parent, width: 380, height: 60)
        window.setChild(content())
    }

    private func content() -> Box {
        let fields: [(String, TextField)] = [(localized("First day"), from), (localized("Last day"), until)]
        for (_, field) in fields {
            field.setPlaceholder(localized("all, or 2026-05-17"))
            field.reserve(characters: 16)
            field.onActivate { [weak self] _ in self?.finish() }
        }
        let rows = fields.map { ControlRows.row($0, $1) } + [ControlRows.row(localized("Format"), format)]
        let accept = Button(label: localized("Choose Folder…"))
        accept.onClick { [weak self] in self?.finish() }
        return ControlRows.form(
            [ControlRows.list(rows)],
            hint: localized(
                "Each session becomes a file in a new folder. Files with all events can be imported again without loss."
            ), trouble: trouble, accept: accept)
    }

    private func finish() {
        let (first, last) = (CivilDate(from.text), CivilDate(until.text))
        guard first != nil || from.text.isEmpty, last != nil || until.text.isEmpty else {
            return complain(localized("Write a day as 2026-05-17, or leave the field empty."))
        }
        if let first, let last, last < first {
            return complain(localized("The first day is after the last day: swap them."))
        }
        guard endings.indices.contains(format.selected) else { return }
        var span: TimeSpan?
        if first != nil || last != nil {
            span = TimeSpan(
                start: first?.localSpan.start ?? Instant(nanoseconds: .min),
                end: last?.localSpan.end ?? Instant(nanoseconds: .max))
        }
        window.close()
        answered(span, endings[format.selected])
    }

    private func complain(_ sentence: String) {
        trouble.text = sentence
        trouble.isVisible = true
    }

    func present() {
        window.present()
        from.grabFocus()
    }
}
