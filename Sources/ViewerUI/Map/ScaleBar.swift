import GTKKit
import ShumateKit
import ViewerModel

/// A bar as long as a round distance on the ground.
@MainActor
final class ScaleBar: CanvasContent {
    private let appearance: Appearance
    /// What is shown.
    private(set) lazy var canvas = Canvas(role: .picture, content: self)
    private var length = 0.0
    private var text = ""
    /// The unit of the text.
    var unit = DistanceUnit.metric

    private static let longest = 96.0

    init(appearance: Appearance) {
        self.appearance = appearance
        canvas.requestSize(width: 116, height: 30)
        canvas.addClasses("map-control")
        canvas.tooltip = "Scale of the map"
    }

    /// Shows the scale of a map.
    func show(metresPerPixel: Double) {
        guard metresPerPixel > 0, metresPerPixel.isFinite else { return }
        let room = Self.longest * metresPerPixel
        var step = 1.0
        let unit = room / unit.small.metres < 1_000 ? self.unit.small : self.unit.large
        let available = room / unit.metres
        while step * 10 <= available { step *= 10 }
        while step > available { step /= 10 }
        let round = step * (available >= step * 5 ? 5 : available >= step * 2 ? 2 : 1)
        length = round * unit.metres / metresPerPixel
        text = "\(round >= 1 ? decimalText(round) : significantText(round)) \(unit.symbol)"
        canvas.describe("Scale of the map: \(text)")
        canvas.queueDraw()
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        let color = Color(appearance.palette.foreground)
        drawing.setColor(color)
        drawing.text(text, x: width / 2, y: 11, anchor: .center, TextStyle(size: 11.5))
        let left = ((width - length) / 2).rounded() + 0.5
        let right = left + length.rounded()
        drawing.setLine(width: 1.5, cap: .butt)
        drawing.move(left, height - 10)
        drawing.line(left, height - 5.5)
        drawing.line(right, height - 5.5)
        drawing.line(right, height - 10)
        drawing.stroke()
    }
}
