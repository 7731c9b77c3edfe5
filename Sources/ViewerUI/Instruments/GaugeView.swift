import GTKKit
import Glibc
import Localization
import Viewer
import ViewerModel

/// The speed dial, with digits large enough to read from across a room. Estimates are labelled and have a separate
/// colour.
@MainActor
final class GaugeView: CanvasContent {
    private let appearance: Appearance
    /// The widget that shows it.
    private(set) lazy var canvas = Canvas(role: .meter, content: self)
    /// The cached drawing of the dial without its hand, which does not change during a session.
    private let still = DrawingCache()
    private var isOnFoot = false
    /// True while a reading has not been announced to screen readers yet.
    private var isSaying = false
    /// What it shows.
    private(set) var gauge = GaugeModel(GaugeModel.Input(), unit: .kilometresPerHour)

    init(appearance: Appearance) {
        self.appearance = appearance
        canvas.describe(localized("Speed"))
        setCompact(false)
        appearance.onChange { [weak self] in
            self?.still.invalidate()
            self?.canvas.queueDraw()
        }
    }

    /// Uses a smaller size in a low window.
    /// - Parameter sharesRoom: Whether a tab below needs the room; then the dial, whose digits are large, does not grow
    ///   with the desktop's text.
    func setCompact(_ isCompact: Bool, sharesRoom: Bool = true) {
        let isFixed = isCompact && sharesRoom
        canvas.requestSize(height: isFixed ? Self.compactHeight : nil)
        canvas.requestTextRoom(height: isFixed ? nil : isCompact ? Self.compactHeight : Self.height)
    }

    private static let (height, compactHeight) = (248, 150)

    /// Shows a reading. Redraws only the parts that changed.
    /// - Parameter isOnFoot: Whether an estimated speed comes from steps, which the walking figure indicates.
    func show(_ gauge: GaugeModel, isOnFoot: Bool) {
        guard gauge != self.gauge || isOnFoot != self.isOnFoot else { return }
        if gauge.ticks != self.gauge.ticks { still.invalidate() }
        self.isOnFoot = isOnFoot
        self.gauge = gauge
        canvas.queueDraw()
        say()
    }

    /// The interval between two announcements to screen readers, in milliseconds, because the user cannot listen to
    /// each step of a drag.
    private static let pause = 150

    /// Announces the reading after a pause.
    private func say() {
        guard !isSaying else { return }
        isSaying = true
        MainLoop.after(milliseconds: Self.pause) { [weak self] in
            guard let self else { return }
            isSaying = false
            canvas.describe(gauge.spokenText)
            canvas.announce(value: gauge.speed, in: 0...gauge.maximum, text: gauge.spokenText)
        }
    }

    /// The mark of the fastest speed: its length, its gap to the dial and half its width, in pixels.
    private static let mark = (length: 8.0, gap: 2.0, half: 4.5)
    /// The size of the mark in pixels where it extends furthest, at the top or at an end.
    private static let markRoom = 10.5

    private struct Face {
        let x: Double
        let y: Double
        let radius: Double
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        // There is room for the mark of the fastest speed above the dial and below its ends.
        let radius = min(width / 2 - 24, (height - 2 * Self.markRoom) / (1 + sin(GaugeModel.startAngle)))
        let face = Face(x: width / 2, y: radius + Self.markRoom, radius: radius)
        still.draw(in: drawing, width: width, height: height) {
            track(in: $0, face)
            ticks(in: $0, face)
        }
        arc(in: drawing, face)
        if let angle = gauge.fastestAngle { fastestMark(at: angle, in: drawing, face) }
        digits(in: drawing, face)
    }

    private var color: Color { Color(gauge.isEstimated ? appearance.palette.estimated : appearance.palette.accent) }

    private func track(in drawing: Drawing, _ face: Face) {
        let stroke = face.radius * 0.085
        let start = GaugeModel.startAngle
        drawing.setLine(width: stroke)
        drawing.setColor(Color(appearance.palette.subdued))
        drawing.newPath()
        drawing.arc(
            x: face.x, y: face.y, radius: face.radius - stroke / 2, from: start, to: start + GaugeModel.sweep)
        drawing.stroke()
    }

    private func arc(in drawing: Drawing, _ face: Face) {
        let stroke = face.radius * 0.085
        let start = GaugeModel.startAngle
        guard let end = gauge.arcAngle, end > start else { return }
        drawing.setLine(width: stroke, cap: gauge.isEstimated ? .butt : .round, dash: gauge.isEstimated ? [7, 4] : [])
        drawing.setColor(color)
        drawing.newPath()
        drawing.arc(x: face.x, y: face.y, radius: face.radius - stroke / 2, from: start, to: end)
        drawing.stroke()
    }

    private func ticks(in drawing: Drawing, _ face: Face) {
        let foreground = Color(appearance.palette.foreground)
        let radius = face.radius * 0.915 - 5
        let style = Self.style(max(9, face.radius * 0.1), atMost: 0.125, face, in: drawing)
        // Larger text is closer to the middle, away from the lines.
        let place = radius * 0.77 - 2 * max(0, style.size * drawing.textScale - face.radius * 0.1)
        for tick in gauge.ticks {
            let isMajor = tick.label != nil
            let inner = radius - face.radius * (isMajor ? 0.09 : 0.045)
            drawing.setLine(width: isMajor ? 1.8 : 1, cap: .butt)
            drawing.setColor(foreground.with(alpha: isMajor ? 0.75 : 0.4))
            drawing.newPath()
            drawing.move(face.x + cos(tick.angle) * inner, face.y + sin(tick.angle) * inner)
            drawing.line(face.x + cos(tick.angle) * radius, face.y + sin(tick.angle) * radius)
            drawing.stroke()
            guard let label = tick.label else { continue }
            drawing.setColor(appearance.textColor(0.62))
            drawing.text(
                label, x: face.x + cos(tick.angle) * place, y: face.y + sin(tick.angle) * place, anchor: .center, style)
        }
    }

    private func fastestMark(at angle: Double, in drawing: Drawing, _ face: Face) {
        drawing.saved {
            drawing.translate(face.x, face.y)
            drawing.rotate(angle)
            drawing.newPath()
            let tip = face.radius + Self.mark.gap
            drawing.move(tip, 0)
            drawing.line(tip + Self.mark.length, -Self.mark.half)
            drawing.line(tip + Self.mark.length, Self.mark.half)
            drawing.closePath()
            drawing.setColor(Color(0xE66100))
            drawing.fill()
        }
    }

    /// Returns the style of text on the dial, which grows with the desktop's text as far as the dial has room for it.
    /// - Parameters:
    ///   - pixels: The size on a desktop whose text has the usual size.
    ///   - share: The largest size, as a fraction of the radius.
    private static func style(
        _ pixels: Double, atMost share: Double, _ face: Face, in drawing: Drawing,
        weight: TextStyle.Weight = .regular
    ) -> TextStyle {
        TextStyle(
            size: max(pixels / drawing.textScale, min(pixels, face.radius * share / drawing.textScale)), weight: weight)
    }

    private func digits(in drawing: Drawing, _ face: Face) {
        let foreground = Color(appearance.palette.foreground)
        drawing.setColor(gauge.isEstimated ? color : foreground)
        drawing.text(
            gauge.digits, x: face.x, y: face.y - face.radius * 0.03, anchor: .center,
            TextStyle(size: face.radius * 0.44 / drawing.textScale, weight: .bold, hasTabularDigits: true))
        drawing.setColor(appearance.textColor(0.65))
        let unit = Self.style(max(10, face.radius * 0.12), atMost: 0.16, face, in: drawing)
        // Larger text is further down, away from the digits and a decimal comma.
        let lower = max(0, unit.size * drawing.textScale - face.radius * 0.12)
        drawing.text(gauge.unit.symbol, x: face.x, y: face.y + face.radius * 0.28 + lower, anchor: .center, unit)
        guard gauge.isEstimated else { return }
        guard isOnFoot else {
            drawing.setColor(color)
            drawing.text(
                localized("estimated"), x: face.x, y: face.y + face.radius * 0.5, anchor: .center,
                Self.style(max(10, face.radius * 0.11), atMost: 0.15, face, in: drawing, weight: .bold))
            return
        }
        walkingFigure(in: drawing, x: face.x, y: face.y + face.radius * 0.56, height: face.radius * 0.3)
    }

    /// A walking figure, which shows that the speed was not measured.
    private func walkingFigure(in drawing: Drawing, x: Double, y: Double, height: Double) {
        let unit = height / 10
        drawing.setColor(color)
        drawing.circle(x: x + unit * 0.6, y: y - unit * 4.2, radius: unit * 1.05)
        drawing.fill()
        drawing.setLine(width: unit * 1.25)
        drawing.newPath()
        for (index, point) in [(0.3, -2.6), (-0.3, 0.8), (1.5, 2.6), (1.9, 5.0)].enumerated() {
            let at = (x + unit * point.0, y + unit * point.1)
            if index == 0 { drawing.move(at.0, at.1) } else { drawing.line(at.0, at.1) }
        }
        drawing.move(x - unit * 0.3, y + unit * 0.8)
        drawing.line(x - unit * 1.0, y + unit * 2.8)
        drawing.line(x - unit * 2.4, y + unit * 5.0)
        drawing.move(x - unit * 2.5, y + unit * 0.2)
        drawing.line(x - unit * 1.7, y - unit * 1.8)
        drawing.line(x + unit * 0.3, y - unit * 2.5)
        drawing.line(x + unit * 1.2, y - unit * 1.0)
        drawing.line(x + unit * 2.6, y - unit * 0.5)
        drawing.stroke()
    }
}
