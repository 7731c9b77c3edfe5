import FusionCore
import GTKKit
import Glibc
import ViewerModel

/// The dial with big digits, readable from across a room; an estimate has its own colour and a walking figure.
@MainActor
final class GaugeView: CanvasContent {
    private let appearance: Appearance
    /// What is shown.
    private(set) lazy var canvas = Canvas(role: .meter, content: self)
    private var speed: SpeedEstimate?
    private var fastest = 0.0
    private var top = 40.0
    private var unit = SpeedUnit.kilometresPerHour

    /// Radians clockwise from the right at which the dial starts, and how far it goes.
    private static let start = 0.75 * Double.pi
    private static let sweep = 1.5 * Double.pi

    init(appearance: Appearance) {
        self.appearance = appearance
        canvas.describe("Speed")
        setCompact(false)
        appearance.onChange { [weak self] in self?.canvas.queueDraw() }
    }

    /// Is smaller where the window is low.
    func setCompact(_ isCompact: Bool) { canvas.requestSize(height: isCompact ? 150 : 248) }

    /// Chooses the dial's range for a session whose fastest speed is known, in m/s.
    func setRange(upTo fastest: Double, unit: SpeedUnit) {
        self.unit = unit
        let value = fastest * (unit.perMetrePerSecond ?? 3.6)
        top = [4.0, 8, 12, 20, 40, 60, 80, 120, 160, 200, 240, 320, 400].first { $0 >= value } ?? value
        canvas.queueDraw()
    }

    /// Shows a reading in m/s.
    func show(_ speed: SpeedEstimate?, fastest: Double) {
        self.speed = speed
        self.fastest = fastest
        canvas.queueDraw()
    }

    private func angle(_ share: Double) -> Double { Self.start + Self.sweep * min(1, max(0, share)) }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        let radius = min(width / 2 - 24, (height - 10) / 1.72)
        let x = width / 2
        let y = radius + 8
        let palette = appearance.palette
        let stroke = radius * 0.085
        drawing.setLine(width: stroke)
        drawing.setColor(Color(palette.subdued))
        drawing.newPath()
        drawing.arc(x: x, y: y, radius: radius - stroke / 2, from: angle(0), to: angle(1))
        drawing.stroke()
        let color = Color(speed?.isEstimated == true ? palette.estimated : palette.accent)
        let shown = (speed?.value ?? 0) * (unit.perMetrePerSecond ?? 3.6)
        if shown > 0 {
            drawing.setColor(color)
            drawing.newPath()
            drawing.arc(x: x, y: y, radius: radius - stroke / 2, from: angle(0), to: angle(shown / top))
            drawing.stroke()
        }
        ticks(in: drawing, x: x, y: y, radius: radius - stroke - 5)
        let mark = fastest * (unit.perMetrePerSecond ?? 3.6) / top
        if fastest > 0 { fastestMark(in: drawing, x: x, y: y, radius: radius + 3, share: mark) }
        digits(in: drawing, x: x, y: y, radius: radius, color: color)
    }

    private func ticks(in drawing: Drawing, x: Double, y: Double, radius: Double) {
        let palette = appearance.palette
        for step in 0...20 {
            let isMajor = step % 5 == 0
            let a = angle(Double(step) / 20)
            let inner = radius - (isMajor ? radius * 0.1 : radius * 0.05)
            drawing.setLine(width: isMajor ? 1.8 : 1, cap: .butt)
            drawing.setColor(Color(palette.foreground, alpha: isMajor ? 0.75 : 0.4))
            drawing.newPath()
            drawing.move(x + cos(a) * inner, y + sin(a) * inner)
            drawing.line(x + cos(a) * radius, y + sin(a) * radius)
            drawing.stroke()
            if isMajor {
                let place = radius * 0.76
                drawing.setColor(Color(palette.foreground, alpha: 0.6))
                drawing.text(
                    decimalText(top * Double(step) / 20), x: x + cos(a) * place, y: y + sin(a) * place,
                    anchor: .center, TextStyle(size: max(9, radius * 0.105)))
            }
        }
    }

    private func fastestMark(in drawing: Drawing, x: Double, y: Double, radius: Double, share: Double) {
        drawing.saved {
            drawing.translate(x, y)
            drawing.rotate(angle(share))
            drawing.newPath()
            drawing.move(radius, 0)
            drawing.line(radius + 10, -5.5)
            drawing.line(radius + 10, 5.5)
            drawing.closePath()
            drawing.setColor(Color(appearance.palette.estimated))
            drawing.fill()
        }
    }

    private func digits(in drawing: Drawing, x: Double, y: Double, radius: Double, color: Color) {
        let palette = appearance.palette
        let isEstimated = speed?.isEstimated == true
        drawing.setColor(isEstimated ? color : Color(palette.foreground))
        let text = speed.map { unit.digits(of: $0.value) } ?? missingText
        drawing.text(
            text, x: x, y: y - radius * 0.03, anchor: .center,
            TextStyle(size: radius * 0.46, weight: .bold, hasTabularDigits: true))
        drawing.setColor(Color(palette.foreground, alpha: 0.65))
        drawing.text(unit.symbol, x: x, y: y + radius * 0.29, anchor: .center, TextStyle(size: max(10, radius * 0.125)))
        if isEstimated {
            drawing.setColor(color)
            drawing.text(
                "estimated", x: x, y: y + radius * 0.5, anchor: .center,
                TextStyle(size: max(10, radius * 0.11), weight: .bold))
        }
    }
}
