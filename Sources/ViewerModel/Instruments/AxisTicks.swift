import Glibc

/// A labelled position on an axis.
public struct AxisTick: Sendable, Hashable {
    /// The value, in the unit of the axis.
    public var value: Double
    /// The value as text, with as many decimals as the interval needs.
    public var label: String
}

/// Returns round values that cover a range, at intervals of 1, 2 or 5 times a power of ten.
/// - Parameters:
///   - range: The range to cover, in the unit of the axis.
///   - count: The maximum number of intervals.
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

/// Returns a range extended to its ticks, including zero if the values are close to it.
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
