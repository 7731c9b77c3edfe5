public import SensorModel

/// The regularity of consecutive steps.
public struct StepRegularity: Sendable, Hashable {
    /// The mean time between two steps, in seconds.
    public var interval: Double
    /// The coefficient of variation of that time: 0 for a metronome.
    public var variation: Double

    /// The maximum time between two consecutive steps, in seconds.
    private static let longestInterval = 1.5
    /// The minimum number of intervals for a meaningful spread.
    private static let fewest = 10

    /// Measures the regularity of steps; `nil` if too few of them are consecutive.
    /// - Parameter times: The times of the steps, in any order.
    public init?(of times: some Sequence<Instant>) {
        let sorted = times.sorted()
        let intervals = zip(sorted.dropFirst(), sorted).map { $0 - $1 }.filter { $0 > 0 && $0 <= Self.longestInterval }
        guard intervals.count >= Self.fewest else { return nil }
        let mean = intervals.reduce(0, +) / Double(intervals.count)
        let squares = intervals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        interval = mean
        variation = (squares / Double(intervals.count)).squareRoot() / mean
    }
}
