public import SensorModel

/// The last seconds of one axis as a line in a unit square.
public struct Sparkline: Sendable, Hashable {
    /// A corner of the line.
    public struct Point: Sendable, Hashable {
        /// From the oldest, 0, to the present, 1.
        public var x: Double
        /// From the lowest, 0, to the highest, 1.
        public var y: Double
        /// True if samples are missing before it, so that it starts a new line.
        public var isAfterGap: Bool
    }

    /// The corners, from left to right.
    public let points: [Point]
    /// The newest value, in the stream's unit; `nil` if there is none.
    public let latest: Double?
    /// The values at the square's bottom and top; `nil` if there are none.
    public let range: ClosedRange<Double>?

    /// The length of a line in seconds.
    public static let seconds = 6.0
    /// The minimum time without a sample that breaks a line: in seconds, and as a multiple of the usual interval.
    private static let shortestGap = 0.3
    private static let gapFactor = 6.0

    /// Creates the line of one axis. O(samples).
    /// - Parameters:
    ///   - samples: The samples, oldest first.
    ///   - axis: The component: 0, 1, 2.
    ///   - now: The current time, by the clock of arrival. A silent stream moves out to the left.
    ///   - leastSpan: The smallest range of values that fills the height, so that a sensor's noise at rest does not.
    public init(_ samples: [RecentSamples.Sample], axis: Int, now: Instant, leastSpan: Double) {
        guard let last = samples.last, last.values.indices.contains(axis) else {
            points = []
            latest = nil
            range = nil
            return
        }
        latest = last.values[axis]
        // Uses the sensors' own times, because samples arrive in blocks.
        let end = last.time + max(0, now - last.received)
        let shown = samples.filter {
            $0.values.indices.contains(axis) && $0.values[axis].isFinite && $0.time <= end
                && end - $0.time <= Self.seconds
        }
        let values = shown.map { $0.values[axis] }
        guard let lowest = values.min(), let highest = values.max() else {
            points = []
            range = nil
            return
        }
        let middle = (lowest + highest) / 2
        let half = max(highest - lowest, leastSpan) / 2
        let bottom = middle - half
        range = bottom...(middle + half)
        let usual = shown.count > 1 ? (last.time - shown[0].time) / Double(shown.count - 1) : 0
        let longest = max(Self.shortestGap, Self.gapFactor * usual)
        points = shown.enumerated().map { index, sample in
            Point(
                x: 1 - (end - sample.time) / Self.seconds,
                y: half > 0 ? (sample.values[axis] - bottom) / (2 * half) : 0.5,
                isAfterGap: index == 0 || sample.time - shown[index - 1].time > longest)
        }
    }

    /// Returns the smallest range of a stream's values that fills a line's height, in the stream's unit: a few times
    /// the noise of a common sensor at rest.
    public static func leastSpan(of kind: StreamKind) -> Double {
        switch kind {
        case .acceleration: 0.5
        case .rotation: 0.1
        case .magneticField: 5
        case .scalar(let quantity): quantity.visibleRange
        case .fix, .sky: 1
        }
    }
}
