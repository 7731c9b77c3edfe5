public import SensorModel

/// The statistics of one stream in a session: number of events, rate, and gaps.
public struct StreamStatistics: Sendable, Hashable {
    /// The source of the stream.
    public var device: DeviceID
    /// The source's name; `nil` if no report states one.
    public var name: String?
    /// The source's label; `nil` if it has none.
    public var label: String?
    /// The measured quantity.
    public var stream: StreamKind
    /// The number of events in the file.
    public var count = 0
    /// The number of events that arrived after the recorder's merge had passed their time.
    public var lateCount = 0
    /// The rate that the source states, in samples per second.
    public var nominalRate: Double?
    /// The rate outside gaps, in events per second; `nil` for fewer than two events.
    public var rate: Double?
    /// The number of intervals longer than both a second and 2.5 typical intervals.
    public var gapCount = 0
    /// The total duration of all gaps in seconds.
    public var gapDuration = 0.0
    /// The duration of the longest gap in seconds.
    public var longestGap = 0.0
    /// The number of samples known to be lost.
    public var dropCount = 0
    /// The time of the first event, according to the sensor.
    public var first: Instant?
    /// The time of the last event, according to the sensor.
    public var last: Instant?
    private var typicalInterval: Double?
    private var intervalSum = 0.0
    private var intervalCount = 0

    private static let shortestGap = 1.0
    private static let gapIntervals = 2.5
    private static let intervalGain = 0.05

    init(device: DeviceID, stream: StreamKind) {
        self.device = device
        self.stream = stream
    }

    mutating func consume(_ event: SensorEvent) {
        count += 1
        if event.isLate { lateCount += 1 }
    }

    mutating func consume(_ drop: DropReport) { dropCount = drop.added(to: dropCount) }

    /// Records the time of an event for the rate and gaps. Ignores times that do not advance.
    mutating func consume(time: Instant) {
        if first == nil { first = time }
        guard let last else {
            self.last = time
            return
        }
        let interval = time - last
        guard interval > 0 else { return }
        self.last = time
        if let typicalInterval, interval > Self.limit(interval: typicalInterval) { return countGap(interval) }
        // What is typical is known from the second interval on.
        if intervalCount == 1, intervalSum > Self.limit(interval: interval) {
            countGap(intervalSum)
            (typicalInterval, intervalSum, intervalCount) = (nil, 0, 0)
        }
        intervalSum += interval
        intervalCount += 1
        rate = Double(intervalCount) / intervalSum
        typicalInterval = typicalInterval.map { $0 + Self.intervalGain * (interval - $0) } ?? interval
    }

    /// Returns the longest interval in seconds that is no gap.
    private static func limit(interval typical: Double) -> Double { max(shortestGap, gapIntervals * typical) }

    private mutating func countGap(_ seconds: Double) {
        gapCount += 1
        gapDuration += seconds
        longestGap = max(longestGap, seconds)
    }
}
