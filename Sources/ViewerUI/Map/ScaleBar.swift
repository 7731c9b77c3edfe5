import GTKKit
import Localization
import Viewer
import ViewerModel

/// A bar as long as a round distance on the ground.
@MainActor
final class ScaleBar: CanvasContent {
    private let appearance: Appearance
    /// The widget that shows it.
    private(set) lazy var canvas = Canvas(role: .picture, content: self)
    private var scale: MapScale?

    private static let longest = 96.0
    /// The size in pixels, with text of the usual size.
    static let size = (width: 116, height: 30)

    init(appearance: Appearance) {
        self.appearance = appearance
        // The bar is longer than its text, even if the text is large.
        canvas.requestSize(width: Self.size.width)
        canvas.requestTextRoom(height: Self.size.height)
        canvas.addClasses("map-control")
        canvas.tooltip = localized("Scale of the map")
    }

    /// Shows the scale of a map.
    func show(_ viewport: MapViewport, unit: DistanceUnit) {
        guard let scale = Self.scale(of: viewport, unit: unit), scale != self.scale else { return }
        self.scale = scale
        canvas.describe(localized("Scale of the map: {1}", scale.label))
        canvas.queueDraw()
    }

    static func scale(of viewport: MapViewport, unit: DistanceUnit) -> MapScale? {
        MapScale(viewport, longest: longest, unit: unit)
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        if let scale { draw(scale, in: drawing, width: width, height: height) }
    }

    func draw(_ scale: MapScale, in drawing: Drawing, width: Double, height: Double) {
        drawing.setColor(Color(appearance.palette.foreground))
        drawing.text(scale.label, x: width / 2, y: 11 * drawing.textScale, anchor: .center, TextStyle(size: 11.5))
        let left = ((width - scale.length) / 2).rounded() + 0.5
        let right = left + scale.length.rounded()
        drawing.setLine(width: 1.5, cap: .butt)
        drawing.move(left, height - 10)
        drawing.line(left, height - 5.5)
        drawing.line(right, height - 5.5)
        drawing.line(right, height - 10)
        drawing.stroke()
    }
}
