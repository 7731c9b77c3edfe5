import GTKKit
import Glibc
import SensorModel
import ViewerModel

/// Raw and fused speed over the replay's axis, estimated stretches hatched, the activity band below.
@MainActor
final class ChartView: CanvasContent {
    private let appearance: Appearance
    /// What is shown.
    private(set) lazy var canvas = Canvas(role: .picture, content: self)
    private var session: LoadedSession?
    private var unit = SpeedUnit.kilometresPerHour
    /// Where the pointer is over the chart, in pixels from the left.
    private(set) var pointer: Double?
    /// The share of the axis at which the replay stands; nil where nothing is open.
    var cursor: Double? {
        didSet { if cursor != oldValue { canvas.queueDraw() } }
    }

    private static let bandHeight = 9.0
    private static let legendHeight = 22.0

    init(appearance: Appearance) {
        self.appearance = appearance
        canvas.expandsHorizontally = true
        canvas.describe("Speed over time")
        setCompact(false)
        canvas.install(
            PointerController(
                move: { [weak self] x, _ in self?.pointer = x }, leave: { [weak self] in self?.pointer = nil }))
        appearance.onChange { [weak self] in self?.canvas.queueDraw() }
    }

    /// Is lower where the window is.
    func setCompact(_ isCompact: Bool) { canvas.requestSize(height: isCompact ? 104 : 164) }

    /// Shows a session.
    func show(_ session: LoadedSession?, unit: SpeedUnit) {
        self.session = session
        self.unit = unit
        canvas.queueDraw()
    }

    /// Returns the share of the axis at a pixel.
    func share(atPixel x: Double) -> Double {
        let left = Double(TimelinePane.gutter)
        return min(1, max(0, (x - left) / max(1, Double(canvas.width) - left)))
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        let palette = appearance.palette
        let plot = Plot(
            left: Double(TimelinePane.gutter), right: width, top: Self.legendHeight + 4,
            bottom: height - Self.bandHeight - 14)
        legend(in: drawing, plot: plot)
        guard let session, session.axis.length > 0 else { return }
        let top = scaleTop(session)
        grid(in: drawing, plot: plot, top: top)
        hatch(session, in: drawing, plot: plot)
        line(session.speeds.raw, session, in: drawing, plot, top: top, color: Color(palette.raw, alpha: 0.7), width: 1)
        line(session.speeds.fused, session, in: drawing, plot, top: top, color: Color(palette.accent), width: 1.8)
        band(session, in: drawing, plot: plot, y: height - Self.bandHeight - 4)
        if let cursor {
            let x = (plot.left + cursor * plot.width).rounded() + 0.5
            drawing.setColor(Color(palette.foreground, alpha: 0.75))
            drawing.setLine(width: 1, cap: .butt)
            drawing.move(x, Self.legendHeight)
            drawing.line(x, height)
            drawing.stroke()
        }
    }

    private struct Plot {
        let left: Double
        let right: Double
        let top: Double
        let bottom: Double
        var width: Double { right - left }
        var height: Double { bottom - top }
    }

    private func legend(in drawing: Drawing, plot: Plot) {
        let palette = appearance.palette
        let style = TextStyle(size: 12)
        let bold = TextStyle(size: 12, weight: .bold)
        var x = 14.0
        drawing.setColor(Color(palette.foreground, alpha: 0.65))
        x += drawing.text("Speed", x: x, y: 10, bold).width + 12
        x += drawing.text("raw", x: x, y: 10, style).width + 10
        drawing.setColor(Color(palette.accent))
        drawing.text("fused", x: x, y: 10, bold)
    }

    private func value(_ speed: Double) -> Double { speed * (unit.perMetrePerSecond ?? 3.6) }

    private func scaleTop(_ session: LoadedSession) -> Double {
        let fastest = session.speeds.fused.reduce(0) { max($0, value($1.value)) }
        let step = [2.0, 5, 10, 20, 40, 60, 100, 200, 400].first { $0 * 2 >= fastest * 1.02 } ?? fastest
        return step * 2
    }

    private func grid(in drawing: Drawing, plot: Plot, top: Double) {
        let palette = appearance.palette
        for part in 0...2 {
            let y = (plot.bottom - plot.height * Double(part) / 2).rounded() + 0.5
            drawing.setColor(Color(palette.subdued, alpha: 0.8))
            drawing.setLine(width: 1, cap: .butt)
            drawing.move(plot.left, y)
            drawing.line(plot.right, y)
            drawing.stroke()
            drawing.setColor(Color(palette.foreground, alpha: 0.6))
            drawing.text(
                decimalText(top * Double(part) / 2), x: plot.left - 8, y: y, anchor: .trailing, TextStyle(size: 11.5))
        }
    }

    private func x(_ instant: Instant, _ session: LoadedSession, _ plot: Plot) -> Double {
        plot.left + plot.width * session.axis.position(of: instant) / session.axis.length
    }

    private func hatch(_ session: LoadedSession, in drawing: Drawing, plot: Plot) {
        var start: Instant?
        for sample in session.speeds.fused {
            if sample.isEstimated {
                if start == nil { start = sample.time }
            } else if let from = start {
                hatch(x(from, session, plot), x(sample.time, session, plot), in: drawing, plot: plot)
                start = nil
            }
        }
    }

    private func hatch(_ from: Double, _ to: Double, in drawing: Drawing, plot: Plot) {
        guard to - from > 1 else { return }
        drawing.saved {
            drawing.rectangle(x: from, y: plot.top, width: to - from, height: plot.height)
            drawing.clip()
            drawing.setColor(Color(appearance.palette.estimated, alpha: 0.6))
            drawing.setLine(width: 1)
            for offset in stride(from: from - plot.height, through: to, by: 7) {
                drawing.move(offset, plot.bottom)
                drawing.line(offset + plot.height, plot.top)
            }
            drawing.stroke()
        }
    }

    private func line(
        _ samples: [SpeedColumns.Sample], _ session: LoadedSession, in drawing: Drawing, _ plot: Plot, top: Double,
        color: Color, width: Double
    ) {
        drawing.newPath()
        var lastX = -1.0
        for sample in samples {
            let x = x(sample.time, session, plot)
            guard x - lastX >= 0.7 else { continue }
            lastX = x
            drawing.line(x, plot.bottom - plot.height * min(1, value(sample.value) / top))
        }
        drawing.setColor(color)
        drawing.setLine(width: width)
        drawing.stroke()
    }

    private func band(_ session: LoadedSession, in drawing: Drawing, plot: Plot, y: Double) {
        let palette = appearance.palette
        drawing.setColor(Color(palette.unknown, alpha: 0.5))
        drawing.rectangle(x: plot.left, y: y, width: plot.width, height: Self.bandHeight, radius: 4)
        drawing.fill()
        for stretch in session.speeds.activities {
            let from = x(stretch.start, session, plot)
            let to = x(stretch.end, session, plot)
            guard to - from > 0.5 else { continue }
            drawing.rectangle(x: from, y: y, width: to - from - 1, height: Self.bandHeight, radius: 4)
            drawing.setColor(Color(palette.color(of: stretch.activity)))
            drawing.fill()
        }
    }
}
