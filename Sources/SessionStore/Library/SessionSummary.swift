public import FusionCore
public import SensorModel

/// What the library keeps of a session: enough for a list, a history and the records.
public struct SessionSummary: Sendable, Hashable, Codable {
    /// The version of what is computed here; a summary of another version is made again.
    public static let version = 7

    /// A stretch of one activity.
    public struct Stretch: Sendable, Hashable, Codable {
        /// What was done.
        public var activity: Activity
        /// When it began.
        public var start: Instant
        /// For how many seconds.
        public var duration: Double
    }

    /// What fell into one quarter of an hour; a day of any time zone is a whole number of them.
    public struct Quarter: Sendable, Hashable, Codable {
        /// Its number: quarters of an hour since 1970.
        public var number: Int64
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
        /// Metres of the moves, measured and estimated, by their activity.
        public var moved: [Activity: Double] = [:]

        /// Seconds of a quarter.
        public static let length = 900.0

        init(number: Int64) { self.number = number }

        /// When it begins.
        public var start: Instant { Instant(nanoseconds: number &* 900_000_000_000) }

        /// Returns the number of the quarter that an instant lies in.
        public static func number(of instant: Instant) -> Int64 {
            let (quotient, rest) = instant.nanoseconds.quotientAndRemainder(dividingBy: 900_000_000_000)
            return rest < 0 ? quotient - 1 : quotient
        }
    }

    /// The title that the user gave.
    public var title = ""
    /// The first event's place in time.
    public var start: Instant?
    /// The latest event's place in time.
    public var end: Instant?
    /// Metres measured.
    public var distance = 0.0
    /// Metres estimated through outages.
    public var estimatedDistance = 0.0
    /// Seconds in which something moved.
    public var movingTime = 0.0
    /// The fastest measured speed in m/s; an estimate never enters.
    public var maximumSpeed = 0.0
    /// When that was.
    public var maximumSpeedTime: Instant?
    /// Steps.
    public var steps = 0
    /// Flights climbed.
    public var floorsUp = 0
    /// Flights descended.
    public var floorsDown = 0
    /// Fix attempts.
    public var fixes = 0
    /// What was done, in order.
    public var activities: [Stretch] = []
    /// The session by quarters of an hour, ascending; those in which nothing happened are missing.
    public var quarters: [Quarter] = []
    /// When it measured what.
    public var coverage = SessionCoverage()
    /// Its stops.
    public var visits: [Visit] = []

    /// Seconds from start to end.
    public var duration: Double {
        guard let start, let end else { return 0 }
        return max(0, end - start)
    }

    /// Returns whether the session was recorded during a part of a span.
    public func covers(_ span: TimeSpan) -> Bool {
        guard let start, let end else { return false }
        return start < span.end && span.start <= end
    }

    /// Creates the summary of nothing.
    public init() {}
}

extension SessionReader {
    /// Runs the core over the session with the parameters chosen for it, and sums up. O(n).
    /// - Throws: ``SessionError/damaged(path:detail:)``.
    public func summary() throws(SessionError) -> SessionSummary {
        var summarizer = SessionSummarizer(parameters: header.parametersInForce)
        try forEachBatch(.events) { batch in
            for logged in batch { summarizer.consume(logged.event) }
        }
        var summary = summarizer.finish()
        summary.title = header.title
        return summary
    }
}
