import GTKKit
import Viewer
import ViewerModel

/// The cards over the map and their layout: the layers, the meaning of the colours, and the table of the tracks.
@MainActor
final class MapCards {
    /// The layers, behind a button.
    let list: TrackList
    /// The quantity of the track's colour.
    let coloring: ColoringLegend
    private lazy var table = TrackTableCard(replay: replay)
    /// The legends, which scroll in a low map.
    private let legends: ScrolledWindow
    private var buttons: MapButtons?
    private var isShown = true
    private var mapHeight = 0

    /// The margins next to the legend in pixels, for the map's edge and its buttons.
    private static let legendMargins = (start: 16, end: 64)
    /// The minimum width of the map, in pixels, for the names of layers and colours over it.
    private static let narrowestMap = 730
    /// The width of the scale bar with its margins, in pixels.
    private static let scaleWidth = 146
    private static let scaleHeight = 36
    /// The size of a chip's shadow in pixels, which a scrolled area would cut off.
    private static let shadow = 4
    /// The margins in pixels of the cards, and of those in the corner.
    private static let edge = 14
    /// The minimum height in pixels that the names of the colours leave to the buttons, and that of a map with a scale
    /// bar, for text of the default size.
    private static let lowestMap = 120
    private static let (cornerTop, cornerBottom, cornerSpacing) = (110, 30, 8)

    private let map: Widget
    private let replay: ReplayController

    init(over map: Widget, appearance: Appearance, replay: ReplayController) {
        (self.map, self.replay) = (map, replay)
        list = TrackList(appearance: appearance, replay: replay)
        coloring = ColoringLegend(appearance: appearance, replay: replay)
        let column = Box(.vertical, spacing: 8, children: [list.widget, coloring.widget])
        let shadow = Self.shadow
        column.setMargins(top: shadow, bottom: shadow, start: shadow, end: shadow)
        legends = ScrolledWindow(column)
        legends.propagateNaturalHeight(true)
    }

    /// The cards, which labels must not overlap.
    var widgets: [Widget] { list.parts + [coloring.widget, coloring.corner, table.widget] }

    /// Returns the left and upper edge of the table of the tracks, in pixels; `nil` if it is not shown.
    var cornerEdges: (left: Double, top: Double)? {
        table.widget.isVisible ? table.widget.frame(in: map).map { ($0.x, $0.y) } : nil
    }

    /// Adds the cards to the map, next to its buttons.
    func place(on overlay: Overlay, nextTo buttons: MapButtons) {
        self.buttons = buttons
        legends.horizontalAlignment = .start
        legends.verticalAlignment = .start
        placeLegends()
        overlay.add(legends)
        // Above the attribution, next to the scale bar and the buttons.
        coloring.corner.setMargins(bottom: Self.cornerBottom, end: Self.edge)
        overlay.add(coloring.corner)
        overlay.add(table.widget)
    }

    /// Places the legends next to the buttons, above the scale bar of a narrow map or if they are open, and above a table that is not next to them.
    private func placeLegends() {
        let scale = (isNarrow || list.openWidth > 0) && hasScaleBar ? legends.scaled(Self.scaleHeight) + Self.edge : 0
        // The sizes of the table include its margins.
        let room = map.width - Self.legendMargins.start - Self.edge
        let isBelow = list.openWidth > 0 && table.widget.isVisible && list.openWidth + table.widget.naturalWidth > room
        let low = min(table.widget.naturalHeight - (isNarrow ? 0 : Self.cornerTop - Self.edge), map.height / 2)
        legends.setMargins(
            top: Self.edge - Self.shadow, bottom: isBelow ? max(scale, low) : scale,
            start: Self.legendMargins.start - Self.shadow, end: Self.legendMargins.end - Self.shadow)
    }

    /// Shows or hides the legends.
    func setShown(_ isShown: Bool) {
        self.isShown = isShown
        for widget in [list.widget, coloring.widget] { widget.isVisible = isShown }
        layOutCorner()
    }

    /// Whether the map is high enough for a scale bar.
    var hasScaleBar: Bool { isShown && hasRoomForScale }

    /// Whether the map is high enough for a scale bar without cards.
    var hasRoomForScale: Bool { mapHeight >= list.widget.scaled(Self.lowestMap) }

    /// Shows the names of the colours at the lower edge if the map is high enough; returns their height, or 0.
    @discardableResult
    private func layOutCorner() -> Int {
        let names = coloring.cornerHeight
        coloring.corner.isVisible =
            isShown && mapHeight >= Self.cornerBottom + names + list.widget.scaled(Self.lowestMap)
        return coloring.corner.isVisible ? names : 0
    }

    /// Shows the meaning of the colours; `nil` if nothing is coloured.
    func show(_ colors: TrackColors?, otherSport: String?) {
        coloring.show(colors, otherSport: otherSport, unit: replay.unit)
        layOutTable()
    }

    /// Shows the layers, and the figures of the tracks.
    func showTracks() {
        list.show()
        table.show(isNarrow: isNarrow)
        placeLegends()
        fit()
    }

    /// Follows the map's size.
    func resize() {
        mapHeight = map.height
        list.setNarrow(isNarrow)
        coloring.setUpright(isNarrow)
        placeLegends()
        fit()
    }

    /// True if there is no room for the names of layers and colours.
    static func isNarrow(_ map: Widget, width: Int) -> Bool { width < map.scaled(narrowestMap) }

    private var isNarrow: Bool { Self.isNarrow(map, width: map.width) }

    private func fit() {
        coloring.fit(
            into: isNarrow
                ? map.width - Self.scaleWidth - Self.legendMargins.start
                : map.width - Self.legendMargins.start - Self.legendMargins.end)
        layOutTable()
    }

    /// Places the table next to the buttons, below the legend in a wide map, and above the
    /// names of the colours, which the buttons do not overlap either.
    private func layOutTable() {
        let names = layOutCorner()
        let bottom = Self.cornerBottom + (names > 0 ? names + Self.cornerSpacing : 0)
        buttons?.keepClear(bottom: bottom)
        table.widget.setMargins(
            top: isNarrow ? Self.edge : Self.cornerTop,
            bottom: bottom, end: Self.legendMargins.end)
    }
}
