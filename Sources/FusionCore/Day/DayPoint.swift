public import Geodesy
public import SensorModel

/// One point of a finished track with the way and the steps up to it: what stops and moves are made from.
public struct DayPoint: Sendable, Hashable {
    /// When.
    public var time: Instant
    /// Where, smoothed.
    public var coordinate: Coordinate
    /// 1-sigma accuracy in metres.
    public var accuracy: Double
    /// True if no fix stands behind it.
    public var isEstimated: Bool
    /// Measured metres since the start of the session.
    public var distance: Double
    /// Estimated metres since the start of the session.
    public var estimatedDistance: Double
    /// Steps since the start of the session.
    public var steps: Int
    /// Flights climbed since the start of the session.
    public var floorsUp = 0
    /// Flights descended since the start of the session.
    public var floorsDown = 0
    /// True if the receiver told a speed: then ``distance`` does not grow with jitter.
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
