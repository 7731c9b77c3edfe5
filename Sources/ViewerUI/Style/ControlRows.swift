import GTKKit

/// The rows of a dialog, each with a name and a control.
@MainActor
enum ControlRows {
    /// Returns a card of rows with lines between them.
    static func list(_ rows: [Widget]) -> Box {
        let box = Box(.vertical)
        box.addClasses("rows")
        for (index, row) in rows.enumerated() {
            if index > 0 { box.append(Separator(.horizontal)) }
            box.append(row)
        }
        return box
    }

    /// Returns a row whose name also describes the control to a screen reader.
    static func row(_ name: String, _ control: Widget) -> Box {
        let label = Label(name, aligned: .start)
        label.expandsHorizontally = true
        label.wrap()
        label.setMnemonicWidget(control)
        control.describe(name)
        control.verticalAlignment = .center
        return Box(.horizontal, spacing: 12, children: [label, control])
    }

    /// Returns the contents of a small dialog: parts, a hint under them, the reason why it cannot be accepted, which is hidden at
    /// first, and the button that accepts it.
    static func form(_ parts: [Widget], hint: String, trouble: Label, accept: Button) -> Box {
        let hint = Label(hint, classes: ["dim", "caption"], aligned: .start)
        hint.wrap(maximumCharacters: 44)
        trouble.isVisible = false
        trouble.wrap(maximumCharacters: 44)
        accept.addClasses("suggested")
        let column = Box(.vertical, spacing: 10, children: parts + [hint, trouble, accept])
        column.setMargins(top: 18, bottom: 18, start: 18, end: 18)
        return column
    }
}
