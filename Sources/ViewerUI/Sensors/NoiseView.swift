import FusionCore
import GTKKit
import Replay
import SensorModel
import ViewerModel

/// The noise of the motion sensors at rest: a chart of the Allan deviation and the levels for each sensor.
@MainActor
final class NoiseSection {
    /// The section's widget.
    let widget = Box(.vertical, spacing: 10)
    private var charts: [NoiseView] = []

    /// Creates the section.
    /// - Parameter noises: The noise of each sensor with its device's name; if there is none, a message explains why.
    init(_ noises: [(name: String, noise: MotionNoise)], appearance: Appearance) {
        widget.append(Label(localized("Motion sensors"), classes: ["group-title"], aligned: .start))
        guard !noises.isEmpty else {
            widget.append(
                Self.caption(
                    localized("Leave the sensors untouched for a minute during a recording to see their noise.")))
            return
        }
        for (name, noise) in noises { add(noise, of: name, appearance) }
        widget.append(
            Self.caption(
                localized("Bias instability shows after some ten minutes at rest, random walk after hours.")))
    }

    private func add(_ noise: MotionNoise, of name: String, _ appearance: Appearance) {
        let kind =
            switch noise.sensor {
            case .accelerometer: localized("Accelerometer")
            case .gyroscope: localized("Gyroscope")
            }
        let title = Label("\(kind) · \(name.visible)", classes: ["strong"], aligned: .start)
        title.ellipsize(askingFor: 20)
        title.tooltip = name.visible
        widget.append(title)
        let chart = NoiseChart(noise)
        let rest = noise.rest.end - noise.rest.start
        widget.append(
            Self.caption(
                localized(
                    "Allan deviation in {1} by averaging time in s, from {2} at rest with {3} samples per second",
                    chart.unit, durationText(rest), significantText(1 / noise.interval))))
        let view = NoiseView(chart, titled: kind, appearance: appearance)
        charts.append(view)
        widget.append(view.canvas)
        let box = Box(.vertical)
        box.addClasses("rows")
        for (index, row) in chart.rows.enumerated() {
            if index > 0 { box.append(Separator(.horizontal)) }
            let value = Label(row.value, classes: ["value"], aligned: .start)
            value.wrap()
            let label = Label(row.title.localized, classes: ["caption", "dim"], aligned: .start)
            box.append(Box(.vertical, spacing: 2, children: [label, value]))
        }
        widget.append(box)
    }

    private static func caption(_ text: String) -> Label {
        let label = Label(text, classes: ["caption", "dim"], aligned: .start)
        label.wrap(maximumCharacters: 60)
        return label
    }
}

/// The Allan deviations of one sensor, a line for each axis.
@MainActor
final class NoiseView: CanvasContent {
    /// The view's widget.
    private(set) lazy var canvas = Canvas(role: .picture, content: self)
    private let chart: NoiseChart
    private let appearance: Appearance

    private static let height = 200
    /// The margins of the plot in pixels, for the numbers of its axes.
    private static let (left, right, top, bottom) = (48.0, 12.0, 10.0, 24.0)
    private static let style = TextStyle(size: 11.5)

    init(_ chart: NoiseChart, titled title: String, appearance: Appearance) {
        (self.chart, self.appearance) = (chart, appearance)
        canvas.requestTextRoom(height: Self.height)
        canvas.addClasses("noise")
        canvas.describe(title, detail: chart.rows.map { "\($0.title.localized): \($0.value)" }.joined(separator: "; "))
    }

    /// The colours of x, y and z, which also differ in lightness.
    private func color(of axis: String) -> RGB {
        let palette = appearance.palette
        return axis == "x" ? palette.accent : axis == "y" ? palette.estimated : palette.foreground
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        let scale = drawing.textScale
        let (left, bottom) = (Self.left * scale, Self.bottom * scale)
        let (plotWidth, plotHeight) = (width - left - Self.right, height - Self.top - bottom)
        guard plotWidth > 0, plotHeight > 0 else { return }
        func x(_ share: Double) -> Double { left + share * plotWidth }
        func y(_ share: Double) -> Double { Self.top + (1 - share) * plotHeight }
        let palette = appearance.palette
        func grid(_ tick: NoiseChart.Tick, from start: ScreenPoint, to end: ScreenPoint) {
            drawing.setColor(Color(palette.subdued, alpha: tick.label == nil ? 0.35 : 0.9))
            drawing.setLine(width: 1, cap: .butt)
            drawing.newPath()
            drawing.move(start.x, start.y)
            drawing.line(end.x, end.y)
            drawing.stroke()
        }
        let (floor, ceiling, start, end) = (y(0), y(1), x(0), x(1))
        for tick in chart.timeTicks {
            let place = x(tick.place).rounded() + 0.5
            grid(tick, from: ScreenPoint(x: place, y: ceiling), to: ScreenPoint(x: place, y: floor))
            guard let label = tick.label else { continue }
            drawing.setColor(appearance.textColor(0.7))
            drawing.text(label, x: place, y: floor + 13 * scale, anchor: .center, Self.style)
        }
        for tick in chart.deviationTicks {
            let place = y(tick.place).rounded() + 0.5
            grid(tick, from: ScreenPoint(x: start, y: place), to: ScreenPoint(x: end, y: place))
            guard let label = tick.label else { continue }
            drawing.setColor(appearance.textColor(0.7))
            drawing.text(label, x: left - 7, y: place, anchor: .trailing, Self.style)
        }
        for line in chart.lines {
            drawing.setColor(Color(color(of: line.name)))
            drawing.setLine(width: 1.8)
            drawing.newPath()
            for (index, point) in line.points.enumerated() {
                if index == 0 { drawing.move(x(point.x), y(point.y)) } else { drawing.line(x(point.x), y(point.y)) }
            }
            drawing.stroke()
        }
        drawNames(in: drawing, end: end, top: ceiling)
    }

    /// Draws the names of the lines in the upper right corner, which is free because a deviation falls at first.
    private func drawNames(in drawing: Drawing, end: Double, top: Double) {
        let palette = appearance.palette
        let scale = drawing.textScale
        let name = 20 + 14 * scale
        let middle = top + 4 + 10 * scale
        let room = name * Double(chart.lines.count) + 6
        drawing.newPath()
        drawing.rectangle(x: end - room - 4, y: top + 4, width: room, height: 20 * scale, radius: 6)
        drawing.setColor(Color(palette.background, alpha: 0.92))
        drawing.fill()
        for (index, line) in chart.lines.enumerated() {
            let x = end - room + 2 + name * Double(index)
            drawing.setColor(Color(color(of: line.name)))
            drawing.rectangle(x: x, y: middle - 2, width: 14, height: 4, radius: 2)
            drawing.fill()
            drawing.setColor(Color(palette.foreground))
            drawing.text(line.name, x: x + 19, y: middle, Self.style)
        }
    }
}
