public import SensorModel

/// The line of one series over a ``ChartWindow``, at most four points per pixel.
public struct ChartTrace: Sendable, Hashable {
    /// A point of the line.
    public struct Point: Sendable, Hashable {
        /// The distance from the left edge, in pixels.
        public var x: Double
        /// The value, in the series' unit.
        public var value: Double
    }

    /// The points of all polylines, one after the other.
    public internal(set) var points: [Point] = []
    /// The polylines, as ranges of ``points``.
    public internal(set) var runs: [Range<Int>] = []

    /// Creates an empty line.
    public init() {}

    /// Returns the line as segments of two points each. The points of a column become one vertical segment from the
    /// lowest to the highest, which covers the same pixels.
    /// - Parameter place: Returns the position of a point on the screen. Points of one column have the same x.
    public func segments(_ place: (Point) -> ScreenPoint) -> [ScreenPoint] {
        let places = points.map(place)
        var segments: [ScreenPoint] = []
        segments.reserveCapacity(points.count)
        for run in runs {
            var first = run.lowerBound
            while first < run.upperBound {
                var (low, high) = (places[first], places[first])
                var end = first + 1
                while end < run.upperBound, places[end].x == low.x {
                    if places[end].y < low.y { low = places[end] }
                    if places[end].y > high.y { high = places[end] }
                    end += 1
                }
                if first > run.lowerBound { segments += [places[first - 1], places[first]] }
                if end - first > 1 { segments += [low, high] }
                first = end
            }
        }
        return segments
    }
}

/// A stretch of a chart in pixels from the plot's left edge.
public struct ChartSpan: Sendable, Hashable {
    /// The start, in pixels.
    public var start: Double
    /// The end, in pixels.
    public var end: Double
}

/// Converts series and stretches of time into the lines and bands of a chart.
public enum ChartModel {
    /// Returns the line of a series: all values if there are few, otherwise the first, smallest, largest and last value
    /// of each pixel, so that no peak is lost. O(width x log n).
    public static func trace(of series: TimeSeries, in window: ChartWindow) -> ChartTrace {
        var trace = ChartTrace()
        let visible = visibleRange(of: series, in: window)
        guard !visible.isEmpty, window.width > 0 else { return trace }
        let columns = max(1, Int(window.width))
        if visible.count <= columns * 4 {
            appendAll(series, visible, window, into: &trace)
        } else {
            appendColumns(series, visible, window, columns, into: &trace)
        }
        return trace
    }

    /// Returns the smallest and largest value in the window, including the adjacent values outside it.
    public static func bounds(of series: TimeSeries, in window: ChartWindow) -> ClosedRange<Double>? {
        series.bounds(of: visibleRange(of: series, in: window))
    }

    /// Converts stretches of time into stretches of the plot. Leaves out those outside the plot, and joins those that
    /// nearly touch.
    /// - Parameters:
    ///   - stretches: Stretches of time, ascending.
    ///   - window: The part that the chart shows.
    ///   - joining: The largest gap in pixels between two stretches that are drawn as one.
    public static func spans(
        of stretches: [ClosedRange<Instant>], in window: ChartWindow, joining: Double = 1
    ) -> [ChartSpan] {
        var spans: [ChartSpan] = []
        for stretch in stretches {
            guard let span = span(of: stretch, in: window) else { continue }
            if let last = spans.last, span.start - last.end <= joining {
                spans[spans.count - 1].end = max(last.end, span.end)
            } else {
                spans.append(span)
            }
        }
        return spans
    }

    /// Converts a stretch of time into a stretch of the plot, clipped to the plot; `nil` if it is outside.
    public static func span(of stretch: ClosedRange<Instant>, in window: ChartWindow) -> ChartSpan? {
        let start = window.x(of: stretch.lowerBound)
        let end = window.x(of: stretch.upperBound)
        guard end >= 0, start <= window.width else { return nil }
        return ChartSpan(start: max(0, start), end: min(window.width, end))
    }

    private static func visibleRange(of series: TimeSeries, in window: ChartWindow) -> Range<Int> {
        let first = lowerBound(of: window.axis.instant(at: window.range.lowerBound), in: series.times)
        let last = upperBound(of: window.axis.instant(at: window.range.upperBound), in: series.times)
        // One more on each side, so that the line goes to the edge.
        return max(0, first - 1)..<max(max(0, first - 1), min(series.count, last + 1))
    }

    private static func appendAll(
        _ series: TimeSeries, _ visible: Range<Int>, _ window: ChartWindow, into trace: inout ChartTrace
    ) {
        trace.points.reserveCapacity(visible.count)
        var start = 0
        for index in visible {
            let isBreak =
                index > visible.lowerBound && series.times[index] - series.times[index - 1] > series.longestStep
            if isBreak || !series.values[index].isFinite { close(&start, &trace) }
            guard series.values[index].isFinite else { continue }
            trace.points.append(.init(x: window.x(of: series.times[index]), value: Double(series.values[index])))
        }
        close(&start, &trace)
    }

    private static func appendColumns(
        _ series: TimeSeries, _ visible: Range<Int>, _ window: ChartWindow, _ columns: Int, into trace: inout ChartTrace
    ) {
        trace.points.reserveCapacity(columns * 4)
        var start = 0
        var from = visible.lowerBound
        for column in 0..<columns {
            let x = window.width * Double(column + 1) / Double(columns)
            let until =
                column == columns - 1
                ? visible.upperBound
                : min(visible.upperBound, max(from, lowerBound(of: window.instant(atX: x), in: series.times)))
            defer { from = until }
            guard from < until else { continue }
            let middle = x - window.width / Double(columns) / 2
            if let gap = series.lastBreak(in: from..<until) {
                append(series, from..<gap, x: middle, &start, into: &trace)
                close(&start, &trace)
                append(series, gap..<until, x: middle, &start, into: &trace)
            } else {
                append(series, from..<until, x: middle, &start, into: &trace)
            }
        }
        close(&start, &trace)
    }

    private static func append(
        _ series: TimeSeries, _ range: Range<Int>, x: Double, _ start: inout Int, into trace: inout ChartTrace
    ) {
        guard !range.isEmpty else { return }
        let bounds = series.pyramid.bounds(of: range, in: series.values)
        guard !bounds.isEmpty else { return close(&start, &trace) }
        let ends = (series.values[range.lowerBound], series.values[range.upperBound - 1])
        for value in [ends.0, bounds.minimum, bounds.maximum, ends.1] where value.isFinite {
            let point = ChartTrace.Point(x: x, value: Double(value))
            let isRepeated = start < trace.points.count && trace.points[trace.points.count - 1] == point
            if !isRepeated { trace.points.append(point) }
        }
    }

    private static func close(_ start: inout Int, _ trace: inout ChartTrace) {
        if start < trace.points.count { trace.runs.append(start..<trace.points.count) }
        start = trace.points.count
    }
}
