import GTKKit
import ViewerModel

/// The bar of a day, in parts by activity.
@MainActor
final class HistoryBar: CanvasContent {
    private let appearance: Appearance
    private(set) lazy var canvas = Canvas(role: .decoration, content: self)
    private var parts: [HistoryMonth.Part] = []

    private static let (height, thickness) = (16, 9.0)

    init(appearance: Appearance) {
        self.appearance = appearance
        canvas.requestSize(width: 40, height: Self.height)
        canvas.expandsHorizontally = true
        canvas.verticalAlignment = .center
    }

    func show(_ parts: [HistoryMonth.Part]) {
        guard parts != self.parts else { return }
        self.parts = parts
        canvas.queueDraw()
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        let palette = appearance.palette
        let y = (height - Self.thickness) / 2
        drawing.rectangle(x: 0, y: y, width: width, height: Self.thickness, radius: Self.thickness / 2)
        drawing.setColor(Color(palette.foreground).with(alpha: 0.07))
        drawing.fill()
        drawing.saved {
            let whole = parts.reduce(0) { $0 + $1.share } * width
            drawing.newPath()
            drawing.rectangle(x: 0, y: y, width: max(2, whole), height: Self.thickness, radius: Self.thickness / 2)
            drawing.clip()
            var x = 0.0
            for part in parts {
                drawing.rectangle(x: x, y: y, width: max(1, part.share * width), height: Self.thickness)
                drawing.setColor(Color(part.activity.map(palette.color(of:)) ?? palette.accent))
                drawing.fill()
                x += part.share * width
            }
        }
    }
}
