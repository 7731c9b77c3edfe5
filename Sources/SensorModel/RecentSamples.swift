/// The newest samples of a stream, for its sparkline and its current rate. Bounded by ``capacity``.
public struct RecentSamples: Sendable, Hashable {
    /// A sample with its two times.
    public struct Sample: Sendable, Hashable {
        /// The time according to the sensor.
        public let time: Instant
        /// The arrival time.
        public let received: Instant
        /// Three components, one value, or no values for a fix or a sky view.
        public let values: [Double]
    }

    /// The maximum number of samples kept: six seconds of a motion sensor at 100 Hz.
    public static let capacity = 600

    private var ring: [Sample] = []
    private var oldest = 0

    init() {}

    /// The number of samples kept.
    public var count: Int { ring.count }
    /// The newest sample; `nil` before the first one.
    public var last: Sample? { ring.isEmpty ? nil : ring[(oldest + ring.count - 1) % ring.count] }
    /// The samples, oldest first. O(count).
    public var samples: [Sample] { Array(ring[oldest...] + ring[..<oldest]) }

    /// Returns the number of samples per second over the last few seconds: zero if the stream has fallen silent, `nil`
    /// if it has fewer than two samples.
    /// - Parameters:
    ///   - now: The current time, by the clock of ``Sample/received``.
    ///   - window: The period to look back over, in seconds.
    ///   - latency: The time in seconds for which samples may be in transit. Silence of this length at the end does not
    ///     lower the rate.
    public func rate(at now: Instant, window: Double = 5, latency: Double = 1) -> Double? {
        guard ring.count > 1 else { return nil }
        let heard = samples.filter { now - $0.received <= window }
        guard let first = heard.first, let last = heard.last, heard.count > 1 else { return 0 }
        let arrivals = max(last.received - first.received, now - first.received - latency)
        // Samples delivered in blocks carry their own times; if those do not advance, only arrival times are usable.
        let span = Self.haveOneClock(heard, within: 2 * window) ? max(last.time - first.time, arrivals) : arrivals
        return span > 0 ? Double(heard.count - 1) / span : nil
    }

    /// Returns whether the sensor's times of some samples come from one clock: if so, the samples took about the same
    /// time to arrive. If a receiver with a wrong date omits the time in some of its reports, those have the recorder's
    /// time, which differs from the receiver's by years.
    /// - Parameter limit: The largest difference between two delays, in seconds.
    private static func haveOneClock(_ samples: [Sample], within limit: Double) -> Bool {
        let delays = samples.map { $0.received - $0.time }
        guard let least = delays.min(), let greatest = delays.max() else { return true }
        return greatest - least <= limit
    }

    mutating func append(_ sample: Sample) {
        if ring.count < Self.capacity {
            ring.append(sample)
        } else {
            ring[oldest] = sample
            oldest = (oldest + 1) % Self.capacity
        }
    }
}
