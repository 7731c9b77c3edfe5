import GTKKit
import Glibc
import Localization
import Viewer
import ViewerModel

/// A plot of the sky over a receiver: the positions of the satellites, their signals, and which of them the fix uses.
@MainActor
final class SkyPlot: CanvasContent {
    let widget = Box(.horizontal, spacing: 12)
    private let appearance: Appearance
    private lazy var canvas = Canvas(role: .picture, content: self)
    private var sky: SkyView
    private let counts = Label("", classes: ["value"], aligned: .start)
    private var dilutions: [(label: Label, value: (SkyView) -> Double?)] = []

    private static let side = 196
    private static let markRadius = 4.5
    private static let labelStyle = TextStyle(size: 9)

    init(appearance: Appearance, sky: SkyView) {
        self.appearance = appearance
        self.sky = sky
        canvas.requestTextRoom(width: Self.side, height: Self.side)
        canvas.verticalAlignment = .center
        widget.append(canvas)
        let facts = Box(.vertical, spacing: 2)
        facts.verticalAlignment = .center
        facts.expandsHorizontally = true
        facts.append(counts)
        facts.append(caption(localized("satellites used")))
        let values: [(String, String, (SkyView) -> Double?)] = [
            ("HDOP", localized("Horizontal dilution of precision"), { $0.horizontalDilution }),
            ("VDOP", localized("Vertical dilution of precision"), { $0.verticalDilution }),
            ("PDOP", localized("Dilution of precision in space"), { $0.positionDilution }),
        ]
        for (name, meaning, value) in values {
            let label = Label("", classes: ["value"], aligned: .start)
            let row = Box(.horizontal, spacing: 6, children: [caption(name), label])
            row.setMargins(top: 4)
            row.tooltip = meaning
            facts.append(row)
            dilutions.append((label, value))
        }
        facts.append(legend(isUsed: true, localized("used")))
        facts.append(legend(isUsed: false, localized("in view")))
        widget.append(facts)
        showFacts()
    }

    private func caption(_ text: String) -> Label { Label(text, classes: ["dim", "caption"], aligned: .start) }

    private func legend(isUsed: Bool, _ text: String) -> Box {
        let mark = Label(isUsed ? "●" : "○", classes: ["caption", isUsed ? "satellite-used" : "dim"])
        let row = Box(.horizontal, spacing: 6, children: [mark, caption(text)])
        row.setMargins(top: isUsed ? 8 : 0)
        return row
    }

    /// Shows a newer sky.
    func show(_ sky: SkyView) {
        guard sky != self.sky else { return }
        self.sky = sky
        showFacts()
        canvas.queueDraw()
    }

    private func showFacts() {
        counts.text = localized("{1} of {2}", "\(sky.usedCount)", "\(sky.count)")
        for (label, value) in dilutions {
            label.text = value(sky).map { decimalText($0, decimals: 1) } ?? missingText
        }
        canvas.describe(localized("Sky with {1} of {2} satellites used", "\(sky.usedCount)", "\(sky.count)"))
        canvas.tooltip = localized("North is up; the rim is the horizon, the middle the zenith")
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        let radius = min(width, height) / 2 - 12 * drawing.textScale
        let center = (x: width / 2, y: height / 2)
        rings(in: drawing, center, radius)
        for mark in sky.marks { draw(mark, in: drawing, at: (center.x + mark.x * radius, center.y + mark.y * radius)) }
        let places = sky.labelPlaces(radius: radius, markRadius: Self.markRadius) {
            drawing.measure($0.label, Self.labelStyle)
        }
        for (mark, place) in zip(sky.marks, places) {
            guard let place else { continue }
            drawing.setColor(appearance.textColor(mark.isUsed ? 0.9 : 0.6))
            drawing.text(
                mark.label, x: center.x + place.x, y: center.y + place.y, anchor: .center, Self.labelStyle)
        }
    }

    private func rings(in drawing: Drawing, _ center: (x: Double, y: Double), _ radius: Double) {
        let foreground = Color(appearance.palette.foreground)
        drawing.newPath()
        drawing.circle(x: center.x, y: center.y, radius: radius)
        drawing.setColor(foreground.with(alpha: 0.045))
        drawing.fill()
        drawing.setLine(width: 1)
        for elevation in [0.0, 30, 60] {
            drawing.newPath()
            drawing.circle(x: center.x, y: center.y, radius: radius * (90 - elevation) / 90)
            drawing.setColor(foreground.with(alpha: elevation == 0 ? 0.3 : 0.13))
            drawing.stroke()
        }
        drawing.newPath()
        drawing.move(center.x - radius, center.y)
        drawing.line(center.x + radius, center.y)
        drawing.move(center.x, center.y - radius)
        drawing.line(center.x, center.y + radius)
        drawing.setColor(foreground.with(alpha: 0.13))
        drawing.stroke()
        drawing.setColor(appearance.textColor(0.6))
        let place = radius + 7 * drawing.textScale
        for (name, x, y) in Self.directions {
            drawing.text(
                name, x: center.x + x * place, y: center.y + y * place, anchor: .center,
                TextStyle(size: 9.5, weight: .semibold))
        }
    }

    /// The names of the directions with their places on a circle: x to the right, y downwards.
    static var directions: [(name: String, x: Double, y: Double)] {
        [(localized("N"), 0, -1), (localized("E"), 1, 0), (localized("S"), 0, 1), (localized("W"), -1, 0)]
    }

    private func draw(_ mark: SkyView.Mark, in drawing: Drawing, at point: (x: Double, y: Double)) {
        let palette = appearance.palette
        // A weak signal is a small dot, because size can be read without colour.
        let radius = Self.markRadius * (0.62 + 0.5 * (mark.strength ?? (mark.isUsed ? 0.6 : 0.2)))
        drawing.newPath()
        drawing.circle(x: point.x, y: point.y, radius: radius)
        if mark.isUsed {
            drawing.setColor(Color(palette.accent))
            drawing.fill()
        } else {
            drawing.setLine(width: 1.2)
            drawing.setColor(Color(palette.foreground).with(alpha: 0.5))
            drawing.stroke()
        }
    }
}
