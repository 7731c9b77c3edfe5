import GTKKit
import Localization
import ViewerModel

/// The button that shows the direction of north while the map is turned, and turns the map back.
@MainActor
final class CompassButton: CanvasContent {
    /// The button's widget, hidden while north is up.
    let widget = Box(.vertical)
    private lazy var canvas = Canvas(role: .decoration, content: self)
    private let appearance: Appearance
    private var rotation = 0.0

    private static let side = 24
    /// Half the length and half the width of the needle in pixels.
    private static let needle = (length: 9.0, width: 3.6)

    init(appearance: Appearance) {
        self.appearance = appearance
        canvas.requestSize(width: Self.side, height: Self.side)
        canvas.horizontalAlignment = .center
        canvas.verticalAlignment = .center
        let button = Button(child: canvas, describedAs: localized("Turn the map north up (Ctrl+N)"))
        button.setAction("win.north-up")
        widget.addClasses("map-control")
        widget.append(button)
        widget.isVisible = false
    }

    /// Shows the angle in radians by which the map is turned clockwise.
    func show(rotation new: Double) {
        guard new != rotation else { return }
        rotation = new
        widget.isVisible = new != 0
        canvas.queueDraw()
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        let palette = appearance.palette
        drawing.translate(width / 2, height / 2)
        drawing.rotate(rotation)
        for (tip, color) in [(-Self.needle.length, palette.rejected), (Self.needle.length, palette.subdued)] {
            drawing.newPath()
            drawing.move(0, tip)
            drawing.line(Self.needle.width, 0)
            drawing.line(-Self.needle.width, 0)
            drawing.closePath()
            drawing.setColor(Color(color))
            drawing.fill()
        }
    }
}
