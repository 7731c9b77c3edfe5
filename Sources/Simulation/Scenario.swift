public import Geodesy
public import SensorModel

/// What was really so at one moment of a scenario.
public struct TruthSample: Sendable, Hashable {
    /// When.
    public var time: Instant
    /// Where.
    public var coordinate: Coordinate
    /// Height in metres.
    public var altitude: Double
    /// Speed in m/s.
    public var speed: Double
    /// Course in degrees clockwise from north; nil at rest.
    public var courseDegrees: Double?
    /// What is being done.
    public var activity: Activity
    /// Steps made since start.
    public var steps: Int

    /// Creates a sample.
    public init(
        time: Instant, coordinate: Coordinate, altitude: Double, speed: Double, courseDegrees: Double?,
        activity: Activity, steps: Int
    ) {
        self.time = time
        self.coordinate = coordinate
        self.altitude = altitude
        self.speed = speed
        self.courseDegrees = courseDegrees
        self.activity = activity
        self.steps = steps
    }
}

/// A simulated session: what the sensors said, and what was really so.
public struct SimulatedSession: Sendable {
    /// The events in any order; no ticks.
    public var events: [SensorEvent]
    /// The truth, in order of time.
    public var truth: [TruthSample]

    /// Joins events and truth.
    public init(events: [SensorEvent], truth: [TruthSample]) {
        self.events = events
        self.truth = truth
    }
}

/// A scenario that can be simulated: the same seed always gives the same session, to the bit.
public struct Scenario: Sendable {
    /// The name that `simulate` takes.
    public let name: String
    /// One line on what it shows.
    public let summary: String
    /// What is simulated; change a copy for another receiver or other sensors.
    public var plan: SessionPlan

    /// Describes a scenario.
    public init(name: String, summary: String, plan: SessionPlan) {
        self.name = name
        self.summary = summary
        self.plan = plan
    }

    /// Creates the session of a seed.
    public func simulate(seed: UInt64) -> SimulatedSession { plan.simulate(seed: seed) }
}
