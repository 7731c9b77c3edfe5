import GTKKit
import ShumateKit

/// The names on the map, above the parallels and meridians, and the labels of those that do not overlap the names.
@MainActor
final class GroundNamesLayer: MapLayerContent {
    private let appearance: Appearance
    private let ground: GroundLayer
    private let graticule: GraticuleLayer
    private let names = NameLayer()
    /// Whether the last drawing left names out, which the next one has.
    private(set) var leavesSome = false
    private weak var pane: MapPane?

    init(of pane: MapPane, ground: GroundLayer, graticule: GraticuleLayer) {
        (self.pane, appearance, self.ground, self.graticule) = (pane, pane.appearance, ground, graticule)
    }

    func draw(in drawing: Drawing, projection: MapProjection) {
        let marks = pane.map { $0.marks.boxes(in: drawing, projection) + $0.obstacles } ?? []
        let placed = names.draw(
            ground.labels, in: drawing, projection, isDark: appearance.isDark, around: marks)
        leavesSome = placed.leavesSome
        if leavesSome { MainLoop.after(milliseconds: 0) { [weak self] in self?.pane?.layers.redraw(.names) } }
        graticule.drawNames(in: drawing, projection, around: placed.boxes + marks)
    }
}
