import GTKKit
import ViewerModel

/// The part of time that all charts show, shared by them.
@MainActor
final class ChartAxis {
    /// The visible part; `nil` if nothing is open.
    var window: ChartWindow? {
        // A chart determines the width while it is drawn, so a change needs no redraw.
        didSet { if window?.range != oldValue?.range || window?.axis != oldValue?.axis { onChange() } }
    }
    /// Called when another part is shown.
    var onChange: () -> Void = {}
}

/// The positions of a chart's values on its canvas, and the way its lines are drawn.
@MainActor
struct ChartPlot {
    let left: Double
    let right: Double
    let top: Double
    let bottom: Double
    let values: ClosedRange<Double>
    var width: Double { right - left }
    var height: Double { bottom - top }

    private static let labelSize = 11.5

    /// Returns the position of a value, limited to the plot.
    func y(_ value: Double) -> Double {
        let share = (value - values.lowerBound) / (values.upperBound - values.lowerBound)
        return bottom - height * min(1, max(0, share))
    }

    /// Draws lines at round values, with their numbers.
    func drawGrid(in drawing: Drawing, _ appearance: Appearance, ticks: Int) {
        for tick in valueTicks(over: values, atMost: ticks) {
            let y = y(tick.value).rounded() + 0.5
            drawing.setColor(Color(appearance.palette.subdued, alpha: 0.8))
            drawing.setLine(width: 1, cap: .butt)
            drawing.newPath()
            drawing.move(left, y)
            drawing.line(right, y)
            drawing.stroke()
            drawing.setColor(appearance.textColor(0.6))
            drawing.text(tick.label, x: left - 9, y: y, anchor: .trailing, TextStyle(size: Self.labelSize))
        }
    }

    /// Draws the line of a series.
    /// - Parameter factor: The factor by which values are multiplied before they are drawn.
    func draw(
        _ series: TimeSeries, _ window: ChartWindow, in drawing: Drawing, factor: Double = 1, _ color: Color,
        width: Double
    ) {
        let trace = ChartModel.trace(of: series, in: window)
        let segments = trace.segments { ScreenPoint(x: left + $0.x, y: y($0.value * factor)) }
        var raster = StrokeRaster()
        drawing.strokes(width: right, height: bottom + width, with: &raster) { target in
            for first in stride(from: 0, to: segments.count, by: 2) {
                target.stroke(segments, first..<(first + 2), width: width)
            }
            target.blend(RGB(red: color.red, green: color.green, blue: color.blue), alpha: color.alpha)
        }
    }

    /// Draws a line at the position of the replay.
    func drawCursor(
        at position: Double?, _ window: ChartWindow, in drawing: Drawing, _ palette: ActivityPalette,
        from top: Double, to bottom: Double
    ) {
        guard let position else { return }
        let offset = window.x(ofPosition: position)
        guard offset >= -0.5, offset <= width + 0.5 else { return }
        let x = (left + offset).rounded() + 0.5
        drawing.setColor(Color(palette.foreground, alpha: 0.8))
        drawing.setLine(width: 1, cap: .butt)
        drawing.newPath()
        drawing.move(x, top)
        drawing.line(x, bottom)
        drawing.stroke()
    }

    /// Marks gaps that the axis shortens: a pale band with slanted edges, and the duration if there is room.
    func drawGaps(_ window: ChartWindow, in drawing: Drawing, _ palette: ActivityPalette) {
        for gap in window.axis.gaps {
            let start = window.x(ofPosition: gap.positions.lowerBound)
            let end = window.x(ofPosition: gap.positions.upperBound)
            guard end >= 0, start <= width else { continue }
            let middle = left + (start + end) / 2
            let half = max(2.5, (end - start) / 2)
            drawing.setColor(Color(palette.subdued, alpha: 0.45))
            drawing.rectangle(x: middle - half, y: top, width: 2 * half, height: height)
            drawing.fill()
            drawing.setColor(Color(palette.foreground, alpha: 0.55))
            drawing.setLine(width: 1)
            drawing.newPath()
            for edge in [middle - half, middle + half] {
                drawing.move(edge - 2, bottom)
                // A torn edge with three teeth per plot.
                for tooth in 1...6 {
                    drawing.line(edge + (tooth % 2 == 0 ? -2 : 2), bottom - height * Double(tooth) / 6)
                }
            }
            drawing.stroke()
            let style = TextStyle(size: 10.5)
            let text = durationText(gap.duration)
            let size = drawing.measure(text, style)
            guard size.width + 6 <= max(2 * half, 40), middle - size.width / 2 > left else { continue }
            drawing.setColor(Color(palette.background, alpha: 0.85))
            drawing.rectangle(
                x: middle - size.width / 2 - 3, y: top + 1, width: size.width + 6, height: size.height + 2, radius: 3)
            drawing.fill()
            drawing.setColor(Color(palette.foreground, alpha: 0.8))
            drawing.text(text, x: middle, y: top + 2 + size.height / 2, anchor: .center, style)
        }
    }
}
