import GTKKit
import Localization

/// The buttons at the map's edge: zoom, a compass while the map is turned, the whole track, follow, measure, and marks.
@MainActor
struct MapButtons {
    /// The buttons' widget, which scrolls in a low map.
    let widget: ScrolledWindow
    /// The visible groups of buttons.
    let groups: [Widget]
    /// Shows the direction of north while the map is turned.
    let compass: CompassButton

    private static let edge = 10

    init(appearance: Appearance) {
        compass = CompassButton(appearance: appearance)
        let zoom = Self.group()
        for (label, name, key, action) in [
            ("+", localized("Zoom in"), "Ctrl +", "win.zoom-in"),
            ("−", localized("Zoom out"), "Ctrl −", "win.zoom-out"),
        ] {
            zoom.append(Button(label: label, describedAs: name, tooltip: "\(name) (\(key))").setAction(action))
        }
        let tools = Self.group()
        tools.append(
            Button(icon: "odograph-fit-symbolic", describedAs: localized("Show the whole track (Ctrl+0)"))
                .setAction("win.fit"))
        for (icon, name, action) in [
            ("odograph-follow-symbolic", localized("Follow the position (Ctrl+L)"), "win.follow"),
            ("odograph-measure-symbolic", localized("Measure a distance (Ctrl+M)"), "win.measure"),
            ("odograph-marks-symbolic", localized("Mark distances and directions"), "win.marks"),
            (
                "odograph-curtain-symbolic",
                localized("Curtain between raw and smoothed track, or sets A and B (Ctrl+K)"),
                "win.curtain"
            ),
        ] {
            tools.append(ToggleButton(icon: icon, describedAs: name).setAction(action))
        }
        // In a low map, the last buttons are scrolled away; the compass has no other place.
        groups = [zoom, compass.widget, tools]
        let column = Box(.vertical, spacing: 8, children: groups)
        // Room for the shadows.
        column.setMargins(top: 4, bottom: 4, start: 4, end: 4)
        widget = ScrolledWindow(column)
        widget.propagateNaturalHeight(true)
        widget.horizontalAlignment = .end
        widget.verticalAlignment = .start
        keepClear(bottom: 0)
    }

    /// Keeps the lower edge of the map clear, in pixels.
    func keepClear(bottom: Int) { widget.setMargins(top: Self.edge, bottom: bottom, end: Self.edge) }

    private static func group() -> Box {
        let box = Box(.vertical)
        box.addClasses("map-control")
        return box
    }
}
