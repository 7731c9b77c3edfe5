import Geometry
public import SensorModel

/// A labelled time on the axis of a chart.
public struct TimeTick: Sendable, Hashable {
    /// The part of the clock that identifies the time among the other ticks.
    public enum Precision: Sendable, Hashable {
        /// The date: at midnight, or at the first instant after a gap that ends on another day.
        case day
        /// The hour and the minute.
        case minute
        /// The second as well.
        case second
    }

    /// The distance from the plot's left edge, in pixels.
    public var x: Double
    /// The time on the clock.
    public var clock: ClockTime
    /// The part of the clock to show.
    public var precision: Precision
}

private let minute = 60.0
private let hour = 3_600.0
private let day = 86_400.0

/// The intervals between ticks in seconds that divide an hour or a day; longer ones are whole days.
private let timeSteps: [Double] =
    [1, 2, 5, 10, 15, 30] + [1, 2, 5, 10, 15, 30].map { $0 * minute } + [1, 2, 3, 6, 12, 24].map { $0 * hour }

/// Returns round times of the clock over the visible part of a chart, ascending. A shortened gap has none.
/// O(ticks + visible gaps).
/// - Parameters:
///   - window: The part that the chart shows.
///   - distance: The minimum distance between two ticks, in pixels.
///   - utcOffset: Returns the clock's offset from UTC at an instant, in seconds.
public func timeTicks(
    in window: ChartWindow, atLeast distance: Double, utcOffset: (Instant) -> Int
) -> [TimeTick] {
    let visible = window.range
    let length = visible.upperBound - visible.lowerBound
    guard length > 0, window.width > 0, distance > 0 else { return [] }
    let wanted = length / window.width * distance
    let step = timeSteps.first { $0 >= wanted } ?? (wanted / day).rounded(.up) * day
    // More would be closer than the distance. Times at the end of what an instant can hold do not advance.
    let most = Int(min(window.width / distance, 10_000)) + 2
    var ticks: [TimeTick] = []
    var known: (offset: Int, from: Instant)?

    // A session of sparse fixes has thousands of gaps, and the calendar takes its time.
    func offset(at instant: Instant) -> Int {
        if let known, instant - known.from < hour { return known.offset }
        let offset = utcOffset(instant)
        known = (offset, instant)
        return offset
    }

    func add(from start: Instant, to end: Instant) {
        let offset = offset(at: start)
        let local = start.seconds + Double(offset)
        for index in 0...most {
            let time = ((local / step).rounded(.up) + Double(index)) * step
            let instant = Instant(seconds: time - Double(offset))
            guard instant <= end else { return }
            let x = window.x(of: instant)
            guard ticks.last.map({ x - $0.x >= distance }) ?? true else { continue }
            let isMidnight = time.truncatingRemainder(dividingBy: day) == 0
            ticks.append(
                TimeTick(
                    x: x, clock: ClockTime(instant, utcOffset: offset),
                    precision: step < minute ? .second : isMidnight ? .day : .minute))
        }
    }

    func addDay(at instant: Instant, after earlier: Instant) {
        let before = ClockTime(earlier, utcOffset: offset(at: earlier))
        let clock = ClockTime(instant, utcOffset: offset(at: instant))
        let x = window.x(of: instant)
        guard clock.date != before.date, x <= window.width else { return }
        // A date says more than an hour before it.
        while let last = ticks.last, last.precision != .day, x - last.x < distance { ticks.removeLast() }
        guard ticks.last.map({ x - $0.x >= distance }) ?? true else { return }
        ticks.append(TimeTick(x: x, clock: clock, precision: .day))
    }

    let axis = window.axis
    var from = axis.instant(at: visible.lowerBound)
    for gap in axis.gaps[axis.gaps.partitionPoint { $0.positions.upperBound <= visible.lowerBound }...] {
        guard gap.positions.lowerBound < visible.upperBound else { break }
        if from <= gap.start { add(from: from, to: gap.start) }
        from = gap.end
        addDay(at: gap.end, after: gap.start)
    }
    let end = axis.instant(at: visible.upperBound)
    if from <= end { add(from: from, to: end) }
    return ticks
}
