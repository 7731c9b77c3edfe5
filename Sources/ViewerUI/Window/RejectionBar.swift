import GTKKit
import Localization
import Viewer
import ViewerModel

/// The bar above the map that reports that a rule rejected many fixes, with what to do about it.
@MainActor
final class RejectionBar: Pane {
    let widget = Box(.horizontal, spacing: 6)
    private let text = Label("", classes: ["strong"], aligned: .start)
    private let accept = Button(label: "")
    private var note: RejectionNote?
    private let replay: ReplayController

    init(replay: ReplayController) {
        self.replay = replay
        widget.addClasses("notes")
        text.expandsHorizontally = true
        text.wrap()
        let lead = Button(label: localized("Show"))
        lead.onClick { [weak self] in
            guard let note = self?.note else { return }
            replay.handle(.seek(note.first))
            if let rule = note.rule { replay.show(.tab(.tune), parameter: rule.parameter) }
        }
        accept.onClick { [weak self] in if let note = self?.note { replay.decide(note.such, isAccepted: true) } }
        let close = Button(icon: "window-close-symbolic", describedAs: localized("Close"))
        close.onClick { [weak self] in self?.widget.isVisible = false }
        for child in [text, lead, accept, close] as [Widget] { widget.append(child) }
        widget.setMargins(top: 6, bottom: 6, start: 12, end: 6)
        widget.isVisible = false
    }

    /// Shows the note of a session; hides the bar without one. A note that the user has closed stays hidden.
    func show(_ change: FaceChange) {
        guard change.picture == .session else { return }
        let note = replay.session?.rejections
        guard note != self.note else { return }
        self.note = note
        widget.isVisible = note != nil
        guard let note else { return }
        let percent = "\(decimalText(note.share * 100)) %"
        text.text =
            note.rule.map {
                localized(
                    "{1} of the fixes were rejected, most because of “{2}” (limit {3}).", percent,
                    localized($0.title, context: "parameter"), $0.limit)
            }
            ?? localized(
                "{1} of the fixes were rejected, most because of this: {2}.", percent,
                localized(note.reason))
        accept.setLabel(localized("Accept All Such ({1})", countText(note.such.count)))
        accept.isVisible = !note.such.isEmpty
    }
}
