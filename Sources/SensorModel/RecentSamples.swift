/// The newest samples of one stream: what a sparkline draws, and what its present rate is told from. Bounded.
public struct RecentSamples: Sendable, Hashable {
    /// One sample.
    public struct Sample: Sendable, Hashable {
        /// The sensor's own time.
        public let time: Instant
        /// The moment of arrival.
        public let received: Instant
        /// Three components, one, or none for a fix and a sky view.
        public let values: [Double]
    }

    /// How many samples are kept: six seconds of a motion sensor at 100 Hz.
    public static let capacity = 600

    private var ring: [Sample] = []
    private var oldest = 0

    init() {}

    /// How many samples there are.
    public var count: Int { ring.count }
    /// The newest sample.
    public var last: Sample? { ring.isEmpty ? nil : ring[(oldest + ring.count - 1) % ring.count] }
    /// The samples, oldest first. O(count).
    public var samples: [Sample] { Array(ring[oldest...] + ring[..<oldest]) }

    /// Returns samples a second over the last few seconds: zero for a stream that fell silent, nil below two samples.
    /// - Parameters:
    ///   - now: The present, by the clock of ``Sample/received``.
    ///   - window: Seconds to look back.
    ///   - latency: Seconds that samples may be under way: so much silence at the end is no lower rate.
    public func rate(at now: Instant, window: Double = 5, latency: Double = 1) -> Double? {
        guard ring.count > 1 else { return nil }
        let heard = samples.filter { now - $0.received <= window }
        guard let first = heard.first, let last = heard.last, heard.count > 1 else { return 0 }
        // Samples that arrive in blocks have times of their own; where these stand still only arrival is left.
        let span = max(last.time - first.time, last.received - first.received, now - first.received - latency)
        return span > 0 ? Double(heard.count - 1) / span : nil
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
