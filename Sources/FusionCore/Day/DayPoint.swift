public import Geodesy
public import SensorModel

/// A point of a finished track, with the distance and step count up to that point. Stops and moves are derived from
/// these points.
public struct DayPoint: Sendable, Hashable {
    /// The time of the position.
    public var time: Instant
    /// The smoothed position.
    public var coordinate: Coordinate
    /// The 1-sigma accuracy in metres.
    public var accuracy: Double
    /// True if the point is estimated, with no fix to support it.
    public var isEstimated: Bool
    /// The measured distance since the start of the session, in metres.
    public var distance: Double
    /// The estimated distance since the start of the session, in metres.
    public var estimatedDistance: Double
    /// The steps since the start of the session.
    public var steps: Int
    /// The flights climbed since the start of the session.
    public var floorsUp = 0
    /// The flights descended since the start of the session.
    public var floorsDown = 0
    /// True if the receiver reported a speed. In that case, ``distance`` does not grow with jitter.
    public var hasMeasuredSpeed: Bool

    /// Creates a point.
    public init(
        time: Instant, coordinate: Coordinate, accuracy: Double, isEstimated: Bool = false, distance: Double = 0,
        estimatedDistance: Double = 0, steps: Int = 0, hasMeasuredSpeed: Bool = false
    ) {
        self.time = time
        self.coordinate = coordinate
        self.accuracy = accuracy
        self.isEstimated = isEstimated
        self.distance = distance
        self.estimatedDistance = estimatedDistance
        self.steps = steps
        self.hasMeasuredSpeed = hasMeasuredSpeed
    }
}
