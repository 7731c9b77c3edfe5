import GTKKit
import Geometry
import SensorModel
import Viewer
import ViewerModel

/// The part of time that all charts show, shared by them.
@MainActor
final class ChartAxis {
    /// The visible part; `nil` if nothing is open.
    var window: ChartWindow? {
        // A chart determines the width while it is drawn, so a change needs no redraw.
        didSet { if window?.range != oldValue?.range || window?.axis != oldValue?.axis { onChange() } }
    }
    /// The stretches in which the device states that it was paused.
    var pauses: [ClosedRange<Instant>] = []

    /// The clock that times are read from.
    var clock = SessionClock.local
    /// The moments that the user marked, in order.
    var marks: [SessionMark] = [] { didSet { if marks != oldValue { onChange() } } }
    /// The mark that the user drags.
    var dragged: MarkDrag? { didSet { if dragged != oldValue { onChange() } } }
    /// The marks as they are shown, in order.
    var shownMarks: [SessionMark] {
        dragged.map { dragged in marks.map(dragged.shown).sorted { $0.time < $1.time } } ?? marks
    }

    /// Returns whether the device was paused in a part of a stretch. O(log pauses).
    func isPaused(in stretch: ClosedRange<Instant>) -> Bool {
        let place = pauses.partitionPoint { $0.upperBound < stretch.lowerBound }
        return place < pauses.count && pauses[place].lowerBound <= stretch.upperBound
    }

    /// True while the charts keep the ranges of their values.
    var holdsScales = false { didSet { if oldValue, !holdsScales { onChange() } } }

    /// Returns the range of a chart's values: the last one while scales are held.
    func range(fitting fitted: ClosedRange<Double>, last: inout ClosedRange<Double>?) -> ClosedRange<Double> {
        let shown = holdsScales ? last ?? fitted : fitted
        last = shown
        return shown
    }

    /// Called when another part is shown, or fits another range of values.
    var onChange: () -> Void = {}
    /// The pointer's distance from the plot's left edge in pixels; `nil` if it is elsewhere.
    var pointer: Double? {
        didSet { if pointer != oldValue { onPointer() } }
    }
    /// Called when the pointer has moved.
    var onPointer: () -> Void = {}

    /// The instant under the pointer; `nil` if the pointer is elsewhere.
    var pointedInstant: Instant? {
        guard let pointer, let window, 0...window.width ~= pointer else { return nil }
        return window.instant(atX: pointer)
    }
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
    /// The minimum distance between two times, in pixels.
    private static let timeDistance = 80.0
    /// The furthest in pixels that a time may begin before the plot.
    private static let timeOverhang = 6.0
    /// The height of the times below the plot, in pixels.
    static let timesHeight = 16.0
    /// The distance of a text from the pointer's line, in pixels.
    private static let pointerGap = 6.0
    /// The minimum distances in pixels between two gaps with torn edges, and between two durations of gaps.
    private static let (tornDistance, gapTextDistance) = (24.0, 16.0)

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

    /// Draws lines at round times, with the times below the plot if there is room for them.
    /// - Parameter labelled: Whether to write the times.
    func drawTimes(
        _ window: ChartWindow, _ clock: SessionClock, in drawing: Drawing, _ appearance: Appearance, labelled: Bool
    ) {
        let scale = drawing.textScale
        for tick in timeTicks(in: window, atLeast: Self.timeDistance * scale, utcOffset: clock.utcOffset) {
            let x = (left + tick.x).rounded() + 0.5
            drawUpright(atX: x, from: top, to: bottom, in: drawing, Color(appearance.palette.subdued, alpha: 0.5))
            guard labelled else { continue }
            let style = TextStyle(size: Self.labelSize, hasTabularDigits: true)
            let half = drawing.measure(tick.text, style).width / 2
            // Neither beyond the end, nor under the lowest number of the other axis.
            guard x + half <= right, x - half >= left - Self.timeOverhang else { continue }
            drawing.setColor(appearance.textColor(0.6))
            drawing.text(tick.text, x: x, y: bottom + Self.timesHeight * scale / 2 + 1, anchor: .center, style)
        }
    }

    /// Draws a line where the pointer is, and a dot on the curve.
    /// - Parameter value: The value there; `nil` for none.
    func drawPointer(at x: Double, value: Double?, in drawing: Drawing, _ color: Color, _ palette: ActivityPalette) {
        let x = (left + x).rounded() + 0.5
        drawUpright(atX: x, from: top, to: bottom, in: drawing, Color(palette.foreground, alpha: 0.35))
        guard let value else { return }
        drawing.circle(x: x, y: y(value), radius: 3.5)
        drawing.setColor(color)
        drawing.fillPreserving()
        drawing.setColor(Color(palette.background))
        drawing.setLine(width: 1.2)
        drawing.stroke()
    }

    /// Draws a text next to the pointer's line: to its right, or to its left if there is no room.
    func drawPointerText(_ text: String, at x: Double, in drawing: Drawing, _ palette: ActivityPalette) {
        let style = TextStyle(size: Self.labelSize, hasTabularDigits: true)
        let size = drawing.measure(text, style)
        let (width, height) = (size.width + 12, size.height + 4)
        let isRight = left + x + Self.pointerGap + width <= right
        let start = max(left, left + x + (isRight ? Self.pointerGap : -Self.pointerGap - width))
        drawing.setColor(Color(palette.background, alpha: 0.92))
        drawing.rectangle(x: start, y: top + 1, width: width, height: height, radius: 4)
        drawing.fillPreserving()
        drawing.setColor(Color(palette.subdued))
        drawing.setLine(width: 1)
        drawing.stroke()
        drawing.setColor(Color(palette.foreground))
        drawing.text(text, x: start + 6, y: top + 1 + height / 2, style)
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
        drawUpright(atX: x, from: top, to: bottom, in: drawing, Color(palette.foreground, alpha: 0.8))
    }

    /// Draws an upright line one pixel wide.
    private func drawUpright(
        atX x: Double, from top: Double, to bottom: Double, in drawing: Drawing, _ color: Color
    ) {
        drawing.setColor(color)
        drawing.setLine(width: 1, cap: .butt)
        drawing.newPath()
        drawing.move(x, top)
        drawing.line(x, bottom)
        drawing.stroke()
    }

    /// Draws a line at each moment that the user marked, and its name if there is room before the next one.
    func drawMarks(
        _ marks: [SessionMark], _ window: ChartWindow, in drawing: Drawing, _ palette: ActivityPalette, named: Bool
    ) {
        let style = TextStyle(size: 10.5, weight: .semibold)
        let places = marks.map { left + window.x(of: $0.time) }
        for (place, (mark, x)) in zip(marks, places).enumerated() where left...right ~= x {
            drawUpright(atX: x.rounded() + 0.5, from: top, to: bottom, in: drawing, Color(palette.reference))
            guard named else { continue }
            let size = drawing.measure(mark.title, style)
            let end = place + 1 < places.count ? min(right, places[place + 1]) : right
            guard x + size.width + 18 <= end else { continue }
            drawing.chip(mark.title, x: x + 9, y: bottom - size.height / 2 - 5, style, palette)
        }
    }

    /// Shades stretches in which the device states that it was paused.
    func drawPauses(
        _ pauses: [ClosedRange<Instant>], _ window: ChartWindow, in drawing: Drawing, _ palette: ActivityPalette
    ) {
        drawing.setColor(Color(palette.subdued, alpha: 0.45))
        for span in ChartModel.spans(of: pauses, in: window) {
            drawing.rectangle(x: left + span.start, y: top, width: max(1, span.end - span.start), height: height)
            drawing.fill()
        }
    }

    /// Marks gaps that the axis shortens: a pale band with slanted edges, and the duration if there is room. Gaps close to
    /// each other have plain edges, and the longest keeps its duration.
    func drawGaps(_ window: ChartWindow, in drawing: Drawing, _ palette: ActivityPalette) {
        let bands = window.axis.gaps.compactMap { gap -> GapBand? in
            let start = window.x(ofPosition: gap.positions.lowerBound)
            let end = window.x(ofPosition: gap.positions.upperBound)
            guard end >= 0, start <= width else { return nil }
            return GapBand(
                middle: left + (start + end) / 2, half: max(2.5, (end - start) / 2), duration: gap.duration)
        }
        for (place, band) in bands.enumerated() {
            let others = [place - 1, place + 1].filter(bands.indices.contains)
            let isAlone = others.allSatisfy { abs(bands[$0].middle - band.middle) >= Self.tornDistance }
            draw(band, isTorn: isAlone, in: drawing, palette)
        }
        let style = TextStyle(size: 10.5)
        var taken: [ClosedRange<Double>] = []
        for band in bands.sorted(by: { $0.duration > $1.duration }) {
            // Most of many gaps are within a text, which need not be measured.
            if taken.contains(where: { $0.contains(band.middle) }) { continue }
            let text = durationText(band.duration)
            let size = drawing.measure(text, style)
            let half = size.width / 2 + 3
            let place = (band.middle - half)...(band.middle + half)
            guard 2 * half <= max(2 * band.half, 40), place.lowerBound + 3 > left, place.upperBound - 3 < right,
                !taken.contains(where: { $0.overlaps(place) })
            else { continue }
            taken.append((place.lowerBound - Self.gapTextDistance)...(place.upperBound + Self.gapTextDistance))
            drawing.setColor(Color(palette.background, alpha: 0.85))
            drawing.rectangle(x: place.lowerBound, y: top + 1, width: 2 * half, height: size.height + 2, radius: 3)
            drawing.fill()
            drawing.setColor(Color(palette.foreground, alpha: 0.8))
            drawing.text(text, x: band.middle, y: top + 2 + size.height / 2, anchor: .center, style)
        }
    }

    /// The band of a gap, in pixels, and the gap's duration, in seconds.
    private struct GapBand {
        var middle: Double
        var half: Double
        var duration: Double
    }

    private func draw(_ band: GapBand, isTorn: Bool, in drawing: Drawing, _ palette: ActivityPalette) {
        drawing.setColor(Color(palette.subdued, alpha: 0.45))
        drawing.rectangle(x: band.middle - band.half, y: top, width: 2 * band.half, height: height)
        drawing.fill()
        guard isTorn else { return }
        drawing.setColor(Color(palette.foreground, alpha: 0.55))
        drawing.setLine(width: 1)
        drawing.newPath()
        for edge in [band.middle - band.half, band.middle + band.half] {
            drawing.move(edge - 2, bottom)
            // A torn edge with three teeth per plot.
            for tooth in 1...6 {
                drawing.line(edge + (tooth % 2 == 0 ? -2 : 2), bottom - height * Double(tooth) / 6)
            }
        }
        drawing.stroke()
    }
}

extension TimeTick {
    /// The part of the clock that the tick shows, in the user's language.
    var text: String {
        switch precision {
        case .day: clock.date.localizedDayText
        case .minute: clock.minuteText
        case .second: clock.secondText
        }
    }
}
