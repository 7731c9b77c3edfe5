import Glibc
import SensorModel

/// A labelled place on an axis.
public struct AxisTick: Sendable, Hashable {
    /// The value, in the unit of the axis; for a time axis, seconds of the playback axis.
    public var value: Double
    /// The label.
    public var label: String

    /// Makes a tick.
    public init(value: Double, label: String) {
        self.value = value
        self.label = label
    }
}

/// Returns round values that cover a range, their distance 1, 2 or 5 times a power of ten.
/// - Parameters:
///   - range: What to cover, in the unit of the axis.
///   - count: How many steps at most.
public func valueTicks(over range: ClosedRange<Double>, atMost count: Int = 4) -> [AxisTick] {
    guard range.lowerBound.isFinite, range.upperBound.isFinite else { return [] }
    let step = niceStep(atLeast: (range.upperBound - range.lowerBound) / Double(max(1, count)))
    let first = Int((range.lowerBound / step - 1e-9).rounded(.up))
    let last = Int((range.upperBound / step + 1e-9).rounded(.down))
    let decimals = max(0, Int((-log10(step) - 1e-9).rounded(.up)))
    guard first <= last, last - first <= 1_000 else { return [] }
    return (first...last).map {
        AxisTick(value: Double($0) * step, label: decimalText(Double($0) * step, decimals: decimals))
    }
}

/// Returns a range widened to the steps of its ticks, zero included where the values are near it.
public func niceRange(_ range: ClosedRange<Double>, atMost count: Int = 4, fromZero: Bool = false) -> ClosedRange<
    Double
> {
    var low = range.lowerBound
    var high = range.upperBound
    guard low.isFinite, high.isFinite else { return 0...1 }
    if fromZero { low = min(0, low) }
    if high - low < 1e-9 * max(1, abs(high)) { high = low + 1 }
    let step = niceStep(atLeast: (high - low) / Double(max(1, count)))
    return (low / step).rounded(.down) * step...(high / step).rounded(.up) * step
}

/// Returns the smallest of 1, 2, 5 times a power of ten that is not below a step.
func niceStep(atLeast step: Double) -> Double {
    guard step.isFinite, step > 0 else { return 1 }
    let power = pow(10, floor(log10(step)))
    let lead = step / power
    return (lead <= 1.000_000_1 ? 1 : lead <= 2.000_000_2 ? 2 : lead <= 5.000_000_5 ? 5 : 10) * power
}

/// The distances of labels on a time axis, in seconds.
private let clockSteps: [Double] = [
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400,
]

/// Returns the clock's round times that lie on a stretch of the playback axis.
/// - Parameters:
///   - range: Seconds of the playback axis.
///   - axis: The axis.
///   - utcOffset: Seconds east of UTC.
///   - count: How many labels at most.
public func clockTicks(
    over range: ClosedRange<Double>, of axis: PlaybackAxis, utcOffset: Int, atMost count: Int = 8
) -> [AxisTick] {
    let length = range.upperBound - range.lowerBound
    guard length > 0, count > 0 else { return [] }
    let step =
        clockSteps.first { $0 >= length / Double(count) } ?? ((length / Double(count) / 86_400).rounded(.up) * 86_400)
    let smallestDistance = length / Double(count) * 0.6
    var ticks: [AxisTick] = []
    var position = range.lowerBound
    while position <= range.upperBound, ticks.count <= count * 2 {
        let local = axis.instant(at: position).seconds + Double(utcOffset)
        let next = (local / step).rounded(.up) * step - Double(utcOffset)
        let place = axis.position(of: Instant(seconds: next))
        guard place <= range.upperBound, place >= range.lowerBound else { break }
        // A gap that was cut would crowd its labels on a few pixels.
        let isFree = axis.gap(at: place) == nil && place - (ticks.last?.value ?? -.infinity) >= smallestDistance
        if isFree, place < axis.length || next <= axis.end.seconds {
            let clock = ClockTime(Instant(seconds: next), utcOffset: utcOffset)
            ticks.append(AxisTick(value: place, label: step < 60 ? clock.secondText : clock.minuteText))
        }
        position = max(place, axis.gap(at: place)?.positions.upperBound ?? place) + step / 2
    }
    return ticks
}
