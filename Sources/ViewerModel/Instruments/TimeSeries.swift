import Geometry
public import SensorModel

/// A quantity over time, ready to be drawn at any zoom.
public struct TimeSeries: Sendable {
    /// The times of the values, ascending.
    public let times: [Instant]
    /// The values; a value that is not finite is missing.
    public let values: [Float]
    /// The longest time in seconds between two values that a line joins.
    public let longestStep: Double
    /// The stretches in which the values are estimated, ascending.
    public let estimated: [ClosedRange<Instant>]

    let pyramid: MinMaxPyramid
    /// The indices of values that no line joins with the previous one, ascending.
    let breaks: [Int]

    /// Creates a series. O(n).
    /// - Parameters:
    ///   - times: The times, ascending.
    ///   - values: The values, as many as times.
    ///   - isEstimated: Whether each value is an estimate; empty for none.
    ///   - longestStep: The longest time in seconds between two values that a line joins.
    public init(times: [Instant], values: [Float], isEstimated: [Bool] = [], longestStep: Double = 15) {
        let count = min(times.count, values.count)
        self.times = times.count == count ? times : Array(times.prefix(count))
        self.values = values.count == count ? values : Array(values.prefix(count))
        self.longestStep = longestStep
        pyramid = MinMaxPyramid(self.values)
        let kept = self.times
        breaks = kept.indices.dropFirst().filter { kept[$0] - kept[$0 - 1] > longestStep }
        estimated = Self.stretches(self.times, isEstimated, longestStep: longestStep)
    }

    /// Returns whether two series share their values, because one is a copy of the other; then they are equal. False says
    /// nothing. O(1).
    public func isCopy(of other: TimeSeries) -> Bool {
        times.isCopy(of: other.times) && values.isCopy(of: other.values) && estimated.isCopy(of: other.estimated)
    }

    /// Returns the last index in a range that begins a new line; `nil` if there is none. O(log breaks).
    func lastBreak(in range: Range<Int>) -> Int? {
        let next = breaks.partitionPoint { $0 < range.upperBound }
        return next > 0 && breaks[next - 1] >= range.lowerBound ? breaks[next - 1] : nil
    }

    /// The number of values, including missing ones.
    public var count: Int { times.count }
    /// True without values.
    public var isEmpty: Bool { times.isEmpty }

    /// The smallest and largest value; `nil` if there is none.
    public var bounds: ClosedRange<Double>? { bounds(of: times.indices) }

    /// Returns the smallest and largest value in a range of indices; `nil` if there is none. O(log n).
    public func bounds(of range: Range<Int>) -> ClosedRange<Double>? {
        let bounds = pyramid.bounds(of: range.clamped(to: times.indices), in: values)
        return bounds.isEmpty ? nil : Double(bounds.minimum)...Double(bounds.maximum)
    }

    /// Returns the number of values at or before an instant. O(log n).
    public func count(upTo instant: Instant) -> Int { upperBound(of: instant, in: times) }

    /// Returns the value at an instant: the last one at or before it, unless it is too old.
    public func value(at instant: Instant) -> Double? {
        let index = count(upTo: instant) - 1
        guard index >= 0, instant - times[index] <= longestStep, values[index].isFinite else { return nil }
        return Double(values[index])
    }

    private static func stretches(
        _ times: [Instant], _ isEstimated: [Bool], longestStep: Double
    ) -> [ClosedRange<Instant>] {
        var stretches: [ClosedRange<Instant>] = []
        var start: Instant?
        for index in 0..<min(times.count, isEstimated.count) {
            if isEstimated[index], start == nil {
                // A loss is noticed seconds after it began, so the line from the last measurement to an estimate is an
                // estimate as well.
                let isJoined = index > 0 && times[index] - times[index - 1] <= longestStep
                start = times[isJoined ? index - 1 : index]
            }
            guard let from = start else { continue }
            let isLast = index + 1 >= min(times.count, isEstimated.count)
            let isBreak = !isLast && times[index + 1] - times[index] > longestStep
            guard isLast || isBreak || !isEstimated[index + 1] else { continue }
            stretches.append(from...max(from, isLast || isBreak ? times[index] : times[index + 1]))
            start = nil
        }
        return stretches
    }
}

/// Returns the number of instants in an ascending list at or before a given one. O(log n).
func upperBound<Times: RandomAccessCollection>(of instant: Instant, in times: Times) -> Int
where Times.Element == Instant, Times.Index == Int {
    times.partitionPoint { $0 <= instant }
}

/// Returns the number of instants in an ascending list before a given one. O(log n).
func lowerBound(of instant: Instant, in times: [Instant]) -> Int {
    times.partitionPoint { $0 < instant }
}
