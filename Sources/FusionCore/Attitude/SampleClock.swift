import SensorModel

/// Learns the interval of a stream from its timestamps, so that filters are designed for the actual rate.
struct SampleClock: Sendable {
    /// The timestamp of the last sample.
    private(set) var last: Instant?
    /// The interval that the filters are designed for, in seconds.
    private(set) var interval: Double
    private var mean = 0.0
    private var count = 0.0

    /// The number of intervals in the running mean.
    private static let memory = 200.0
    /// The relative change of the mean that causes a new design.
    private static let tolerance = 0.05
    /// The range of intervals that filters are designed for, in seconds: 12.5 to 400 Hz with a margin.
    private static let range = 0.001...0.2

    init(assumedInterval: Double) { interval = assumedInterval }

    /// Processes a timestamp.
    /// - Returns: The time since the previous timestamp, in seconds, and whether the design interval changed; `nil` if
    ///   the timestamp is not later than the previous one. The time is `nil` for the first timestamp, and for one that
    ///   is earlier by more than the gap: then the clock was set, or the previous timestamp was wrong.
    @inline(__always)
    mutating func take(_ time: Instant, gap: Double) -> (elapsed: Double?, changed: Bool)? {
        guard let last else {
            self.last = time
            return (nil, false)
        }
        let elapsed = time - last
        guard elapsed > 0 else {
            guard elapsed < -gap else { return nil }
            self.last = time
            return (nil, false)
        }
        self.last = time
        guard elapsed <= gap else { return (elapsed, false) }
        return (elapsed, learn(elapsed))
    }

    @inline(__always)
    private mutating func learn(_ elapsed: Double) -> Bool {
        if count < Self.memory { count += 1 }
        // Bursts and gaps affect the mean no more than a doubled interval does.
        let sample = count > 8 ? min(elapsed, 2 * mean) : elapsed
        mean += (sample - mean) / count
        guard abs(mean - interval) > Self.tolerance * interval else { return false }
        let bounded = min(Self.range.upperBound, max(Self.range.lowerBound, mean))
        guard bounded != interval else { return false }
        interval = bounded
        return true
    }
}
