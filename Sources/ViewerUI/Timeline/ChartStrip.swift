import FusionCore
import GTKKit
import Localization
import SensorModel
import Viewer
import ViewerModel

/// A chart of another quantity over time, below the speed.
@MainActor
final class ChartStrip: CanvasContent {
    /// The quantity of the chart.
    let quantity: SessionQuantity
    private(set) lazy var canvas = Canvas(role: .picture, content: self)
    private let appearance: Appearance
    private let axis: ChartAxis
    private var series: TimeSeries?
    /// The bounds and the explanation of innovations; `nil` for other quantities.
    var band: InnovationBand?
    /// The ground heights from a map, as read and as drawn next to the recorded ones.
    var mapHeights: (read: TimeSeries, drawn: TimeSeries)?
    private var unit = SpeedUnit.kilometresPerHour
    private var values: ClosedRange<Double>?
    /// The replay's position on the axis, in seconds.
    var cursor: Double? {
        didSet { if cursor != oldValue { canvas.queueDraw() } }
    }

    private var isCompact = false
    private var isEmpty = false

    private static let (height, compactHeight) = (68, 50)
    /// The height on a page in pixels, with text of the usual size.
    static let pageHeight = Double(height)
    /// The height in pixels of a strip with only a message that it has no data.
    private static let emptyHeight = 20
    private static let (legendHeight, bandHeight) = (20.0, 3.0)

    init(_ quantity: SessionQuantity, appearance: Appearance, axis: ChartAxis) {
        self.quantity = quantity
        self.appearance = appearance
        self.axis = axis
        canvas.expandsHorizontally = true
        requestRoom()
        canvas.describe(localized("{1} over time", localized(quantity.title)))
        appearance.onChange { [weak self] in self?.canvas.queueDraw() }
    }

    /// Shows a series; `nil` while it is being computed.
    func show(_ series: TimeSeries?, unit: SpeedUnit) {
        self.series = series
        self.unit = unit
        isEmpty = series?.isEmpty ?? false && mapHeights == nil
        requestRoom()
        canvas.queueDraw()
    }

    /// Uses a lower height in a low window.
    func setCompact(_ isCompact: Bool) {
        self.isCompact = isCompact
        requestRoom()
    }

    private func requestRoom() {
        let height = isCompact ? Self.compactHeight : Self.height
        canvas.requestTextRoom(height: isEmpty ? Self.emptyHeight : height)
    }

    /// The instant whose values are written: under the pointer, otherwise at the cursor.
    private var readInstant: Instant? {
        axis.pointedInstant ?? cursor.flatMap { cursor in axis.window?.axis.instant(at: cursor) }
    }

    /// The values at that instant, for the user.
    private var reading: String {
        guard let series else { return "" }
        if series.isEmpty { return localized("not recorded") }
        guard let readInstant else { return "" }
        let value = quantity.text(of: series.value(at: readInstant), unit: unit).localized
        return [value, band?.hypothesis(at: readInstant).map { localized($0.title) }].compactMap { $0 }.joined(
            separator: ", ")
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        let palette = appearance.palette
        let scale = drawing.textScale
        let (legend, baseline) = (Self.legendHeight * scale, 9 * scale)
        var x = 14.0
        drawing.setColor(appearance.textColor(0.7))
        x += drawing.text(quantity.axisTitle(unit), x: x, y: baseline, TextStyle(size: 12, weight: .bold)).width + 12
        drawing.setColor(appearance.textColor(0.6))
        x += drawing.text(reading, x: x, y: baseline, TextStyle(size: 12, hasTabularDigits: true)).width
        if let mapReading {
            drawing.setColor(Color(mapColor))
            drawing.text(mapReading, x: x + 12, y: baseline, TextStyle(size: 12, hasTabularDigits: true))
        }
        guard let series, var window = axis.window, window.axis.length > 0, let bounds = bounds(of: series, in: window)
        else { return }
        let isFromZero = !quantity.goesBelowZero && quantity != .acceleration
        let factor = quantity.isLength ? 1 / unit.distanceUnit.small.metres : 1
        let low = bounds.lowerBound * factor
        let high = bounds.upperBound * factor
        let wanted = isFromZero ? 0...max(high, 1) : low...max(high, low + 1)
        let plot = ChartPlot(
            left: TimelinePane.gutter(textScale: scale), right: width, top: legend + 2, bottom: height - 5,
            values: axis.range(fitting: niceRange(wanted, atMost: 2, fromZero: isFromZero), last: &values))
        window.width = plot.width
        plot.drawTimes(window, axis.clock, in: drawing, appearance, labelled: false)
        plot.drawGrid(in: drawing, appearance, ticks: 2)
        drawing.saved {
            drawing.rectangle(x: plot.left, y: 0, width: plot.width, height: height)
            drawing.clip()
            plot.drawGaps(window, in: drawing, palette)
            plot.drawPauses(axis.pauses, window, in: drawing, palette)
            if let drawn = mapHeights?.drawn {
                plot.draw(drawn, window, in: drawing, factor: factor, Color(mapColor), width: 1.5)
            }
            for limit in band?.limits ?? [] {
                plot.draw(limit, window, in: drawing, factor: factor, Color(palette.foreground, alpha: 0.35), width: 1)
            }
            plot.draw(series, window, in: drawing, factor: factor, Color(color(palette)), width: 1.5)
            plot.drawMarks(axis.shownMarks, window, in: drawing, palette, named: false)
            drawHypotheses(plot, window, in: drawing)
        }
        if let x = axis.pointer, let instant = axis.pointedInstant {
            let value = series.value(at: instant).map { $0 * factor }
            plot.drawPointer(at: x, value: value, in: drawing, Color(color(palette)), palette)
        }
        plot.drawCursor(at: cursor, window, in: drawing, palette, from: legend, to: height)
    }

    /// Draws the explanation of the errors as a coloured band at the lower edge.
    private func drawHypotheses(_ plot: ChartPlot, _ window: ChartWindow, in drawing: Drawing) {
        guard let band else { return }
        for hypothesis in FixAssessment.Hypothesis.allCases {
            let times = band.hypotheses.filter { $0.hypothesis == hypothesis }.map(\.time)
            drawing.setColor(Color(appearance.palette.color(of: hypothesis)))
            for span in ChartModel.spans(of: times, in: window) {
                drawing.rectangle(
                    x: plot.left + span.start, y: plot.bottom - Self.bandHeight, width: max(1, span.end - span.start),
                    height: Self.bandHeight)
            }
            drawing.fill()
        }
    }

    /// The height of the ground at that instant, for the user; `nil` if it is unknown.
    private var mapReading: String? {
        guard let mapHeights, let readInstant else { return nil }
        let height = mapHeights.read.value(at: readInstant)
        return height.map { localized("map height {1}", quantity.text(of: $0, unit: unit).localized) }
    }

    private var mapColor: RGB { appearance.palette.road }

    /// Returns the smallest and largest value in a part of the axis, from the recording and from a map.
    private func bounds(of series: TimeSeries, in window: ChartWindow) -> ClosedRange<Double>? {
        let both = ([series, mapHeights?.drawn].compactMap { $0 } + (band?.limits ?? [])).compactMap {
            ChartModel.bounds(of: $0, in: window)
        }
        guard let low = both.map(\.lowerBound).min(), let high = both.map(\.upperBound).max() else { return nil }
        let reach = band?.reach ?? .infinity
        return max(low, -reach)...max(min(high, reach), max(low, -reach))
    }

    /// The colour of the corresponding layer on the map.
    private func color(_ palette: ActivityPalette) -> RGB {
        switch quantity {
        case .errorAlong, .errorAcross: palette.reference
        case .innovationAlong, .innovationAcross, .innovationSigmas, .fixWeight: palette.filtered
        case .roadDeviation: palette.road
        default: palette.smoothed
        }
    }
}

extension SessionQuantity {
    /// True if its values are metres.
    fileprivate var isLength: Bool { self == .accuracy || self == .roadDeviation || goesBelowZero }
    /// True if its axis does not begin with zero.
    fileprivate var goesBelowZero: Bool {
        [.altitude, .errorAlong, .errorAcross, .innovationAlong, .innovationAcross].contains(self)
    }

    /// The text over a chart: `Altitude, m`.
    func axisTitle(_ unit: SpeedUnit) -> String {
        guard let axisUnit = axisUnit(unit) else { return localized(title) }
        return localized("{1}, {2}", localized(title), axisUnit.localized)
    }
}
