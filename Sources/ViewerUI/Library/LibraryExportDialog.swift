import FusionCore
import GTKKit
import Localization
import SensorModel
import Viewer
import ViewerModel

/// A dialog for exporting sessions of the library, with the choice of sessions and format.
@MainActor
final class LibraryExportDialog {
    /// The sessions and the format.
    struct Choice {
        /// The span of time whose sessions are written; `nil` for all.
        var span: TimeSpan?
        /// The extension of the files.
        var ending: String
    }

    private let window = Window(title: localized("Export Library"))
    private let from = TextField()
    private let until = TextField()
    private let format: DropDown
    private let trouble = Label("", classes: ["finding", "caption"], aligned: .start)
    private let endings: [String]
    private let answered: @MainActor (Choice) -> Void

    /// Creates a dialog.
    /// - Parameters:
    ///   - endings: The extensions of the formats; that of all events is offered first.
    ///   - answered: Called with what the user chose.
    init(endings: [String], parent: Window, answered: @escaping @MainActor (Choice) -> Void) {
        let events = LibraryClient.eventsEnding
        self.endings = endings.filter { $0 == events } + endings.filter { $0 != events }
        self.answered = answered
        format = DropDown(self.endings.map(ExportWords.name(of:)))
        window.becomeDialog(titled: localized("Export Library"), over: parent, width: 380, height: 60)
        window.setChild(content())
    }

    private func content() -> Box {
        let rows = Box(.vertical)
        rows.addClasses("rows")
        let fields: [(String, TextField)] = [(localized("First day"), from), (localized("Last day"), until)]
        for (name, field) in fields {
            field.setPlaceholder(localized("all, or 2026-05-17"))
            field.reserve(characters: 16)
            field.describe(name)
            field.onActivate { [weak self] _ in self?.finish() }
            rows.append(Self.row(name, field))
        }
        format.describe(localized("Format"))
        rows.append(Self.row(localized("Format"), format))
        let hint = Label(
            localized(
                "Each session becomes a file in a new folder. Files with all events can be imported again without loss."
            ),
            classes: ["dim", "caption"], aligned: .start)
        hint.wrap(maximumCharacters: 44)
        trouble.isVisible = false
        trouble.wrap(maximumCharacters: 44)
        let accept = Button(label: localized("Choose Folder…"))
        accept.addClasses("suggested")
        accept.onClick { [weak self] in self?.finish() }
        let column = Box(.vertical, spacing: 10, children: [rows, hint, trouble, accept])
        column.setMargins(top: 18, bottom: 18, start: 18, end: 18)
        return column
    }

    private static func row(_ name: String, _ field: Widget) -> Box {
        let label = Label(name, aligned: .start)
        label.expandsHorizontally = true
        return Box(.horizontal, spacing: 8, children: [label, field])
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
        let choice = Choice(span: span, ending: endings[format.selected])
        window.close()
        answered(choice)
    }

    private func complain(_ sentence: String) {
        trouble.text = sentence
        trouble.isVisible = true
    }

    /// Shows the dialog.
    func present() {
        window.present()
        from.grabFocus()
    }
}
