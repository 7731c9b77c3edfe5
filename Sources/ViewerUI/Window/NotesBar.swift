import GTKKit
import Localization
import Viewer

/// The bar above the map that reports that parts of a file were changed or left out, or that the signal fell, and
/// shows the details.
@MainActor
final class NotesBar: Pane {
    let widget = Box(.vertical)
    private let summary = Label("", classes: ["strong"], aligned: .start)
    private let details = Label("", aligned: .start)
    private let scroller: TextScroller
    private let toggle = ToggleButton(label: localized("Show"))
    private let replay: ReplayController

    private var shown: [String] = []

    init(replay: ReplayController) {
        self.replay = replay
        scroller = TextScroller(details)
        widget.addClasses("notes")
        summary.expandsHorizontally = true
        summary.ellipsize(askingFor: 20)
        details.wrap()
        details.makeSelectable()
        details.setMargins(top: 6)
        toggle.onToggle { [weak self] isShown in self?.scroller.isVisible = isShown }
        let close = Button(icon: "window-close-symbolic", describedAs: localized("Close"))
        close.onClick { [weak self] in self?.widget.isVisible = false }
        let bar = Box(.horizontal, spacing: 6, children: [summary, toggle, close])
        widget.append(bar)
        widget.append(scroller)
        widget.setMargins(top: 6, bottom: 6, start: 12, end: 6)
        widget.isVisible = false
        scroller.isVisible = false
    }

    /// Shows the notes of another session, or others that a parameter has changed, one line each; hides the bar if there are
    /// none.
    func show(_ change: FaceChange) {
        guard change.isOther || change.picture == .session else { return }
        let notes = replay.notes
        // A bar that the user has closed stays closed.
        guard change.isOther || notes != shown else { return }
        shown = notes
        widget.isVisible = !notes.isEmpty
        guard !notes.isEmpty else { return }
        summary.text = localizedCount("{1} note about this file", "{1} notes about this file", notes.count)
        details.text = notes.joined(separator: "\n")
        if change.isOther { toggle.isActive = false }
    }
}
