import GTKKit
import ShumateKit
import ViewerModel

/// The plain ground: parallels and meridians at a round spacing, named at the edges.
///
/// Drawn whole, not in tiles, so that its lines are sharp at every zoom and its colours follow the style.
@MainActor
final class GraticuleLayer: MapLayerContent {
    private let appearance: Appearance
    /// Whether the ground is drawn; tiles take its place.
    var isShown = true
    /// Called when the room for the map has changed, after the frame that noticed it.
    var onResize: @MainActor () -> Void = {}
    private var size = (width: 0.0, height: 0.0)

    private static let style = TextStyle(size: 10.5)

    init(appearance: Appearance) { self.appearance = appearance }

    func draw(in drawing: Drawing, projection: MapProjection) {
        notice(projection)
        guard isShown else { return }
        let colors = appearance.ground
        drawing.setColor(colors.land)
        drawing.paint()
        let graticule = Graticule(projection.viewport)
        drawing.setAntialiasing(false)
        drawing.setLine(width: 1, cap: .butt)
        drawing.setColor(colors.minor)
        Self.stroke(graticule.fineMeridians, graticule.fineParallels, projection, in: drawing)
        drawing.setColor(colors.major)
        Self.stroke(
            graticule.meridians.map(\.position), graticule.parallels.map(\.position), projection, in: drawing)
        drawing.setAntialiasing(true)
        drawing.setColor(colors.text)
        for line in graticule.meridians where line.position > 40 {
            drawing.text(
                line.label, x: line.position + 4, y: projection.height - 4, anchor: TextAnchor(x: 0, y: 1), Self.style)
        }
        for line in graticule.parallels where line.position < projection.height - 40 && line.position > 30 {
            drawing.text(
                line.label, x: projection.width - 6, y: line.position - 2, anchor: TextAnchor(x: 1, y: 1), Self.style)
        }
    }

    private static func stroke(
        _ meridians: [Double], _ parallels: [Double], _ projection: MapProjection, in drawing: Drawing
    ) {
        for x in meridians {
            drawing.move(x.rounded() + 0.5, 0)
            drawing.line(x.rounded() + 0.5, projection.height)
        }
        for y in parallels {
            drawing.move(0, y.rounded() + 0.5)
            drawing.line(projection.width, y.rounded() + 0.5)
        }
        drawing.stroke()
    }

    private func notice(_ projection: MapProjection) {
        guard size != (projection.width, projection.height) else { return }
        size = (projection.width, projection.height)
        // Moving the map while it is being drawn would draw it twice.
        MainLoop.after(milliseconds: 0) { [weak self] in self?.onResize() }
    }
}
