public import SensorModel

/// The best values of all sessions, based only on measurements.
public struct LibraryRecords: Sendable, Hashable {
    /// A best value and the session that achieved it.
    public struct Best: Sendable, Hashable {
        /// The value in the unit of the record.
        public var value: Double
        /// The path of the session.
        public var path: String
        /// The title of the session.
        public var title: String
        /// The time of the value if it is known, otherwise the session's start.
        public var time: Instant?
    }

    /// The highest measured speed in m/s.
    public var fastestSpeed: Best?
    /// The longest measured distance of a session in metres.
    public var longestDistance: Best?
    /// The longest duration of a session in seconds.
    public var longestDuration: Best?
    /// The longest time in motion during a session, in seconds.
    public var longestMovingTime: Best?
    /// The highest number of steps in a session.
    public var mostSteps: Best?
    /// The highest number of floors climbed in a session.
    public var mostFloorsUp: Best?

    /// Finds the best values among sessions.
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
