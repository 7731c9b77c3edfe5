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
    /// Returns the boxes of the marks along the track and of the controls over the map in a view, in pixels. Names on the
    /// map must not overlap them.
    var marks: @MainActor (Drawing, MapProjection) -> [Frame] = { _, _ in [] }
    /// Draws again when there is more to draw.
    var redraw: @MainActor () -> Void = {}

    init(appearance: Appearance, ground: GroundLayer, graticule: GraticuleLayer) {
        (self.appearance, self.ground, self.graticule) = (appearance, ground, graticule)
    }

    func draw(in drawing: Drawing, projection: MapProjection) {
        let marks = marks(drawing, projection)
        let placed = names.draw(
            ground.labels, in: drawing, projection, isDark: appearance.isDark, around: marks)
        leavesSome = placed.leavesSome
        if leavesSome { MainLoop.after(milliseconds: 0) { [weak self] in self?.redraw() } }
        graticule.drawNames(in: drawing, projection, around: placed.boxes + marks)
    }
}
