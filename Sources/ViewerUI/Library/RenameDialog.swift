import GTKKit
import Localization

/// A dialog for a name.
@MainActor
final class RenameDialog: Dialog {
    let window: Window
    private let field = TextField()

    /// Creates a dialog.
    /// - Parameters:
    ///   - heading: The title of the dialog.
    ///   - name: The present name.
    ///   - answered: Called with the name that the user entered, unless it is empty.
    init(_ heading: String, name: String, parent: Window, answered: @escaping @MainActor (String) -> Void) {
        window = Window(title: heading)
        window.becomeDialog(titled: heading, over: parent, width: 380, height: 60)
        field.text = name
        field.describe(localized("Title"))
        field.expandsHorizontally = true
        let accept = Button(label: localized("Rename"))
        accept.addClasses("suggested")
        let row = Box(.horizontal, spacing: 8, children: [field, accept])
        row.setMargins(top: 18, bottom: 18, start: 18, end: 18)
        window.setChild(row)
        let finish: @MainActor () -> Void = { [weak self] in
            guard let self, !field.text.isEmpty else { return }
            let text = field.text
            window.close()
            answered(text)
        }
        accept.onClick(finish)
        field.onActivate { _ in finish() }
    }

    func present() {
        window.present()
        field.grabFocus()
    }
}
