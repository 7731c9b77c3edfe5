import GTKKit
import Localization
import Viewer

/// The bar at the bottom of a narrow window that chooses what is shown.
@MainActor
final class PageBar: Pane {
    /// The bar's widget.
    let widget = Box(.horizontal)
    private var buttons: [(page: WindowPage, button: ToggleButton)] = []
    private var isShowing = false

    init(replay: ReplayController) {
        widget.addClasses("page-bar")
        widget.isVisible = false
        let first: [(page: WindowPage, title: String, key: String?)] = [
            (.map, localized("Map"), nil), (.values, localized("Values"), nil),
        ]
        let tabs = InstrumentsPane.titles.map {
            (page: WindowPage.tab($0.pane), title: $0.title, key: $0.key as String?)
        }
        for (page, title, key) in first + tabs {
            let label = Label(title)
            label.ellipsize()
            let button = ToggleButton(child: label, describedAs: title)
            button.tooltip = key.map { "\(title) (\($0))" } ?? title
            button.expandsHorizontally = true
            if let first = buttons.first { button.join(first.button) }
            button.onToggle { [weak self] isOn in
                guard let self, isOn, !isShowing else { return }
                replay.show(page)
            }
            buttons.append((page, button))
            widget.append(button)
        }
        show(.map)
    }

    func show(_ change: FaceChange) { if change.has(\.visit) { show(change.new.visit.page) } }

    private func show(_ page: WindowPage) {
        isShowing = true
        defer { isShowing = false }
        // The month is a part of the day's tab.
        let shown = page == .tab(.history) ? .tab(.day) : page
        buttons.first { $0.page == shown }?.button.isActive = true
    }
}
