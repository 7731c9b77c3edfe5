public import SensorModel

/// One stream of a session: how much of it there is, how fast and how whole.
public struct StreamStatistics: Sendable, Hashable {
    /// The source.
    public var device: DeviceID
    /// The source's name; nil if no report told one.
    public var name: String?
    /// The source's label, where it has one.
    public var label: String?
    /// What it delivers.
    public var stream: StreamKind
    /// Events in the file.
    public var count = 0
    /// Events that came after the recorder's merge had passed their time.
    public var lateCount = 0
    /// Samples a second that the source promised.
    public var nominalRate: Double?
    /// Events a second outside gaps; nil for fewer than two.
    public var rate: Double?
    /// Silences of more than a second and two and a half intervals.
    public var gapCount = 0
    /// Seconds of all gaps.
    public var gapDuration = 0.0
    /// Seconds of the longest gap.
    public var longestGap = 0.0
    /// Samples known to be lost.
    public var dropCount = 0
    /// The first event's own time.
    public var first: Instant?
    /// The last event's own time.
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

    mutating func note(_ event: SensorEvent) {
        count += 1
        if event.isLate { lateCount += 1 }
    }

    mutating func note(_ drop: DropReport) { dropCount = drop.added(to: dropCount) }

    /// Records the time of an event that counts for rate and gaps; one that goes back in time does not.
    mutating func note(time: Instant) {
        if first == nil { first = time }
        guard let last else {
            self.last = time
            return
        }
        let interval = time - last
        guard interval > 0 else { return }
        self.last = time
        if let typicalInterval, interval > max(Self.shortestGap, Self.gapIntervals * typicalInterval) {
            gapCount += 1
            gapDuration += interval
            longestGap = max(longestGap, interval)
            return
        }
        intervalSum += interval
        intervalCount += 1
        rate = Double(intervalCount) / intervalSum
        typicalInterval = typicalInterval.map { $0 + Self.intervalGain * (interval - $0) } ?? interval
    }
}
