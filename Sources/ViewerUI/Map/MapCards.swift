import GTKKit
import Viewer
import ViewerModel

/// The cards over the map and their layout: the legend, the meaning of the colours, and the comparison of two runs.
@MainActor
final class MapCards {
    /// The layers.
    let legend: MapLegend
    /// The quantity of the track's colour.
    let coloring: ColoringLegend
    private let comparison = ComparisonCard()
    private let reference = ReferenceCard()
    /// The legends, which scroll in a low map.
    private let legends: ScrolledWindow
    /// The tables of what is compared.
    private var corner: Box?
    private var buttons: MapButtons?
    private var isShown = true
    private var mapHeight = 0

    /// The margins next to the legend in pixels, for the map's edge and its buttons; and the width of an optional chip.
    private static let legendMargins = (start: 16, end: 64)
    private static let chipWidth = 90
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
        legend = MapLegend(appearance: appearance, replay: replay)
        coloring = ColoringLegend(appearance: appearance, replay: replay)
        let column = Box(.vertical, spacing: 8, children: [legend.widget, coloring.widget])
        let shadow = Self.shadow
        column.setMargins(top: shadow, bottom: shadow, start: shadow, end: shadow)
        legends = ScrolledWindow(column)
        legends.propagateNaturalHeight(true)
    }

    /// The cards, which labels must not overlap.
    var widgets: [Widget] { [legend.widget, coloring.widget, coloring.corner, reference.widget, comparison.widget] }

    /// Returns the left and upper edge of the tables of what is compared, in pixels; `nil` if none is shown.
    var cornerEdges: (left: Double, top: Double)? {
        let frames = [reference.widget, comparison.widget].filter(\.isVisible).compactMap { $0.frame(in: map) }
        guard let left = frames.map(\.x).min(), let top = frames.map(\.y).min() else { return nil }
        return (left, top)
    }

    /// Adds the cards to the map, next to its buttons.
    func place(on overlay: Overlay, nextTo buttons: MapButtons) {
        self.buttons = buttons
        for chip in legend.occasionalChips { coloring.widget.append(chip) }
        legends.horizontalAlignment = .start
        legends.verticalAlignment = .start
        placeLegends()
        overlay.add(legends)
        // Above the attribution, next to the scale bar and the buttons.
        coloring.corner.setMargins(bottom: Self.cornerBottom, end: Self.edge)
        overlay.add(coloring.corner)
        let corner = Box(.vertical, spacing: 8, children: [reference.widget, comparison.widget])
        corner.horizontalAlignment = .end
        corner.verticalAlignment = .end
        overlay.add(corner)
        self.corner = corner
    }

    /// Places the legends next to the buttons, and above the scale bar if they form a column.
    private func placeLegends() {
        let scale = legends.scaled(Self.scaleHeight) + Self.edge
        legends.setMargins(
            top: Self.edge - Self.shadow, bottom: isNarrow && hasScaleBar ? scale : 0,
            start: Self.legendMargins.start - Self.shadow, end: Self.legendMargins.end - Self.shadow)
    }

    /// Shows or hides the legends.
    func setShown(_ isShown: Bool) {
        self.isShown = isShown
        for widget in [legend.widget, coloring.widget] { widget.isVisible = isShown }
        layOutCorner()
    }

    /// Whether the map is high enough for a scale bar.
    var hasScaleBar: Bool { isShown && hasRoomForScale }

    /// Whether the map is high enough for a scale bar without cards.
    var hasRoomForScale: Bool { mapHeight >= legend.widget.scaled(Self.lowestMap) }

    /// Shows the names of the colours at the lower edge if the map is high enough; returns their height, or 0.
    @discardableResult
    private func layOutCorner() -> Int {
        let names = coloring.cornerHeight
        coloring.corner.isVisible =
            isShown && mapHeight >= Self.cornerBottom + names + legend.widget.scaled(Self.lowestMap)
        return coloring.corner.isVisible ? names : 0
    }

    /// Shows the meaning of the colours; `nil` if nothing is coloured.
    func show(_ colors: TrackColors?, otherSport: String?) {
        coloring.show(colors, otherSport: otherSport, unit: replay.unit)
        layOutComparison()
    }

    /// Shows the comparison of two sets of parameters.
    func showComparison() {
        let sets = replay.sets
        comparison.show(replay.comparison, unit: replay.unit, sets: sets, isNarrow: isNarrow)
        legend.setComparing(sets.isComparing ? sets.active.other : nil)
        fit()
    }

    /// Shows the chip of the roads.
    func showRoads() {
        legend.show(replay.roads, unit: replay.unit.distanceUnit)
        fit()
    }

    /// Shows the numbers of the comparison with a reference.
    func showReference() { reference.show(replay.reference, unit: replay.unit) }

    /// Follows the map's size.
    func resize() {
        mapHeight = map.height
        legend.setUpright(isNarrow, isFolding: Self.isFolding(map, width: map.width))
        coloring.setUpright(isNarrow)
        placeLegends()
        fit()
    }

    /// True if the legend is a column for lack of space.
    static func isNarrow(_ map: Widget, width: Int) -> Bool { width < map.scaled(MapLegend.narrowestMap) }

    /// True if a button shows the legend for lack of space.
    static func isFolding(_ map: Widget, width: Int) -> Bool { width < map.scaled(MapLegend.smallestMap) }

    private var isNarrow: Bool { Self.isNarrow(map, width: map.width) }

    private func fit() {
        let chips = (replay.sets.isComparing ? 1 : 0) + (replay.roads.isOffered ? 1 : 0)
        let chip = chips * legend.widget.scaled(Self.chipWidth)
        coloring.fit(
            into: isNarrow
                ? map.width - Self.scaleWidth - Self.legendMargins.start
                : map.width - Self.legendMargins.start - Self.legendMargins.end - chip)
        layOutComparison()
    }

    /// Places the comparison next to the buttons, below the legend (or next to it if it is a column), and above the
    /// names of the colours, which the buttons do not overlap either.
    private func layOutComparison() {
        let names = layOutCorner()
        let bottom = Self.cornerBottom + (names > 0 ? names + Self.cornerSpacing : 0)
        buttons?.keepClear(bottom: bottom)
        corner?.setMargins(
            top: isNarrow ? Self.edge : Self.cornerTop,
            bottom: bottom, end: Self.legendMargins.end)
    }
}
