public import SensorModel

/// What was seen during one hop of the classifier: the evidence from which an activity is told, live or afterwards.
public struct ActivityWindow: Sendable, Hashable {
    /// When the hop began.
    public var start: Instant
    /// When it ended.
    public var end: Instant
    /// What the motion model says of stationary, walking, running, cycling, automotive; nil without acceleration.
    public var motion: SIMD8<Double>?
    /// Standard deviation of the acceleration magnitude in m/s^2; nil without acceleration.
    public var deviation: Double?
    /// The share of the time that counted steps fill, 0 ... 1; nil without acceleration.
    public var stepShare: Double?
    /// True while the gait is a runner's.
    public var isRunning: Bool
    /// Mean speed over ground in m/s; nil without a fix.
    public var speed: Double?
    /// Mean 1-sigma accuracy of the fixes in metres; nil without a fix.
    public var accuracy: Double?

    /// Creates a window.
    public init(
        start: Instant, end: Instant, motion: SIMD8<Double>? = nil, deviation: Double? = nil,
        stepShare: Double? = nil, isRunning: Bool = false, speed: Double? = nil, accuracy: Double? = nil
    ) {
        self.start = start
        self.end = end
        self.motion = motion
        self.deviation = deviation
        self.stepShare = stepShare
        self.isRunning = isRunning
        self.speed = speed
        self.accuracy = accuracy
    }

    /// True if nothing at all was seen.
    public var isEmpty: Bool { motion == nil && speed == nil }
}

/// The states of the activity chain: the five activities, the two vehicles that stand for a while,
/// and the jam.
enum ActivityState: Int, CaseIterable, Sendable {
    case stationary, walking, running, cycling, automotive, cyclingStopped, automotiveStopped, automotiveCrawling

    var activity: Activity {
        switch self {
        case .stationary: .stationary
        case .walking: .walking
        case .running: .running
        case .cycling, .cyclingStopped: .cycling
        case .automotive, .automotiveStopped, .automotiveCrawling: .automotive
        }
    }
}
