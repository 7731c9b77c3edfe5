public import SensorModel

/// How evenly steps follow each other.
public struct StepRegularity: Sendable, Hashable {
    /// The mean time between two steps, in seconds.
    public var interval: Double
    /// The standard deviation of that time as a share of it: 0 for a metronome.
    public var variation: Double

    /// Seconds between two steps beyond which they do not belong together.
    private static let longestInterval = 1.5
    /// The least number of intervals that have a spread worth telling.
    private static let fewest = 10

    /// Measures steps; `nil` for too few that follow each other.
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
