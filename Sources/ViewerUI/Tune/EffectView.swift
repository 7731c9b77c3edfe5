import GTKKit
import Localization
import Replay
import SensorModel
import ViewerModel

/// A chart of the quantity that a parameter changes most, over the range of its slider, with a caption.
@MainActor
final class EffectView: CanvasContent {
    let widget = Box(.vertical, spacing: 1)
    private let appearance: Appearance
    private lazy var canvas = Canvas(role: .decoration, content: self)
    private let caption = Label("", classes: ["caption", "dim"], aligned: .start)
    private let advice = Label("", classes: ["caption", "dim"], aligned: .start)
    private var line: EffectLine?
    /// The measure that it shows; `nil` if none.
    var measure: SessionMeasure? { line?.measure }
    private var place: Double?

    private static let height = 16
    /// Half of the slider's knob: the distance from the ends of its range to the ends of its widget.
    private static let knob = 8.0

    init(appearance: Appearance) {
        self.appearance = appearance
        canvas.requestSize(height: Self.height)
        widget.append(canvas)
        caption.ellipsize()
        widget.append(caption)
        advice.wrap(maximumCharacters: 34)
        widget.append(advice)
        widget.isVisible = false
    }

    /// Shows a line, and what the innovations say about the value; hides the view for `nil`.
    func show(_ line: EffectLine?, advice: Phrase?, in unit: SpeedUnit) {
        let isNew = line != self.line
        self.line = line
        self.advice.text = advice?.localized ?? ""
        self.advice.isVisible = advice != nil
        widget.isVisible = line != nil
        guard let line else { return }
        caption.text = line.caption(in: unit).localized
        canvas.isVisible = line.points.count > 1
        if isNew { canvas.queueDraw() }
    }

    /// Shows the position of the value in force on the slider, 0 ... 1.
    func show(place: Double) {
        guard place != self.place else { return }
        self.place = place
        canvas.queueDraw()
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        guard let line, line.points.count > 1 else { return }
        let inset = 2.0
        func x(_ share: Double) -> Double { Self.knob + share * (width - 2 * Self.knob) }
        func y(_ share: Double) -> Double { height - inset - share * (height - 2 * inset) }
        let accent = Color(appearance.palette.accent)
        func path() {
            for (index, point) in line.points.enumerated() {
                if index == 0 { drawing.move(x(point.x), y(point.y)) } else { drawing.line(x(point.x), y(point.y)) }
            }
        }
        drawing.newPath()
        path()
        drawing.line(x(line.points[line.points.count - 1].x), height)
        drawing.line(x(line.points[0].x), height)
        drawing.closePath()
        drawing.setColor(accent.with(alpha: 0.14))
        drawing.fill()
        drawing.newPath()
        path()
        drawing.setLine(width: 1.4)
        drawing.setColor(accent.with(alpha: 0.75))
        drawing.stroke()
        guard let place else { return }
        drawing.newPath()
        drawing.move(x(place), 0)
        drawing.line(x(place), height)
        drawing.setLine(width: 1, cap: .butt)
        drawing.setColor(Color(appearance.palette.foreground).with(alpha: 0.35))
        drawing.stroke()
    }
}
