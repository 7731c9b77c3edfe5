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
    /// The room on either side of a name, in pixels.
    private static let padding = 8.0

    init(appearance: Appearance) { self.appearance = appearance }

    func draw(in drawing: Drawing, projection: MapProjection) {
        var taken: [Frame] = []
        for flag in flags(in: drawing, projection) {
            drawFlag(in: drawing, x: flag.x, y: flag.y)
            // Of names that would overlap, the first stays.
            guard !taken.contains(where: flag.name.intersects) else { continue }
            taken.append(flag.name)
            let middle = flag.name.y + flag.name.height / 2
            drawing.chip(flag.mark.title, x: flag.name.x + Self.padding, y: middle, Self.style, appearance.palette)
        }
    }

    /// Returns the boxes of the flags in view and of their names, in pixels.
    func boxes(in drawing: Drawing, _ projection: MapProjection) -> [Frame] {
        flags(in: drawing, projection).flatMap { flag in
            [Frame(x: flag.x, y: flag.y - Self.pole, width: Self.cloth, height: Self.pole), flag.name]
        }
    }

    /// Returns the flags in view, their feet, and the room for their names, in pixels.
    private func flags(
        in drawing: Drawing, _ projection: MapProjection
    ) -> [(mark: SessionMark, x: Double, y: Double, name: Frame)] {
        marks.compactMap { mark, known in
            let place = dragged.flatMap { $0.mark == mark ? $0.place : nil } ?? known
            let (x, y) = projection.pixel(nearest: place)
            guard -Self.pole...(projection.width + Self.pole) ~= x,
                -Self.pole...(projection.height + Self.pole) ~= y
            else { return nil }
            let size = drawing.measure(mark.title, Self.style)
            let name = Frame(
                x: x + Self.cloth + 4, y: y - Self.pole + 1 - size.height / 2, width: size.width + 2 * Self.padding,
                height: size.height + 6)
            return (mark, x, y, name)
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
