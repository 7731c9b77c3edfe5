import SensorModel

/// Learns the interval of a stream from its stamps, so that filters are designed for the rate that really comes.
struct SampleClock: Sendable {
    /// The stamp of the last sample.
    private(set) var last: Instant?
    /// The interval in seconds that filters are designed for.
    private(set) var interval: Double
    private var mean = 0.0
    private var count = 0.0

    /// Intervals that the running mean remembers.
    private static let memory = 200.0
    /// Relative change of the mean that makes a new design worth it.
    private static let tolerance = 0.05
    /// The rates that are designed for, as intervals in seconds: 12.5 to 400 Hz with room to spare.
    private static let range = 0.001...0.2

    init(assumedInterval: Double) { interval = assumedInterval }

    /// Adds a stamp.
    /// - Returns: Seconds since the stamp before (nil for the first, and where the clock starts again: one that lies
    ///   more than a gap back means that the clock was set, or that the stamp before was wrong), and whether the design
    ///   interval changed; nil if the stamp does not come after the one before.
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
        // Bursts and holes move the mean no more than a doubled interval would.
        let sample = count > 8 ? min(elapsed, 2 * mean) : elapsed
        mean += (sample - mean) / count
        guard abs(mean - interval) > Self.tolerance * interval else { return false }
        let bounded = min(Self.range.upperBound, max(Self.range.lowerBound, mean))
        guard bounded != interval else { return false }
        interval = bounded
        return true
    }
}
