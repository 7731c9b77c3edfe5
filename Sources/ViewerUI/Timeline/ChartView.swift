import FusionCore
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
    /// Everything but the cursor: while the replay runs, only that moves.
    private let still = DrawingCache()
    private var session: SessionPicture?
    private var window: ChartWindow?
    private var unit = SpeedUnit.kilometresPerHour
    /// Where the pointer is over the chart, in pixels from the left.
    private(set) var pointer: Double?
    /// Where the replay stands on the axis, in seconds; nil where nothing is open.
    var cursor: Double? {
        didSet { if cursor != oldValue { canvas.queueDraw() } }
    }

    private static let bandHeight = 9.0
    private static let legendHeight = 24.0
    private static let labelSize = 11.5

    init(appearance: Appearance) {
        self.appearance = appearance
        canvas.expandsHorizontally = true
        canvas.describe("Speed over time")
        setCompact(false)
        canvas.install(
            PointerController(
                move: { [weak self] x, _ in self?.pointer = x }, leave: { [weak self] in self?.pointer = nil }))
        canvas.install(ScrollController { [weak self] dx, dy in self?.handleScroll(dx, dy) ?? false })
        appearance.onChange { [weak self] in self?.redraw() }
    }

    /// Is lower where the window is.
    func setCompact(_ isCompact: Bool) { canvas.requestSize(height: isCompact ? 104 : 164) }

    /// Shows a session.
    func show(_ session: SessionPicture?, unit: SpeedUnit) {
        if session?.start != self.session?.start { window = nil }
        self.session = session
        self.unit = unit
        if let session {
            window?.setAxis(session.axis)
            if window == nil { window = ChartWindow(axis: session.axis, width: 1) }
        }
        redraw()
    }

    private func redraw() {
        still.invalidate()
        canvas.queueDraw()
    }

    /// Returns the place on the axis at a pixel of the canvas; nil where nothing is open.
    func position(atPixel x: Double) -> Double? { window?.position(atX: x - Double(TimelinePane.gutter)) }

    private func handleScroll(_ dx: Double, _ dy: Double) -> Bool {
        guard window != nil else { return false }
        let x = (pointer ?? Double(canvas.width) / 2) - Double(TimelinePane.gutter)
        if dx != 0 { window?.pan(byX: dx * 40) }
        if dy != 0 { window?.zoom(by: pow(1.25, -dy), aroundX: x) }
        redraw()
        return true
    }

    private struct Plot {
        let left: Double
        let right: Double
        let top: Double
        let bottom: Double
        let values: ClosedRange<Double>
        var width: Double { right - left }
        var height: Double { bottom - top }

        func y(_ value: Double) -> Double {
            let share = (value - values.lowerBound) / (values.upperBound - values.lowerBound)
            return bottom - height * min(1, max(0, share))
        }
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        let factor = unit.perMetrePerSecond ?? 3.6
        let top = max(session?.topSpeed ?? 0, 1) * factor
        let plot = Plot(
            left: Double(TimelinePane.gutter), right: width, top: Self.legendHeight + 4,
            bottom: height - Self.bandHeight - 14, values: niceRange(0...top, atMost: 3, fromZero: true))
        window?.width = plot.width
        still.draw(in: drawing, width: width, height: height) { drawStill(in: $0, plot, factor, height: height) }
        if let session, let window, session.axis.length > 0 { drawCursor(window, in: drawing, plot, height: height) }
    }

    private func drawStill(in drawing: Drawing, _ plot: Plot, _ factor: Double, height: Double) {
        legend(in: drawing)
        guard let session, let window, session.axis.length > 0 else { return }
        let palette = appearance.palette
        grid(in: drawing, plot)
        drawing.saved {
            drawing.rectangle(x: plot.left, y: 0, width: plot.width, height: height)
            drawing.clip()
            hatch(session, window, in: drawing, plot)
            trace(session.rawSpeed, window, in: drawing, plot, factor, Color(palette.raw, alpha: 0.75), width: 1)
            trace(session.fusedSpeed, window, in: drawing, plot, factor, Color(palette.accent), width: 1.8)
            band(session.activities, window, in: drawing, plot, y: height - Self.bandHeight - 4)
        }
    }

    private func legend(in drawing: Drawing) {
        let palette = appearance.palette
        let regular = TextStyle(size: 12)
        let bold = TextStyle(size: 12, weight: .bold)
        let baseline = 12.0
        var x = 14.0
        drawing.setColor(Color(palette.foreground, alpha: 0.7))
        x += drawing.text("Speed", x: x, y: baseline, bold).width + 12
        drawing.setColor(Color(palette.foreground, alpha: 0.6))
        x += drawing.text("raw", x: x, y: baseline, regular).width + 10
        drawing.setColor(Color(palette.accent))
        x += drawing.text("fused", x: x, y: baseline, bold).width + 10
        guard session?.fusedSpeed.estimated.isEmpty == false else { return }
        drawing.setColor(Color(palette.estimated))
        drawing.text("estimated", x: x, y: baseline, regular)
    }

    private func grid(in drawing: Drawing, _ plot: Plot) {
        let palette = appearance.palette
        for tick in valueTicks(over: plot.values, atMost: 3) {
            let y = plot.y(tick.value).rounded() + 0.5
            drawing.setColor(Color(palette.subdued, alpha: 0.8))
            drawing.setLine(width: 1, cap: .butt)
            drawing.newPath()
            drawing.move(plot.left, y)
            drawing.line(plot.right, y)
            drawing.stroke()
            drawing.setColor(Color(palette.foreground, alpha: 0.6))
            drawing.text(tick.label, x: plot.left - 9, y: y, anchor: .trailing, TextStyle(size: Self.labelSize))
        }
    }

    private func hatch(_ session: SessionPicture, _ window: ChartWindow, in drawing: Drawing, _ plot: Plot) {
        for span in ChartModel.spans(of: session.fusedSpeed.estimated, in: window) where span.end - span.start > 0.5 {
            let from = plot.left + span.start
            drawing.saved {
                drawing.rectangle(x: from, y: plot.top, width: span.end - span.start, height: plot.height)
                drawing.clip()
                drawing.setColor(Color(appearance.palette.estimated, alpha: 0.1))
                drawing.paint()
                drawing.setColor(Color(appearance.palette.estimated, alpha: 0.65))
                drawing.setLine(width: 1)
                drawing.newPath()
                // From one origin, so that neighbouring stretches hatch alike.
                let first = ((from - plot.height - plot.left) / 7).rounded(.down) * 7 + plot.left
                for x in stride(from: first, through: plot.left + span.end, by: 7) {
                    drawing.move(x, plot.bottom)
                    drawing.line(x + plot.height, plot.top)
                }
                drawing.stroke()
            }
        }
    }

    private func trace(
        _ series: TimeSeries, _ window: ChartWindow, in drawing: Drawing, _ plot: Plot, _ factor: Double,
        _ color: Color, width: Double
    ) {
        let trace = ChartModel.trace(of: series, in: window)
        drawing.newPath()
        for run in trace.runs {
            for index in run {
                let point = trace.points[index]
                let x = plot.left + point.x
                let y = plot.y(point.value * factor)
                if index == run.lowerBound { drawing.move(x, y) } else { drawing.line(x, y) }
            }
        }
        drawing.setColor(color)
        drawing.setLine(width: width)
        drawing.stroke()
    }

    private func band(
        _ activities: [ActivityEstimate], _ window: ChartWindow, in drawing: Drawing, _ plot: Plot, y: Double
    ) {
        let palette = appearance.palette
        drawing.setColor(Color(palette.unknown, alpha: 0.35))
        drawing.rectangle(x: plot.left, y: y, width: plot.width, height: Self.bandHeight, radius: 3)
        drawing.fill()
        for stretch in activities where stretch.until > stretch.time {
            guard let span = ChartModel.span(of: stretch.time...stretch.until, in: window) else { continue }
            let width = span.end - span.start
            let gap = width > 4 ? 1.0 : 0
            drawing.rectangle(
                x: plot.left + span.start, y: y, width: max(0.5, width - gap), height: Self.bandHeight,
                radius: width > 8 ? 3 : 0)
            drawing.setColor(Color(palette.color(of: stretch.activity)))
            drawing.fill()
        }
    }

    private func drawCursor(_ window: ChartWindow, in drawing: Drawing, _ plot: Plot, height: Double) {
        guard let cursor else { return }
        let offset = window.x(ofPosition: cursor)
        guard offset >= -0.5, offset <= plot.width + 0.5 else { return }
        let x = (plot.left + offset).rounded() + 0.5
        drawing.setColor(Color(appearance.palette.foreground, alpha: 0.8))
        drawing.setLine(width: 1, cap: .butt)
        drawing.newPath()
        drawing.move(x, Self.legendHeight)
        drawing.line(x, height)
        drawing.stroke()
    }
}
