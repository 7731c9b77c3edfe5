import GTKKit

/// Buttons of equal rank, of which one is pressed.
@MainActor
final class TabBar<Tab: Hashable> {
    /// A button: its title, its accessible name, and its tooltip.
    typealias Item = (tab: Tab, title: String, name: String, tooltip: String)

    let widget = Box(.horizontal)
    /// The tab whose button is pressed.
    private(set) var active: Tab?
    private var buttons: [Tab: ToggleButton] = [:]

    /// Creates a bar.
    /// - Parameters:
    ///   - style: The class of the bar in the style sheet.
    ///   - choose: Shows the tab whose button the user has pressed.
    init(_ items: [Item], style: String = "tabs", choose: @escaping @MainActor (Tab) -> Void) {
        widget.addClasses(style)
        for item in items {
            let label = Label(item.title)
            label.ellipsize()
            let button = ToggleButton(child: label, describedAs: item.name)
            button.tooltip = item.tooltip
            button.expandsHorizontally = true
            if let first = items.first.flatMap({ buttons[$0.tab] }) { button.join(first) }
            button.onToggle { [weak self] isOn in
                guard let self, isOn, active != item.tab else { return }
                active = item.tab
                choose(item.tab)
            }
            buttons[item.tab] = button
            widget.append(button)
        }
        if let first = items.first { show(first.tab) }
    }

    /// Presses the button of a tab.
    func show(_ tab: Tab) {
        active = tab
        buttons[tab]?.isActive = true
    }
}
