import FusionCore
import GTKKit
import Glibc
import Localization
import Viewer
import ViewerModel

/// A chart of raw and fused speed over the replay's axis, with hatched estimated stretches and the activity band below.
@MainActor
final class ChartView: CanvasContent {
    private let appearance: Appearance
    /// The widget that shows it.
    private(set) lazy var canvas = Canvas(role: .picture, content: self)
    /// The cached drawing of everything except the cursor, because only the cursor moves during the replay.
    private let still = DrawingCache()
    private var session: SessionPicture?
    private let axis: ChartAxis
    private var unit = SpeedUnit.kilometresPerHour
    private var values: ClosedRange<Double>?
    /// The replay's position on the axis, in seconds; `nil` if nothing is open.
    var cursor: Double? {
        didSet { if cursor != oldValue { canvas.queueDraw() } }
    }

    private static let bandHeight = 9.0
    /// A button over the end of the legend.
    var button: Widget? { didSet { redraw() } }
    /// The height in pixels, with text of the usual size, if there is room.
    static let pageHeight = 164.0
    /// The distance between two lines of hatching, in pixels.
    private static let hatchDistance = 7.0
    private static let legendHeight = 24.0
    /// The minimum height in pixels of a chart that has room for the times below its plot.
    private static let heightWithTimes = 100.0
    /// Called after a frame in which the desktop's text size has changed.
    var onTextScaleChange: @MainActor () -> Void = {}
    private var textScale = 0.0

    init(appearance: Appearance, axis: ChartAxis) {
        self.appearance = appearance
        self.axis = axis
        canvas.expandsHorizontally = true
        canvas.describe(localized("Speed over time"))
        setCompact(false)
        appearance.onChange { [weak self] in self?.redraw() }
    }

    /// Uses a lower height in a low window, and an even lower one if there are other charts.
    func setCompact(_ isCompact: Bool, sharesRoom: Bool = false) {
        canvas.requestTextRoom(height: isCompact ? sharesRoom ? 78 : 104 : Int(Self.pageHeight))
    }

    func show(_ session: SessionPicture?, unit: SpeedUnit, clock: SessionClock) {
        if session?.session != self.session?.session { axis.window = nil }
        // Tuning what does not affect speeds, as the simplifier, changes nothing here.
        let isSame =
            unit == self.unit && clock == axis.clock
            && session.map { self.session?.hasSpeeds(of: $0) ?? false } ?? false
        self.session = session
        self.unit = unit
        axis.clock = clock
        axis.pauses = session?.pauses ?? []
        axis.marks = session?.marks ?? []
        if let session {
            axis.window?.setAxis(session.axis)
            if axis.window == nil { axis.window = ChartWindow(axis: session.axis, width: 1) }
        }
        if !isSame { redraw() }
    }

    /// Redraws the parts that depend on the time or the size.
    func redraw() {
        still.invalidate()
        canvas.queueDraw()
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        notice(drawing.textScale)
        let factor = unit.axis.perMetrePerSecond ?? 1
        let scale = drawing.textScale
        let legend = Self.legendHeight * scale
        let top = max(session?.topSpeed ?? 0, 1) * factor
        let times = height >= Self.heightWithTimes * scale ? ChartPlot.timesHeight * scale : 0
        let plot = ChartPlot(
            left: TimelinePane.gutter(textScale: scale), right: width, top: legend + 4,
            bottom: height - Self.bandHeight - (times > 0 ? 6 + times : 14),
            values: axis.range(fitting: niceRange(0...top, atMost: 3, fromZero: true), last: &values))
        axis.window?.width = plot.width
        still.draw(in: drawing, width: width, height: height) {
            drawLegend(in: $0, to: legendEnd(width: width))
            drawStill(in: $0, plot, factor, height: height, labelled: times > 0)
        }
        guard let session, let window = axis.window, session.axis.length > 0 else { return }
        drawPointer(session, in: drawing, plot, factor)
        plot.drawCursor(
            at: cursor, window, in: drawing, appearance.palette, from: legend, to: height)
    }

    /// Draws the time and the speed where the pointer is.
    private func drawPointer(_ session: SessionPicture, in drawing: Drawing, _ plot: ChartPlot, _ factor: Double) {
        guard let x = axis.pointer, let instant = axis.pointedInstant else { return }
        let palette = appearance.palette
        let speed = session.fusedSpeed.value(at: instant)
        plot.drawPointer(at: x, value: speed.map { $0 * factor }, in: drawing, Color(palette.accent), palette)
        let text = SessionQuantity.speed.text(of: speed, unit: unit).localized
        plot.drawPointerText("\(session.clockText(instant, by: axis.clock)) · \(text)", at: x, in: drawing, palette)
    }

    private func notice(_ textScale: Double) {
        guard textScale != self.textScale else { return }
        self.textScale = textScale
        // Margins cannot change while the frame is drawn.
        MainLoop.after(milliseconds: 0) { [weak self] in self?.onTextScaleChange() }
    }

    /// Returns the end of the room for the legend, in pixels. A picture for a page has no button in it.
    private func legendEnd(width: Double) -> Double {
        guard width == Double(canvas.width), let button = button?.frame(in: canvas) else { return width }
        return button.x - 8
    }

    private func drawStill(
        in drawing: Drawing, _ plot: ChartPlot, _ factor: Double, height: Double, labelled: Bool
    ) {
        guard let session, let window = axis.window, session.axis.length > 0 else { return }
        let palette = appearance.palette
        plot.drawTimes(window, axis.clock, in: drawing, appearance, labelled: labelled)
        plot.drawGrid(in: drawing, appearance, ticks: 3)
        drawing.saved {
            drawing.rectangle(x: plot.left, y: 0, width: plot.width, height: height)
            drawing.clip()
            plot.drawGaps(window, in: drawing, palette)
            plot.drawPauses(axis.pauses, window, in: drawing, palette)
            hatch(session, window, in: drawing, plot)
            plot.draw(
                session.rawSpeed, window, in: drawing, factor: factor, Color(palette.raw, alpha: 0.75), width: 1)
            plot.draw(session.fusedSpeed, window, in: drawing, factor: factor, Color(palette.accent), width: 1.8)
            plot.drawMarks(axis.shownMarks, window, in: drawing, palette, named: true)
            band(session.activities, window, in: drawing, plot, y: height - Self.bandHeight - 4)
        }
    }

    /// Explains the lines as far as there is room.
    private func drawLegend(in drawing: Drawing, to end: Double) {
        let palette = appearance.palette
        let regular = TextStyle(size: 12)
        let bold = TextStyle(size: 12, weight: .bold)
        var parts = [(SessionQuantity.speed.axisTitle(unit), bold, appearance.textColor(0.7))]
        // Without a session, there are no lines to explain.
        if let session {
            parts.append((localized("raw"), regular, appearance.textColor(0.6)))
            parts.append((localized("fused"), bold, Color(palette.accent)))
            if !session.fusedSpeed.estimated.isEmpty {
                parts.append((localized("estimated"), regular, Color(palette.estimated)))
            }
            if !axis.pauses.isEmpty {
                parts.append((localized("gray: paused by the device"), regular, appearance.textColor(0.6)))
            }
        }
        var x = 14.0
        for (text, style, color) in parts {
            guard x + drawing.measure(text, style).width <= end else { return }
            drawing.setColor(color)
            x += drawing.text(text, x: x, y: 12 * drawing.textScale, style).width + 11
        }
    }

    private func hatch(_ session: SessionPicture, _ window: ChartWindow, in drawing: Drawing, _ plot: ChartPlot) {
        let estimated = session.fusedSpeed.estimated.filter { !axis.isPaused(in: $0) }
        for span in ChartModel.spans(of: estimated, in: window) where span.end - span.start > 0.5 {
            let from = plot.left + span.start
            drawing.saved {
                drawing.rectangle(x: from, y: plot.top, width: span.end - span.start, height: plot.height)
                drawing.clip()
                // Hatching of many short stretches would only be noise.
                let isHatched = span.end - span.start >= 2 * Self.hatchDistance
                drawing.setColor(Color(appearance.palette.estimated, alpha: isHatched ? 0.1 : 0.25))
                drawing.paint()
                guard isHatched else { return }
                drawing.setColor(Color(appearance.palette.estimated, alpha: 0.65))
                drawing.setLine(width: 1)
                drawing.newPath()
                // A common origin, so that the hatching of neighbouring stretches is aligned.
                let step = Self.hatchDistance
                let first = ((from - plot.height - plot.left) / step).rounded(.down) * step + plot.left
                for x in stride(from: first, through: plot.left + span.end, by: step) {
                    drawing.move(x, plot.bottom)
                    drawing.line(x + plot.height, plot.top)
                }
                drawing.stroke()
            }
        }
    }

    private func band(
        _ activities: [ActivityEstimate], _ window: ChartWindow, in drawing: Drawing, _ plot: ChartPlot, y: Double
    ) {
        let palette = appearance.palette
        drawing.setColor(Color(palette.subdued, alpha: 0.6))
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
}
