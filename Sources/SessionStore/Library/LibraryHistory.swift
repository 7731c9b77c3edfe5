public import SensorModel

/// What all sessions say about a span of time.
public struct LibraryHistory: Sendable, Hashable {
    /// When the span begins, at a quarter of an hour.
    public var start: Instant
    /// When it ends.
    public var end: Instant
    /// Metres measured.
    public var distance = 0.0
    /// Metres estimated.
    public var estimatedDistance = 0.0
    /// Steps.
    public var steps = 0
    /// Flights climbed.
    public var floorsUp = 0
    /// Flights descended.
    public var floorsDown = 0
    /// Seconds by activity.
    public var activities: [Activity: Double] = [:]
    /// Sessions with anything in the span.
    public var sessionCount = 0

    /// Adds up sessions from one instant until another; whole quarters of an hour.
    public init(_ entries: [SessionEntry], from start: Instant, until end: Instant) {
        self.start = start
        self.end = end
        for summary in entries.compactMap(\.summary) {
            let quarters = summary.quarters.filter { $0.start >= start && $0.start < end }
            if !quarters.isEmpty { sessionCount += 1 }
            for quarter in quarters { add(quarter) }
        }
    }

    private mutating func add(_ quarter: SessionSummary.Quarter) {
        distance += quarter.distance
        estimatedDistance += quarter.estimatedDistance
        steps += quarter.steps
        floorsUp += quarter.floorsUp
        floorsDown += quarter.floorsDown
        activities.merge(quarter.activities, uniquingKeysWith: +)
    }
}
