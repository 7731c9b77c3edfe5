import GTKKit
import Localization
import Viewer
import ViewerModel

/// A card over the map of the library: how many sessions it shows, the meaning of the colours, and the switch for heat.
@MainActor
final class LibraryCard {
    let widget = Box(.vertical, spacing: 6)
    /// The meaning of the colours.
    let coloring: ColoringLegend
    private let appearance: Appearance
    private let replay: ReplayController
    private let status = Label("", classes: ["headline"], aligned: .start)
    private let problem = Label("", classes: ["finding", "caption"], aligned: .start)

    /// The margins at the left and the right of the card, and that within it, in pixels.
    private static let (start, end, padding) = (14, 64, 12)
    private static let characters = 46

    init(appearance: Appearance, replay: ReplayController) {
        (self.appearance, self.replay) = (appearance, replay)
        coloring = ColoringLegend(appearance: appearance, replay: replay)
        coloring.becomePart()
        status.expandsHorizontally = true
        for label in [status, problem] { label.wrap(maximumCharacters: Self.characters) }
        let heat = ToggleButton(label: localized("Heat Map"))
        heat.tooltip = localized("Show how many sessions passed each place")
        heat.setAction("win.library-heat")
        let close = Button(icon: "window-close-symbolic", describedAs: localized("Back to the session (Esc)"))
        close.onClick { _ = replay.leaveLibraryMap() }
        for control in [heat, close] as [Widget] { control.verticalAlignment = .start }
        let head = Box(.horizontal, spacing: 8, children: [status, heat, close])
        for child in [head, problem, coloring.widget] as [Widget] { widget.append(child) }
        widget.addClasses("map-hover")
        widget.horizontalAlignment = .start
        widget.verticalAlignment = .start
        widget.setMargins(top: Self.start, start: Self.start, end: Self.end)
        widget.isVisible = false
    }

    /// Shows the state of the library on the map.
    func show() {
        let watch = replay.libraryMap
        status.text = watch.status
        problem.text = watch.map.problems.first ?? ""
        problem.isVisible = !problem.text.isEmpty
        problem.tooltip = watch.map.problems.joined(separator: "\n")
        if !watch.isHeat { showColors(heatUpTo: nil) }
    }

    /// Shows the meaning of the colours.
    /// - Parameter top: The number of sessions at the top of the scale of heat; `nil` for activities.
    func showColors(heatUpTo top: Int?) {
        guard let top else {
            return coloring.show(replay.libraryMap.map.colors, otherSport: nil, unit: replay.unit)
        }
        let high = localizedCount("{1} session", "{1} sessions", top)
        coloring.show(
            LibraryPainting.scale(upTo: top, isDark: appearance.isDark), from: "1", to: high,
            describedAs: localized("Colours from one session to {1}", high))
    }

    /// Follows the map's width.
    func fit(mapWidth: Int) { coloring.fit(into: mapWidth - Self.start - Self.end - 2 * Self.padding) }
}
