import GTKKit
import Localization
import Viewer
import ViewerModel

/// A chart of one axis of a sensor over the last seconds, with the newest value below.
@MainActor
final class SparklineView: CanvasContent {
    let widget: Box
    private let appearance: Appearance
    private lazy var canvas = Canvas(role: .picture, content: self)
    private let value = Label("", classes: ["value", "reading"])
    private var line: Sparkline
    private let name: String
    private let unit: String

    private static let height = 34
    private static let stroke = 1.4

    /// Creates a view.
    /// - Parameters:
    ///   - name: The name of the axis; empty for a stream with only one.
    ///   - unit: The unit of its values.
    init(appearance: Appearance, name: String, unit: String, line: Sparkline) {
        self.appearance = appearance
        self.line = line
        self.name = name
        self.unit = unit
        widget = Box(.vertical, spacing: 1)
        widget.expandsHorizontally = true
        canvas.requestSize(width: 60, height: Self.height)
        canvas.expandsHorizontally = true
        widget.append(canvas)
        let caption = Box(.horizontal, spacing: 5)
        if !name.isEmpty { caption.append(Label(name, classes: ["dim", "caption"])) }
        value.expandsHorizontally = true
        caption.append(value)
        widget.append(caption)
        showValue()
    }

    /// Shows the newest samples.
    /// - Parameter withValue: Whether to update the number as well; a number that changes ten times per second is
    ///   unreadable.
    func show(_ line: Sparkline, withValue: Bool) {
        if line != self.line { canvas.queueDraw() }
        self.line = line
        if withValue { showValue() }
    }

    private func showValue() {
        value.text = line.latest.map(significantText) ?? missingText
        let text = line.latest.map { "\(significantText($0)) \(unit)" } ?? missingText
        canvas.describe(name.isEmpty ? text : "\(name) \(text)")
        let range = line.range.map { "\(significantText($0.lowerBound)) … \(significantText($0.upperBound)) \(unit)" }
        canvas.tooltip = range.map { localized("{1}, the last {2} s", $0, "\(Int(Sparkline.seconds))") } ?? ""
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        let foreground = Color(appearance.palette.foreground)
        drawing.rectangle(x: 0, y: 0, width: width, height: height, radius: 5)
        drawing.setColor(foreground.with(alpha: 0.045))
        drawing.fill()
        drawing.newPath()
        let inset = 3.0
        for point in line.points {
            let x = max(0, point.x) * width
            let y = height - inset - point.y * (height - 2 * inset)
            if point.isAfterGap { drawing.move(x, y) } else { drawing.line(x, y) }
        }
        drawing.setLine(width: Self.stroke)
        drawing.setColor(Color(appearance.palette.accent))
        drawing.stroke()
    }
}
