/// How likely what is seen is in each state: the shares that `ActivityEvidence` weighs with.
public struct ActivityLikelihoods: Sendable, Hashable {
    /// Share of a window filled by steps below which it has none.
    public var noSteps = 0.15
    /// Share of a window filled by steps from which it is full of them.
    public var fullOfSteps = 0.6
    /// Share that steps still held stand for.
    public var heldShare = 0.3
    /// Held steps from which they are a hint.
    public var heldHint = 3.0
    /// How often a window at rest has some steps, and is full of them.
    public var restSteps = 0.05
    /// How often a window at rest is full of steps.
    public var restFull = 0.02
    /// How often a window of walking has some steps.
    public var walkingSteps = 0.25
    /// How often a window of walking is full of steps.
    public var walkingFull = 0.60
    /// How often a window of running has some steps.
    public var runningSteps = 0.14
    /// How often a window of running is full of steps.
    public var runningFull = 0.80
    /// How often pedals pass for some steps in a window.
    public var cyclingSteps = 0.06
    /// How often pedals pass for a window full of steps.
    public var cyclingFull = 0.2
    /// How often a window in a vehicle has some steps.
    public var vehicleSteps = 0.03
    /// How often a window in a vehicle is full of steps.
    public var vehicleFull = 0.01
    /// How often steps of a run are a runner's.
    public var runnersGait = 0.85
    /// How often steps of a walk look like a runner's.
    public var walkersRun = 0.04
    /// How often pedals look like a runner's steps.
    public var pedalsRun = 0.06
    /// How often any other steps look like a runner's.
    public var falseRun = 0.02
    /// Share of what looks like running that is a brisk walk.
    public var briskWalk = 0.1
    /// Share of what looks like walking that is a slow run.
    public var slowRun = 0.05
    /// Share of what looks like walking that is pedalling.
    public var pedalling = 0.3
    /// Share of what looks like rest that is a smooth ride.
    public var smoothRide = 0.25
    /// Share of what looks like rest that is a jam.
    public var restInJam = 0.5
    /// Share that is left to cycling where nothing shakes.
    public var stillCycling = 0.1
    /// Mean speed in m/s that a receiver's drift makes up.
    public var driftSpeed = 1.5
    /// Share of speeds at rest that are drift.
    public var restDrift = 0.075
    /// Share of speeds of a walk that are drift.
    public var walkingDrift = 0.4
    /// Share of speeds of a run that are drift.
    public var runningDrift = 0.09
    /// Share of speeds of cycling that are drift.
    public var cyclingDrift = 0.02
    /// Share of speeds on foot or at rest that mean nothing.
    public var footOutliers = 0.005
    /// Share of speeds of running and cycling that mean nothing.
    public var quickOutliers = 0.01
    /// Share of speeds of a vehicle that mean nothing.
    public var vehicleOutliers = 0.05
    /// Range in m/s over which speeds that mean nothing are spread.
    public var outlierRange = 40.0

    /// Creates parameters with default values.
    public init() {}
}
