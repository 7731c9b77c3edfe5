public import Geometry
public import SensorModel

/// The true state at an instant of a scenario.
public struct TruthSample: Sendable, Hashable {
    /// The instant that the truth applies to.
    public var time: Instant
    /// The true coordinate.
    public var coordinate: Coordinate
    /// The height in metres.
    public var altitude: Double
    /// The speed in m/s.
    public var speed: Double
    /// The course in degrees, clockwise from north; `nil` at rest.
    public var courseDegrees: Double?
    /// The user's true activity.
    public var activity: Activity
    /// The number of steps since the start.
    public var steps: Int
}

/// A simulated session: the sensors' events, and the truth.
public struct SimulatedSession: Sendable {
    /// The events, in no particular order, without ticks.
    public var events: [SensorEvent]
    /// The truth, in order of time.
    public var truth: [TruthSample]
}

/// A scenario that can be simulated. The same seed always gives the same session, bit for bit.
public struct Scenario: Sendable {
    /// The name that `simulate` accepts.
    public let name: String
    /// A description in one line.
    public let summary: String
    /// The plan of the simulation. Change it in a copy to use another receiver or other sensors.
    public var plan: SessionPlan

    /// Simulates the session. The seed determines all errors of the sensors.
    public func simulate(seed: UInt64) -> SimulatedSession { plan.simulate(seed: seed) }
}
