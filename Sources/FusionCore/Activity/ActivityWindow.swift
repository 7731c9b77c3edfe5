public import SensorModel

/// The evidence of a hop of the classifier, from which an activity is inferred, live or later.
public struct ActivityWindow: Sendable, Hashable {
    /// The motion model's probabilities of stationary, walking, running, cycling, and automotive; `nil` without
    /// acceleration. It comes first, because it is aligned to 64 bytes.
    public var motion: SIMD8<Double>?
    /// The start of the hop.
    public var start: Instant
    /// The end of the hop.
    public var end: Instant
    /// The fraction of the time that counted steps fill, 0 ... 1; `nil` without acceleration.
    public var stepShare: Double?
    /// The rate of the counted steps in Hz; `nil` without steps.
    public var stepRate: Double?
    /// True if the gait is that of a run.
    public var isRunning: Bool
    /// The mean speed over ground, in m/s; `nil` without a fix.
    public var speed: Double?
    /// The mean 1-sigma accuracy of the fixes, in metres; `nil` without a fix.
    public var accuracy: Double?

    /// Creates a window.
    public init(
        start: Instant, end: Instant, motion: SIMD8<Double>? = nil,
        stepShare: Double? = nil, isRunning: Bool = false, speed: Double? = nil, accuracy: Double? = nil
    ) {
        self.start = start
        self.end = end
        self.motion = motion
        self.stepShare = stepShare
        self.isRunning = isRunning
        self.speed = speed
        self.accuracy = accuracy
    }

    /// True if there is neither motion nor a speed.
    public var isEmpty: Bool { motion == nil && speed == nil }
}
