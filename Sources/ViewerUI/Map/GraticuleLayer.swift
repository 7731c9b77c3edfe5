import GTKKit
import Geometry
import Localization
import ShumateKit
import ViewerModel

/// Parallels and meridians at a round spacing, with labels at the edges. The names on the map are drawn over the lines;
/// the labels of the lines are drawn last, with ``drawNames(in:_:around:)``.
///
/// The layer is not drawn in tiles, so that its lines are sharp at every zoom and its colours follow the style.
@MainActor
final class GraticuleLayer: MapLayerContent {
    private let appearance: Appearance
    private weak var pane: MapPane?
    private var size = (width: 0.0, height: 0.0)

    private static let style = TextStyle(size: 10.5)
    /// The approximate maximum width of a letter in pixels. Laying out a label to find out whether it fits would take
    /// as long as drawing it.
    private static let letterWidth = 6.3
    /// The height of the labels at the lower edge, in pixels.
    private static let lowest = 40.0

    init(of pane: MapPane) { (appearance, self.pane) = (pane.appearance, pane) }

    /// Returns whether lines are drawn in a view. They are drawn only if the map shows nothing else there.
    private func isShown(_ projection: MapProjection) -> Bool { pane?.ground.isPlain(projection) ?? true }

    func draw(in drawing: Drawing, projection: MapProjection) {
        notice(projection)
        guard isShown(projection) else { return }
        let colors = appearance.ground
        drawing.setAntialiasing(projection.rotation != 0)
        drawing.setLine(width: 1, cap: .butt)
        drawing.upright(projection) { upright in
            let graticule = Graticule(upright.viewport)
            drawing.setColor(colors.minor)
            Self.stroke(graticule.fineMeridians, graticule.fineParallels, upright, in: drawing)
            drawing.setColor(colors.major)
            Self.stroke(
                graticule.meridians.map(\.position), graticule.parallels.map(\.position), upright, in: drawing)
        }
        drawing.setAntialiasing(true)
    }

    /// Draws the labels of the lines that do not overlap the controls or the names on the map.
    /// - Parameter names: The boxes of the names on the map, in pixels.
    func drawNames(in drawing: Drawing, _ projection: MapProjection, around names: [Frame]) {
        guard isShown(projection) else { return }
        let upright = projection.upright
        let graticule = Graticule(upright.viewport)
        drawing.setColor(appearance.ground.text)
        var obstacles = (pane?.obstacles ?? []) + names
        func place(_ x: Double, _ y: Double) -> ScreenPoint {
            let pixel = projection.pixel(upright.point(x: x, y: y))
            return ScreenPoint(x: pixel.x, y: pixel.y)
        }
        for line in graticule.meridians {
            let (from, to) = (place(line.position, 0), place(line.position, upright.height))
            name(line, from: from, to: to, &obstacles, projection, in: drawing)
        }
        for line in graticule.parallels {
            let (from, to) = (place(0, line.position), place(upright.width, line.position))
            name(line, from: from, to: to, &obstacles, projection, in: drawing)
        }
    }

    /// Draws a line's label where the line leaves the map at the lower or right edge, if it is readable there.
    private func name(
        _ line: Graticule.Line, from: ScreenPoint, to: ScreenPoint, _ obstacles: inout [Frame],
        _ projection: MapProjection, in drawing: Drawing
    ) {
        // With north up, the meridians end at the lower edge and the parallels at the right edge.
        if let x = Self.crossing(from.y, to.y, at: projection.height, from.x, to.x), (0...projection.width).contains(x)
        {
            name(line, x: x + 4, y: projection.height - 4, isAtEnd: false, &obstacles, projection, in: drawing)
        } else if let y = Self.crossing(from.x, to.x, at: projection.width, from.y, to.y),
            (0..<projection.height - Self.lowest * drawing.textScale).contains(y)
        {
            name(line, x: projection.width - 6, y: y - 2, isAtEnd: true, &obstacles, projection, in: drawing)
        }
    }

    /// Returns the other coordinate of the point at which a line has the given coordinate; `nil` if there is no such
    /// point.
    private static func crossing(
        _ first: Double, _ last: Double, at place: Double, _ firstOther: Double, _ lastOther: Double
    ) -> Double? {
        let way = last - first
        guard abs(way) > 1e-6 else { return nil }
        let share = (place - first) / way
        guard (-1e-9...1 + 1e-9).contains(share) else { return nil }
        return firstOther + share * (lastOther - firstOther)
    }

    /// Draws a line's label above a point if it is readable there.
    private func name(
        _ line: Graticule.Line, x: Double, y: Double, isAtEnd: Bool, _ obstacles: inout [Frame],
        _ projection: MapProjection, in drawing: Drawing
    ) {
        let label = line.label.localized
        let width = Double(label.count) * Self.letterWidth * drawing.textScale
        let height = (Self.style.size + 3) * drawing.textScale
        let frame = Frame(x: isAtEnd ? x - width : x, y: y - height, width: width, height: height)
        guard Self.isReadable(frame, on: projection, around: obstacles) else { return }
        obstacles.append(frame)
        drawing.text(label, x: x, y: y, anchor: TextAnchor(x: isAtEnd ? 1 : 0, y: 1), Self.style)
    }

    /// Returns whether a label is within the map and does not overlap anything above it.
    static func isReadable(_ frame: Frame, on projection: MapProjection, around obstacles: [Frame]) -> Bool {
        frame.x >= 0 && frame.y >= 0 && frame.x + frame.width <= projection.width
            && !obstacles.contains(where: frame.intersects)
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
        MainLoop.after(milliseconds: 0) { [weak self] in self?.pane?.handleResize() }
    }
}
