public import SensorModel

/// The bests of all sessions. An estimate never enters.
public struct LibraryRecords: Sendable, Hashable {
    /// One best, and where it was reached.
    public struct Best: Sendable, Hashable {
        /// How much, in the unit of the record.
        public var value: Double
        /// The session.
        public var path: String
        /// Its title.
        public var title: String
        /// When: the moment, or the session's start.
        public var time: Instant?
    }

    /// The fastest measured speed in m/s.
    public var fastestSpeed: Best?
    /// The longest measured distance of a session in metres.
    public var longestDistance: Best?
    /// The longest session in seconds.
    public var longestDuration: Best?
    /// The longest time on the move in a session, in seconds.
    public var longestMovingTime: Best?
    /// The most steps of a session.
    public var mostSteps: Best?
    /// The most flights climbed in a session.
    public var mostFloorsUp: Best?

    /// Finds the bests among sessions.
    public init(_ entries: [SessionEntry]) {
        func best(_ value: (SessionSummary) -> Double, at time: (SessionSummary) -> Instant?) -> Best? {
            let bests = entries.compactMap { entry in
                entry.summary.map { Best(value: value($0), path: entry.path, title: $0.title, time: time($0)) }
            }
            return bests.filter { $0.value > 0 && $0.value.isFinite }.max { $0.value < $1.value }
        }
        fastestSpeed = best(\.maximumSpeed, at: \.maximumSpeedTime)
        longestDistance = best(\.distance, at: \.start)
        longestDuration = best(\.duration, at: \.start)
        longestMovingTime = best(\.movingTime, at: \.start)
        mostSteps = best({ Double($0.steps) }, at: \.start)
        mostFloorsUp = best({ Double($0.floorsUp) }, at: \.start)
    }
}
