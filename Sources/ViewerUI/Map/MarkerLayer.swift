import FusionCore
import GTKKit
import Geometry
import Glibc
import SensorModel
import ShumateKit
import ViewerModel

/// The position at the shown instant: its uncertainty, course and marker.
@MainActor
final class MarkerLayer: MapLayerContent {
    private let appearance: Appearance
    /// The position; `nil` if it is unknown.
    private(set) var position: PositionEstimate?

    /// The place under the pointer over a chart; `nil` if the pointer is elsewhere.
    var pointed: Coordinate?

    /// Returns the places of the other lines at the instant, with their colours.
    var others: () -> [(place: UnitMercator, color: RGB)] = { [] }

    private static let (radius, otherRadius) = (7.5, 4.0)
    private static let pointedRadius = 5.0
    private static let (rim, otherRim) = (2.5, 1.5)
    /// The number of corners of the polygon that approximates an ellipse.
    private static let corners = 72

    init(appearance: Appearance) { self.appearance = appearance }

    /// Shows another position; `nil` for none.
    func show(_ position: PositionEstimate?) { self.position = position }

    func draw(in drawing: Drawing, projection: MapProjection) {
        drawPointed(in: drawing, projection)
        for (place, color) in others() {
            let (x, y) = projection.pixel(nearest: place)
            drawDot(in: drawing, x: x, y: y, radius: Self.otherRadius, rim: Self.otherRim, Color(color))
        }
        guard let position else { return }
        let palette = appearance.palette
        let isEstimated = position.isEstimated
        let color = Color(isEstimated ? palette.estimated : palette.accent)
        let (x, y) = projection.pixel(of: position.coordinate)
        let metres = UnitMercator.metresPerUnit(atLatitude: position.coordinate.latitude) / projection.scale
        outlineUncertainty(
            of: position, in: drawing, x: x, y: y, metresPerPixel: metres, rotation: projection.rotation)
        drawing.setColor(color.with(alpha: 0.18))
        drawing.fillPreserving()
        drawing.setLine(width: 1, dash: isEstimated ? [4, 4] : [])
        drawing.setColor(color.with(alpha: 0.4))
        drawing.stroke()
        if let course = position.courseOverGround {
            let angle = course + projection.rotation
            drawCourse(angle, in: drawing, x: x, y: y, color: color)
        }
        drawDot(in: drawing, x: x, y: y, radius: Self.radius, rim: Self.rim, color)
    }

    private func drawDot(in drawing: Drawing, x: Double, y: Double, radius: Double, rim: Double, _ color: Color) {
        for (radius, color) in [(radius + rim, Color(0xFFFFFF)), (radius, color)] {
            drawing.circle(x: x, y: y, radius: radius)
            drawing.setColor(color)
            drawing.fill()
        }
    }

    /// Draws a ring at the place under the pointer.
    private func drawPointed(in drawing: Drawing, _ projection: MapProjection) {
        guard let pointed else { return }
        let (x, y) = projection.pixel(of: pointed)
        drawing.circle(x: x, y: y, radius: Self.pointedRadius)
        drawing.setColor(Color(appearance.palette.background))
        drawing.fillPreserving()
        drawing.setLine(width: 2.5)
        drawing.setColor(Color(appearance.palette.foreground))
        drawing.stroke()
    }

    /// The semi-axes of the ellipse that contains 95 % of a two-dimensional normal distribution, in standard
    /// deviations.
    private static let ellipse = 2.4477

    /// The filter's 95 % ellipse if it has a covariance, otherwise the circle of 1-sigma accuracy.
    private func outlineUncertainty(
        of position: PositionEstimate, in drawing: Drawing, x: Double, y: Double, metresPerPixel: Double,
        rotation: Double
    ) {
        let smallest = Self.radius + 6
        guard let covariance = position.covariance else {
            return drawing.circle(x: x, y: y, radius: max(smallest, position.accuracy / metresPerPixel))
        }
        let axes = ErrorEllipse(eastEast: covariance.x, eastNorth: covariance.y, northNorth: covariance.z)
        let scale = Self.ellipse / metresPerPixel
        let long = max(smallest, axes.major * scale)
        let short = max(smallest, axes.minor * scale)
        // The axes are counterclockwise from east, but the map is turned clockwise.
        let (cosine, sine) = (cos(axes.angle - rotation), sin(axes.angle - rotation))
        drawing.newPath()
        for step in 0..<Self.corners {
            let angle = 2 * Double.pi * Double(step) / Double(Self.corners)
            let (along, across) = (long * cos(angle), short * sin(angle))
            // y counts downward.
            drawing.line(x + along * cosine - across * sine, y - along * sine - across * cosine)
        }
        drawing.closePath()
    }

    /// - Parameter angle: The direction in radians, clockwise from the top.
    private func drawCourse(_ angle: Double, in drawing: Drawing, x: Double, y: Double, color: Color) {
        drawing.saved {
            drawing.translate(x, y)
            drawing.rotate(angle)
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
