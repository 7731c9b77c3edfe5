/// The mean times until activities change, as multiples of the mean times of ``ActivityClassifier/Parameters``, and the
/// probabilities at the start of a session.
public struct ActivityChanges: Sendable, Hashable {
    /// The mean time until a rest changes to a run, as a multiple of that to a walk.
    public var restToRun = 4.0
    /// The mean time until a rest changes to cycling, as a multiple of that to a walk.
    public var restToCycling = 4.0
    /// The mean time until a rest changes to a vehicle ride, as a multiple of that to a walk.
    public var restToVehicle = 3.0
    /// The mean time until a walk changes to a run, as a multiple of that to a rest.
    public var walkToRun = 3.0
    /// The mean time until a walk changes to cycling, as a multiple of that to a rest.
    public var walkToCycling = 5.0
    /// The mean time until a walk changes to a moving or stopped vehicle, as a multiple of that to a rest.
    public var walkToVehicle = 6.0
    /// The mean time until a run changes to a rest, as a multiple of that to a walk.
    public var runToRest = 2.0
    /// The mean time until cycling changes to a walk, as a multiple of that to a stop.
    public var cyclingToWalk = 6.0
    /// The mean time until cycling changes to a rest, as a multiple of that to a stop.
    public var cyclingToRest = 10.0
    /// The mean time until a stopped bicycle is left on foot, as a multiple of the time until it is parked.
    public var bicycleToWalk = 0.5
    /// The mean time until a vehicle ride changes to a walk, as a multiple of that to a stop.
    public var vehicleToWalk = 10.0
    /// The mean time until a vehicle ride changes to a rest, as a multiple of that to a stop.
    public var vehicleToRest = 20.0
    /// The mean time until a stop changes to a crawl, as a multiple of that to a ride.
    public var stopToCrawl = 2.0
    /// The mean time until a stopped vehicle is parked, as a multiple of that for a bicycle.
    public var stopToRest = 1.5
    /// The mean time until a stopped vehicle is left on foot, as a multiple of the time until a bicycle is parked.
    public var stopToWalk = 2.0
    /// The mean time until a crawl changes to a ride, as a multiple of the mean duration of a stop.
    public var crawlToRide = 1.5
    /// The mean time until a crawl changes to a stop, as a multiple of the mean duration of a stop.
    public var crawlToStop = 2.0
    /// The mean time until a crawl changes to a walk, as a multiple of the time until a bicycle is parked.
    public var crawlToWalk = 4.0
    /// The mean time until a crawl changes to a rest, as a multiple of the time until a bicycle is parked.
    public var crawlToRest = 4.0
    /// The probability that a session starts with a rest.
    public var startRest = 0.35
    /// The probability that a session starts with a walk.
    public var startWalk = 0.25
    /// The probability that a session starts with a run.
    public var startRun = 0.04
    /// The probability that a session starts with cycling.
    public var startCycling = 0.11
    /// The probability that a session starts with a moving vehicle.
    public var startVehicle = 0.15
    /// The probability that a session starts with a stopped bicycle.
    public var startStandingBicycle = 0.02
    /// The probability that a session starts with a stopped vehicle.
    public var startStandingVehicle = 0.05
    /// The probability that a session starts with a crawl.
    public var startCrawl = 0.03
    /// The maximum probability of one kind of change within a window.
    public var fastestChange = 0.5
    /// The maximum probability of any change within a window.
    public var fastestChanges = 0.9

    /// Creates parameters with default values.
    public init() {}
}
