import GTKKit
import Geometry
import Replay
import SensorModel
import ShumateKit
import Viewer
import ViewerModel

/// The line with which the user measures, and the rectangle that selects a part.
@MainActor
final class MeasureLayer: MapLayerContent {
    private let appearance: Appearance
    /// The line's corners.
    var points: [Coordinate] = []
    /// The place at which the line would continue.
    var next: Coordinate?
    private let replay: ReplayController
    /// Whether a cross marks the middle of the map, which stands for the pointer.
    var hasCross = false
    /// Whether the map is drawn for a picture, which has no pointer.
    var isPictured = false
    /// The rectangle in pixels while it is drawn.
    var rectangle: (x: Double, y: Double, width: Double, height: Double)?

    init(appearance: Appearance, replay: ReplayController) {
        (self.appearance, self.replay) = (appearance, replay)
    }

    /// The geodesic length in metres on the WGS 84 ellipsoid; `nil` without a line.
    var length: Double? {
        let all = points + (next.map { [$0] } ?? [])
        guard all.count > 1 else { return nil }
        return zip(all, all.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }

    func draw(in drawing: Drawing, projection: MapProjection) {
        drawRectangle(in: drawing)
        drawGate(in: drawing, projection)
        defer { if hasCross, !isPictured { drawCross(in: drawing, x: projection.width / 2, y: projection.height / 2) } }
        let all = (points + (next.map { points.isEmpty ? [] : [$0] } ?? [])).map { projection.pixel(of: $0) }
        guard let last = all.last else { return }
        let palette = appearance.palette
        for (color, width) in [(palette.background, 5.0), (palette.estimated, 2.0)] {
            drawing.newPath()
            for point in all { drawing.line(point.x, point.y) }
            drawing.setLine(width: width)
            drawing.setColor(Color(color))
            drawing.stroke()
        }
        for point in all {
            drawing.circle(x: point.x, y: point.y, radius: 4)
            drawing.setColor(Color(palette.background))
            drawing.fillPreserving()
            drawing.setLine(width: 2)
            drawing.setColor(Color(palette.estimated))
            drawing.stroke()
        }
        if let length {
            draw(replay.unit.distanceUnit.text(of: length), besideX: last.x, y: last.y, in: drawing, projection)
        }
    }

    private func draw(
        _ text: String, besideX x: Double, y: Double, in drawing: Drawing, _ projection: MapProjection
    ) {
        let style = TextStyle(size: 12, weight: .semibold, hasTabularDigits: true)
        let size = drawing.measure(text, style)
        // Above the last corner, but within the map.
        let left = min(projection.width - size.width - 12, max(12, x + 14))
        let edge = size.height / 2 + 8
        let middle = min(projection.height - edge, max(edge, y - edge - 2))
        drawing.chip(text, x: left, y: middle, style, appearance.palette)
    }

    private func drawGate(in drawing: Drawing, _ projection: MapProjection) {
        guard let gate = replay.laps.rule.gate else { return }
        let ends = [gate.start, gate.end].map { projection.pixel(of: $0) }
        for (color, dash) in [(appearance.palette.background, []), (appearance.palette.foreground, [5.0, 5.0])] {
            drawing.newPath()
            for end in ends { drawing.line(end.x, end.y) }
            drawing.setLine(width: 5, cap: .butt, dash: dash)
            drawing.setColor(Color(color))
            drawing.stroke()
        }
    }

    /// Draws a cross that is open in its middle, so that what it points at can be seen.
    private func drawCross(in drawing: Drawing, x: Double, y: Double) {
        for (color, width) in [(appearance.palette.background, 5.0), (appearance.palette.foreground, 2.0)] {
            drawing.newPath()
            for (dx, dy) in [(1.0, 0.0), (-1, 0), (0, 1), (0, -1)] {
                drawing.move(x + 5 * dx, y + 5 * dy)
                drawing.line(x + 14 * dx, y + 14 * dy)
            }
            drawing.setLine(width: width)
            drawing.setColor(Color(color))
            drawing.stroke()
        }
    }

    private func drawRectangle(in drawing: Drawing) {
        guard let rectangle else { return }
        let color = Color(appearance.palette.accent)
        drawing.rectangle(x: rectangle.x, y: rectangle.y, width: rectangle.width, height: rectangle.height)
        drawing.setColor(color.with(alpha: 0.14))
        drawing.fillPreserving()
        drawing.setLine(width: 1.5, dash: [5, 4])
        drawing.setColor(color)
        drawing.stroke()
    }
}
