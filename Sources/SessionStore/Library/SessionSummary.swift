public import FusionCore
public import SensorModel

/// The data that the library keeps about a session, for lists, histories, and records.
public struct SessionSummary: Sendable, Hashable, Codable {
    /// The version of this computation; summaries of other versions are computed again.
    public static let version = 12

    /// An interval of one activity.
    public struct Stretch: Sendable, Hashable, Codable {
        /// The kind of activity.
        public var activity: Activity
        /// The start of the interval.
        public var start: Instant
        /// The duration in seconds.
        public var duration: Double
    }

    /// The totals of a quarter hour. In every time zone, a day consists of whole quarter hours.
    public struct Quarter: Sendable, Hashable, Codable {
        /// The number of quarter hours since 1970.
        public var number: Int64
        /// The measured distance in metres.
        public var distance = 0.0
        /// The estimated distance in metres.
        public var estimatedDistance = 0.0
        /// The steps counted in the quarter, without those of rides.
        public var steps = 0
        /// The number of floors climbed.
        public var floorsUp = 0
        /// The number of floors descended.
        public var floorsDown = 0
        /// The duration of each activity in seconds.
        public var activities: [Activity: Double] = [:]
        /// The measured and estimated distance of moves in metres, by activity.
        public var moved: [Activity: Double] = [:]

        /// The duration of a quarter hour in seconds.
        public static let length = 900.0

        init(number: Int64) { self.number = number }

        /// The start of the quarter hour.
        public var start: Instant { Instant(nanoseconds: number &* 900_000_000_000) }

        /// Returns the number of the quarter hour that contains an instant.
        public static func number(of instant: Instant) -> Int64 {
            let (quotient, rest) = instant.nanoseconds.quotientAndRemainder(dividingBy: 900_000_000_000)
            return rest < 0 ? quotient - 1 : quotient
        }
    }

    /// The mean speed of an activity that a file states, or that the user corrected.
    public struct Pace: Sendable, Hashable, Codable {
        /// The kind of activity.
        public var activity: Activity
        /// The mean speed without rests, in m/s.
        public var speed: Double
    }

    /// The title, as entered by the user.
    public var title = ""
    /// The time of the first event, in session order.
    public var start: Instant?
    /// The latest time of an event, in session order.
    public var end: Instant?
    /// The measured distance in metres.
    public var distance = 0.0
    /// The distance estimated during outages, in metres.
    public var estimatedDistance = 0.0
    /// The time in motion, in seconds.
    public var movingTime = 0.0
    /// The highest speed in m/s that was held for 3 s (`DistanceColumn.support`), excluding estimates.
    public var maximumSpeed = 0.0
    /// The time of ``maximumSpeed``; `nil` if no speed was measured.
    public var maximumSpeedTime: Instant?
    /// The steps counted, without those of rides.
    public var steps = 0
    /// The number of floors climbed.
    public var floorsUp = 0
    /// The number of floors descended.
    public var floorsDown = 0
    /// The number of fix attempts.
    public var fixes = 0
    /// The activities, in order.
    public var activities: [Stretch] = []
    /// The totals by quarter hour, ascending, without empty quarter hours.
    public var quarters: [Quarter] = []
    /// The times in which the session measured.
    public var coverage = SessionCoverage()
    /// The stops.
    public var visits: [Visit] = []
    /// The paces that are known for certain.
    public var paces: [Pace] = []

    /// The time from start to end, in seconds.
    public var duration: Double {
        guard let start, let end else { return 0 }
        return max(0, end - start)
    }

    /// Returns whether the session overlaps a time span.
    public func covers(_ span: TimeSpan) -> Bool {
        guard let start, let end else { return false }
        return start < span.end && span.start <= end
    }

    /// Creates an empty summary.
    public init() {}
}

extension SessionReader {
    /// Runs the core over the session with the parameters in force for it, and returns the totals. O(n).
    /// - Throws: ``SessionError/damaged(path:detail:)``.
    public func summary() throws(SessionError) -> SessionSummary { try digest().summary }

    /// Runs the core over the session, and returns the totals and the line for a map of the library. O(n).
    func digest() throws(SessionError) -> (summary: SessionSummary, line: SessionLine) {
        var summarizer = SessionSummarizer(parameters: header.parametersInForce)
        try forEachBatch(.events) { batch in
            for logged in batch { summarizer.consume(logged.event) }
        }
        var digest = summarizer.finish()
        digest.summary.title = header.title
        return digest
    }
}
