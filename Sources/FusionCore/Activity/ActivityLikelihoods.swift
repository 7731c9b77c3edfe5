/// The likelihoods of observations in each state, which `ActivityEvidence` uses.
public struct ActivityLikelihoods: Sendable, Hashable {
    /// The minimum fraction of a window filled by steps at which it counts as a window with some steps.
    public var noSteps = 0.15
    /// The minimum fraction of a window filled by steps at which it counts as full of steps.
    public var fullOfSteps = 0.6
    /// The fraction that held steps count as.
    public var heldShare = 0.3
    /// The minimum number of held steps that count as a hint.
    public var heldHint = 3.0
    /// The probability of some steps in a window at rest.
    public var restSteps = 0.05
    /// The probability that a window at rest is full of steps.
    public var restFull = 0.02
    /// The probability of some steps in a window of walking.
    public var walkingSteps = 0.25
    /// The probability that a window of walking is full of steps.
    public var walkingFull = 0.60
    /// The probability of some steps in a window of running.
    public var runningSteps = 0.14
    /// The probability that a window of running is full of steps.
    public var runningFull = 0.80
    /// The probability that pedalling looks like some steps in a window.
    public var cyclingSteps = 0.06
    /// The probability that pedalling looks like a window full of steps.
    public var cyclingFull = 0.2
    /// The probability of some steps in a window in a vehicle.
    public var vehicleSteps = 0.03
    /// The probability that a window in a vehicle is full of steps.
    public var vehicleFull = 0.01
    /// The probability that the steps of a run have a running gait.
    public var runnersGait = 0.85
    /// The probability that the steps of a walk seem to have a running gait.
    public var walkersRun = 0.04
    /// The probability that pedalling seems to have a running gait.
    public var pedalsRun = 0.06
    /// The probability that any other steps seem to have a running gait.
    public var falseRun = 0.02
    /// The fraction of apparent running that is a brisk walk.
    public var briskWalk = 0.1
    /// The fraction of apparent walking that is a slow run.
    public var slowRun = 0.05
    /// The fraction of apparent walking that is pedalling.
    public var pedalling = 0.3
    /// The fraction of apparent rest that is a smooth ride.
    public var smoothRide = 0.25
    /// The fraction of apparent rest that is a traffic jam.
    public var restInJam = 0.5
    /// The factor for the likelihood of cycling if nothing shakes.
    public var stillCycling = 0.1
    /// The mean speed that a receiver's drift simulates, in m/s.
    public var driftSpeed = 1.5
    /// The fraction of speeds at rest caused by drift.
    public var restDrift = 0.075
    /// The fraction of walking speeds caused by drift.
    public var walkingDrift = 0.4
    /// The fraction of running speeds caused by drift.
    public var runningDrift = 0.09
    /// The fraction of cycling speeds caused by drift.
    public var cyclingDrift = 0.02
    /// The fraction of speeds on foot or at rest that are outliers.
    public var footOutliers = 0.005
    /// The fraction of running and cycling speeds that are outliers.
    public var quickOutliers = 0.01
    /// The fraction of a vehicle's speeds that are outliers.
    public var vehicleOutliers = 0.05
    /// The range of outliers, in m/s, over which they are uniformly distributed.
    public var outlierRange = 40.0

    /// Creates parameters with default values.
    public init() {}
}
