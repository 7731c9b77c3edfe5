import GTKKit
import Localization
import Viewer

/// The bar at the bottom of a narrow window that chooses what is shown.
@MainActor
final class PageBar {
    /// An entry of the bar.
    enum Entry: Hashable {
        case map, values
        /// A tab of the instruments.
        case tab(ViewerOptions.Pane)
    }

    /// The bar's widget.
    let widget = Box(.horizontal)
    /// Called with the entry that the user chooses.
    var onChoose: (Entry) -> Void = { _ in }

    private var buttons: [(entry: Entry, button: ToggleButton)] = []
    private var isShowing = false

    init() {
        widget.addClasses("page-bar")
        let first: [(entry: Entry, title: String, key: String?)] = [
            (.map, localized("Map"), nil), (.values, localized("Values"), nil),
        ]
        let tabs = InstrumentsPane.titles.map { (entry: Entry.tab($0.pane), title: $0.title, key: $0.key as String?) }
        for (entry, title, key) in first + tabs {
            let label = Label(title)
            label.ellipsize()
            let button = ToggleButton(child: label, describedAs: title)
            button.tooltip = key.map { "\(title) (\($0))" } ?? title
            button.expandsHorizontally = true
            if let first = buttons.first { button.join(first.button) }
            button.onToggle { [weak self] isOn in
                guard let self, isOn, !isShowing else { return }
                onChoose(entry)
            }
            buttons.append((entry, button))
            widget.append(button)
        }
        show(.map)
    }

    /// Shows which entry is chosen.
    func show(_ entry: Entry) {
        isShowing = true
        defer { isShowing = false }
        // The month is a part of the day's tab.
        let shown = entry == .tab(.history) ? .tab(.day) : entry
        buttons.first { $0.entry == shown }?.button.isActive = true
    }
}
