import FusionCore
import GTKKit
import Geodesy
import Glibc
import ShumateKit
import ViewerModel

/// Where we are at the instant that is shown: accuracy circle, course and marker.
@MainActor
final class MarkerLayer: MapLayerContent {
    private let appearance: Appearance
    /// The position; nil where none is known.
    var position: PositionEstimate?
    /// The course in degrees clockwise from north, where known.
    var courseDegrees: Double?
    /// Whether the position is an estimate now.
    var isEstimated = false

    private static let radius = 7.5
    private static let rim = 2.5

    init(appearance: Appearance) { self.appearance = appearance }

    func draw(in drawing: Drawing, projection: MapProjection) {
        guard let position else { return }
        let palette = appearance.palette
        let color = Color(isEstimated ? palette.estimated : palette.accent)
        let (x, y) = projection.pixel(UnitMercator(position.coordinate))
        let metres = UnitMercator.metresPerUnit(atLatitude: position.coordinate.latitude) / projection.scale
        let radius = max(Self.radius + 6, position.accuracy / metres)
        drawing.circle(x: x, y: y, radius: radius)
        drawing.setColor(color.with(alpha: 0.18))
        drawing.fillPreserving()
        drawing.setLine(width: 1, dash: isEstimated ? [4, 4] : [])
        drawing.setColor(color.with(alpha: 0.4))
        drawing.stroke()
        if let courseDegrees { drawCourse(courseDegrees, in: drawing, x: x, y: y, color: color) }
        drawing.circle(x: x, y: y, radius: Self.radius + Self.rim)
        drawing.setColor(Color(0xFFFFFF))
        drawing.fill()
        drawing.circle(x: x, y: y, radius: Self.radius)
        drawing.setColor(color)
        drawing.fill()
    }

    private func drawCourse(_ degrees: Double, in drawing: Drawing, x: Double, y: Double, color: Color) {
        drawing.saved {
            drawing.translate(x, y)
            drawing.rotate(degrees * radiansPerDegree)
            drawing.newPath()
            drawing.move(0, -Self.radius - 13)
            drawing.line(6.5, -Self.radius - 3)
            drawing.line(0, -Self.radius - 5.5)
            drawing.line(-6.5, -Self.radius - 3)
            drawing.closePath()
            drawing.setColor(color)
            drawing.fill()
        }
    }
}
