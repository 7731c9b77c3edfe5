/// How activities change into each other, as multiples of the mean times of ``ActivityClassifier/Parameters``, and what
/// a session begins with.
public struct ActivityChanges: Sendable, Hashable {
    /// How much rarer a rest ends in a run than in a walk.
    public var restToRun = 4.0
    /// How much rarer a rest ends on a bicycle than in a walk.
    public var restToCycling = 4.0
    /// How much rarer a rest ends in a vehicle than in a walk.
    public var restToVehicle = 3.0
    /// How much rarer a walk ends in a run than in a rest.
    public var walkToRun = 3.0
    /// How much rarer a walk ends on a bicycle than in a rest.
    public var walkToCycling = 5.0
    /// How much rarer a walk ends in a vehicle, moving or not, than in a rest.
    public var walkToVehicle = 6.0
    /// How much rarer a run ends in a rest than in a walk.
    public var runToRest = 2.0
    /// How much rarer a bicycle is left for a walk than stopped.
    public var cyclingToWalk = 6.0
    /// How much rarer a bicycle's movement ends in a rest for good than in a stop.
    public var cyclingToRest = 10.0
    /// How much longer than to be parked a standing bicycle takes to be left on foot.
    public var bicycleToWalk = 0.5
    /// How much rarer a moving vehicle is left for a walk than stopped.
    public var vehicleToWalk = 10.0
    /// How much rarer a moving vehicle's ride ends in a rest for good than in a stop.
    public var vehicleToRest = 20.0
    /// How much rarer a stop ends in a crawl than in a ride.
    public var stopToCrawl = 2.0
    /// How much longer than a bicycle a standing vehicle takes to be parked.
    public var stopToRest = 1.5
    /// How much longer than to be parked a standing vehicle takes to be left on foot.
    public var stopToWalk = 2.0
    /// How much longer than a stop a crawl lasts until the road is free.
    public var crawlToRide = 1.5
    /// How much longer than a stop a crawl lasts until it stands.
    public var crawlToStop = 2.0
    /// How much longer than parking it takes until a crawl is left on foot.
    public var crawlToWalk = 4.0
    /// How much longer than parking it takes until a crawl ends in a rest.
    public var crawlToRest = 4.0
    /// How often a session begins with rest.
    public var startRest = 0.35
    /// How often a session begins with a walk.
    public var startWalk = 0.25
    /// How often a session begins with a run.
    public var startRun = 0.04
    /// How often a session begins with cycling.
    public var startCycling = 0.11
    /// How often a session begins with a moving vehicle.
    public var startVehicle = 0.15
    /// How often a session begins with a standing bicycle.
    public var startStandingBicycle = 0.02
    /// How often a session begins with a standing vehicle.
    public var startStandingVehicle = 0.05
    /// How often a session begins with a crawl.
    public var startCrawl = 0.03
    /// Largest probability of one change within a window.
    public var fastestChange = 0.5
    /// Largest probability of all changes within a window.
    public var fastestChanges = 0.9

    /// Creates parameters with default values.
    public init() {}
}
