import GTKKit
import Geometry
import SensorModel
import ShumateKit
import ViewerModel

/// Flags with names at the moments that the user marked.
@MainActor
final class FlagLayer: MapLayerContent {
    private let appearance: Appearance
    /// The marks and their places, in order of time.
    var marks: [(mark: SessionMark, place: UnitMercator)] = []
    /// The mark that the user drags, and its new place.
    var dragged: (mark: SessionMark, place: UnitMercator)?

    /// The height and the width of a flag, in pixels.
    private static let (pole, cloth) = (20.0, 12.0)
    /// The distance from a flag in pixels within which a press takes it.
    private static let reach = 5.0
    private static let style = TextStyle(size: 11, weight: .semibold)

    init(appearance: Appearance) { self.appearance = appearance }

    func draw(in drawing: Drawing, projection: MapProjection) {
        var taken: [Frame] = []
        for (mark, known) in marks {
            let place = dragged.flatMap { $0.mark == mark ? $0.place : nil } ?? known
            let (x, y) = projection.pixel(nearest: place)
            guard -Self.pole...(projection.width + Self.pole) ~= x,
                -Self.pole...(projection.height + Self.pole) ~= y
            else { continue }
            drawFlag(in: drawing, x: x, y: y)
            // Of names that would overlap, the first stays.
            let size = drawing.measure(mark.title, Self.style)
            let (left, middle) = (x + Self.cloth + 12, y - Self.pole + 4)
            let frame = Frame(
                x: left - 8, y: middle - size.height / 2 - 3, width: size.width + 16, height: size.height + 6)
            guard !taken.contains(where: frame.intersects) else { continue }
            taken.append(frame)
            drawing.chip(mark.title, x: left, y: middle, Self.style, appearance.palette)
        }
    }

    /// Returns the mark whose flag is at a pixel, and the distance from the pixel to its foot; `nil` if there is none.
    func mark(
        atX x: Double, y: Double, in projection: MapProjection
    ) -> (mark: SessionMark, right: Double, down: Double)? {
        for (mark, place) in marks.reversed() {
            let foot = projection.pixel(nearest: place)
            let (right, down) = (foot.x - x, foot.y - y)
            if (-Self.cloth - Self.reach)...Self.reach ~= right, -Self.reach...(Self.pole + Self.reach) ~= down {
                return (mark, right, down)
            }
        }
        return nil
    }

    private func drawFlag(in drawing: Drawing, x: Double, y: Double) {
        for (color, width) in [(appearance.palette.background, 4.5), (appearance.palette.foreground, 2)] {
            drawing.newPath()
            drawing.move(x, y)
            drawing.line(x, y - Self.pole)
            drawing.line(x + Self.cloth, y - Self.pole + 4)
            drawing.line(x, y - Self.pole + 9)
            drawing.setLine(width: width)
            drawing.setColor(Color(color))
            drawing.strokePreserving()
        }
        drawing.setColor(Color(appearance.palette.reference))
        drawing.fill()
    }
}
