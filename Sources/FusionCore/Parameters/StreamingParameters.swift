/// Exactly what the streaming core reads: two runs over the same events with equal values are equal, to the bit.
public struct StreamingParameters: Sendable, Hashable {
    /// Which fixes are accepted.
    public var fixGate = FixGate.Parameters()
    /// Which speed is shown.
    public var speed = SpeedArbiter.Parameters()
    /// When silence is noticed.
    public var watchdog = SilenceWatchdog.Parameters()
    /// How positions are filtered.
    public var position = PositionFilter.Parameters()
    /// When nothing moves.
    public var stillness = Stillness.Parameters()
    /// How the way is carried on without fixes.
    public var deadReckoning = DeadReckoner.Parameters()
    /// Which silences are outages, and which of those have a length.
    public var outages = OutageParameters()
    /// How steps are counted and activities recognised.
    public var gait = GaitParameters()
    /// How attitude is estimated.
    public var attitude = OrientationFilter.Parameters()
    /// How the motion sensors of a body are joined.
    public var motion = MotionBody.Parameters()
    /// When a workout starts and ends.
    public var workout = WorkoutDetector.Parameters()
    /// How height is made from pressure.
    public var altimeter = Altimeter.Parameters()

    /// Creates parameters with default values.
    public init() {}
}

/// Exactly what the stages of steps and activities read: two runs with equal values, over the same samples and the same speeds
/// of fixes, count the same steps and recognise the same activities.
public struct GaitParameters: Sendable, Hashable {
    /// How steps are counted.
    public var steps = StepDetector.Parameters()
    /// How accelerations are resampled for steps and activities.
    public var grid = AccelerationGrid.Parameters()
    /// When what shakes is a vehicle.
    public var vehicle = VehicleWatch.Parameters()
    /// How long a step is.
    public var stride = StrideModel.Parameters()
    /// How activities are recognised.
    public var activity = ActivityClassifier.Parameters()

    /// Creates parameters with default values.
    public init() {}
}
