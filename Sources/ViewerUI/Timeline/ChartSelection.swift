import GTKKit
import ViewerModel

/// The selection of a part of the charts.
@MainActor
final class ChartSelection: CanvasContent {
    private let appearance: Appearance
    /// The widget over the charts.
    private(set) lazy var canvas = Canvas(role: .decoration, content: self)
    /// The selection's start and end in pixels; `nil` without a selection.
    var span: (start: Double, end: Double)? { didSet { canvas.queueDraw() } }

    init(appearance: Appearance) {
        self.appearance = appearance
        canvas.canTarget = false
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        guard let span else { return }
        let color = Color(appearance.palette.accent)
        drawing.rectangle(
            x: min(span.start, span.end), y: 0, width: max(1, abs(span.end - span.start)), height: height)
        drawing.setColor(color.with(alpha: 0.16))
        drawing.fillPreserving()
        drawing.setLine(width: 1)
        drawing.setColor(color)
        drawing.stroke()
    }
}
