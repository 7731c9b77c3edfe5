import GTKKit
import Localization

/// A card over the map that explains what to do while nothing is open.
@MainActor
final class MapWelcome {
    let widget = Box(.vertical)
    private let buttons = Box(.horizontal, spacing: 8)
    private let library = Button(
        label: localized("Show Library"), tooltip: localized("Show all sessions of the library on one map"))

    /// The minimum width of the map in pixels for the buttons next to each other, with usual text.
    private static let widthForRow = 400
    private static let widthWithLibrary = 540

    init() {
        let open = Button(
            label: localized("Open…"), describedAs: localized("Open a recording"),
            tooltip: localized("Open a recording (Ctrl+O)"))
        let demo = Button(
            label: localized("Show Simulated Day"), tooltip: localized("Open the built-in simulated day"))
        for (button, action) in [(open, "win.open"), (library, "win.library-map"), (demo, "win.demo")] {
            buttons.append(button.setAction(action))
        }
        buttons.horizontalAlignment = .center
        let state = EmptyState(
            icon: "odograph-track-symbolic", headline: localized("Nothing is open"),
            hint: localized("Record a session, open one, or drop a file here."))
        state.widget.append(buttons)
        state.widget.setMargins(top: 22, bottom: 22, start: 16, end: 16)
        widget.append(state.widget)
        widget.addClasses("map-hover")
        widget.horizontalAlignment = .center
        widget.verticalAlignment = .center
        widget.isVisible = false
    }

    /// Stacks the buttons if the map has no room for them next to each other.
    func fit(mapWidth: Int) {
        let needed = library.isVisible ? Self.widthWithLibrary : Self.widthForRow
        buttons.setOrientation(mapWidth < widget.scaled(needed) ? .vertical : .horizontal)
    }

    /// Offers the library if it has sessions.
    func setLibrary(_ hasSessions: Bool) { library.isVisible = hasSessions }
}
