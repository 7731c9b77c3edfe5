public import Geometry
public import SensorModel

/// A point of a finished track, with the distance and step count up to that point. Stops and moves are derived from
/// these points. 64 bytes, because a long track has a million of them.
public struct DayPoint: Sendable, Hashable {
    /// The time of the position.
    public var time: Instant
    /// The smoothed position.
    public var coordinate: Coordinate
    /// The 1-sigma accuracy in metres.
    public var accuracy: Double
    /// The measured distance since the start of the session, in metres.
    public var distance: Double
    /// The estimated distance since the start of the session, in metres.
    public var estimatedDistance: Double
    /// The steps since the start of the session.
    public var steps: Int {
        get { Int(stepCount) }
        set { stepCount = Int32(clamping: newValue) }
    }
    /// The flights climbed since the start of the session.
    public var floorsUp: Int {
        get { Int(climbedCount) }
        set { climbedCount = Int32(clamping: newValue) }
    }
    /// The flights descended since the start of the session.
    public var floorsDown: Int {
        get { Int(descendedCount) }
        set { descendedCount = Int32(clamping: newValue) }
    }
    private var stepCount: Int32
    private var climbedCount: Int32 = 0
    private var descendedCount: Int32 = 0
    /// True if the point is estimated, with no fix to support it.
    public var isEstimated: Bool
    /// True if the receiver reported a speed. In that case, ``distance`` does not grow with jitter.
    public var hasMeasuredSpeed: Bool
    /// The fraction of the time since the previous point in which the device states that it was paused.
    var pausedShare: Double {
        get { Double(pausedParts) / Double(UInt8.max) }
        set { pausedParts = UInt8(min(1, max(0, newValue)) * Double(UInt8.max)) }
    }
    private var pausedParts: UInt8 = 0

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
        stepCount = Int32(clamping: steps)
        self.hasMeasuredSpeed = hasMeasuredSpeed
    }
}

extension DayPoint {
    /// Calls a function with each pair of consecutive measured points.
    static func forEachMeasuredPair<Points: RandomAccessCollection<DayPoint>>(
        of points: Points, _ body: (DayPoint, DayPoint) -> Void
    ) {
        var last: Points.Index?
        for index in points.indices where !points[index].isEstimated {
            if let last { body(points[last], points[index]) }
            last = index
        }
    }

    /// Returns the times between consecutive measured points, in seconds.
    static func intervals(between points: some RandomAccessCollection<DayPoint>) -> [Double] {
        var intervals: [Double] = []
        forEachMeasuredPair(of: points) { intervals.append($1.time - $0.time) }
        return intervals
    }
}
