/// Exactly the parameters that the streaming core reads: equal values and equal events give bit-identical results.
public struct StreamingParameters: Sendable, Hashable {
    /// The parameters for accepting fixes.
    public var fixGate = FixGate.Parameters()
    /// The parameters for choosing the speed that is shown.
    public var speed = SpeedArbiter.Parameters()
    /// The parameters for detecting silence of the receiver.
    public var watchdog = SilenceWatchdog.Parameters()
    /// The parameters for detecting interference.
    public var interference = InterferenceDetector.Parameters()
    /// The parameters for filtering positions.
    public var position = PositionFilter.Parameters()
    /// The parameters for detecting rest.
    public var stillness = Stillness.Parameters()
    /// The parameters for continuing the track without fixes.
    public var deadReckoning = DeadReckoner.Parameters()
    /// The parameters that decide which silences are outages, and which outages have a length.
    public var outages = OutageParameters()
    /// The parameters for counting steps and recognising activities.
    public var gait = GaitParameters()
    /// The parameters for estimating attitude.
    public var attitude = OrientationFilter.Parameters()
    /// The parameters for combining the motion sensors of a body.
    public var motion = MotionBody.Parameters()
    /// The parameters for detecting the start and end of a workout.
    public var workout = WorkoutDetector.Parameters()
    /// The parameters for deriving height from pressure.
    public var altimeter = Altimeter.Parameters()

    /// Creates parameters with default values.
    public init() {}
}

/// The parameters of the conclusions from motion samples: equal values and equal samples give the same conclusions.
public struct SensingParameters: Sendable, Hashable {
    /// The parameters for detecting rest.
    public var stillness: Stillness.Parameters
    /// The parameters for estimating attitude.
    public var attitude: OrientationFilter.Parameters
    /// The parameters for combining the motion sensors of a body.
    public var motion: MotionBody.Parameters
    /// The maximum user acceleration, in g, of a device that is not moving.
    public var movingThreshold: Double
}

extension StreamingParameters {
    /// The parameters of the conclusions from motion samples.
    public var sensing: SensingParameters {
        SensingParameters(
            stillness: stillness, attitude: attitude, motion: motion, movingThreshold: speed.movingThreshold)
    }
}

/// Exactly the parameters that the stages of steps and activities read: equal values, samples, and speeds of fixes give
/// the same steps and activities.
public struct GaitParameters: Sendable, Hashable {
    /// The parameters for counting steps.
    public var steps = StepDetector.Parameters()
    /// The parameters for resampling accelerations for steps and activities.
    public var grid = AccelerationGrid.Parameters()
    /// The parameters for recognising the shaking of a vehicle.
    public var vehicle = VehicleWatch.Parameters()
    /// The parameters for estimating the length of a step.
    public var stride = StrideModel.Parameters()
    /// The parameters for recognising activities.
    public var activity = ActivityClassifier.Parameters()

    /// Creates parameters with default values.
    public init() {}
}
