extension Altimeter {
    /// The parameters for deriving height from pressure and counting flights.
    public struct Parameters: Sendable, Hashable {
        /// The length of the median filter that removes gusts and door movements, in seconds.
        public var medianTime = 3.0
        /// The time constant of the low-pass filter after the median, in seconds.
        public var smoothingTime = 0.53
        /// The time without pressure, in seconds, after which smoothing restarts.
        public var gap = 10.0
        /// The 1-sigma drift caused by weather over an hour, in metres.
        public var weatherDrift = 4.0
        /// The maximum 1-sigma vertical accuracy, in metres, of a receiver's altitude that corrects the drift.
        public var altitudeAccuracy = 10.0
        /// The correlation time of a receiver's altitude errors, in seconds.
        public var altitudeCorrelation = 60.0
        /// The height of a flight, in metres, if no storey height was learned.
        public var flightHeight = 3.0
        /// The fraction of a flight at which it counts.
        public var flightShare = 0.9
        /// The fraction of a flight within which the user is still at the level.
        public var nearShare = 0.2
        /// The time constant, in seconds, with which the reference level of flights follows a level walk.
        public var levelTime = 60.0
        /// The maximum vertical speed at a constant level, in m/s.
        public var levelSpeed = 0.06
        /// The minimum number of steps of a climb by stairs.
        public var fewestSteps = 5.0
        /// The minimum mean vertical speed of a climb by stairs, in m/s.
        public var stairSpeed = 0.08
        /// The minimum vertical speed of a lift, in m/s.
        public var liftSpeed = 0.45
        /// The minimum time at that speed, in seconds, for a lift ride.
        public var liftTime = 2.0
        /// The time at a constant height, in seconds, that ends a lift ride.
        public var liftStop = 2.0
        /// The maximum duration of a lift ride, in seconds.
        public var longestLift = 180.0
        /// The maximum mean user acceleration of a lift ride, in m/s^2.
        public var liftQuiet = 0.8
        /// The minimum ground speed of a vehicle, in m/s.
        public var vehicleSpeed = 3.0
        /// The minimum time, in seconds, without a slower fix that identifies a vehicle.
        public var vehicleTime = 4.0
        /// The time of slow and accurate fixes, in seconds, after which a vehicle ride has ended, even without steps.
        public var vehicleHold = 120.0
        /// The maximum 1-sigma accuracy, in metres, of such a slow fix.
        public var vehicleAccuracy = 30.0
        /// The time, in seconds, for which a single fast fix makes a lift ride doubtful.
        public var fastHold = 20.0

        /// The maximum 1-sigma accuracy, in metres, of a fix at an entrance.
        public var entranceAccuracy = 20.0
        /// The maximum distance between two entrances of the same building, in metres.
        public var placeRadius = 60.0
        /// The maximum time after the last good fix, in seconds, at which a stay is assigned to its building.
        public var entranceMemory = 1_800.0
        /// The minimum time on one level, in seconds, for a stay on a floor.
        public var stayTime = 60.0
        /// The parameters for learning storey heights.
        public var storeys = StoreyHeights.Parameters()

        /// Creates parameters with default values.
        public init() {}
    }
}

extension Altimeter.Parameters {
    static let table: [ParameterEntry<Self>] = smoothing + drift + flights + vehicle + places

    private static let smoothing: [ParameterEntry<Self>] = [
        .number(
            "medianTime", \.medianTime, title: "Median", unit: "s", range: 0...15,
            meaning:
                "Window of the median. Gusts and doors shorter than half of it have no effect. Too low: spikes. Too high: late.",
            source: "door and wind spikes of 0.1-0.3 hPa last a second"),
        .number(
            "smoothingTime", \.smoothingTime, title: "Smoothing", unit: "s", range: 0...30,
            meaning: "Low-pass behind the median; 0.53 s is a cut-off of 0.3 Hz.", source: "step frequency above it"),
        .number(
            "gap", \.gap, title: "Gap", unit: "s", range: 1...600,
            meaning: "Silence after which smoothing restarts; the height is kept.", source: "ten samples at 1 Hz"),
    ]

    private static let drift: [ParameterEntry<Self>] = [
        .number(
            "weatherDrift", \.weatherDrift, title: "Weather drift", unit: "m", range: 0...100,
            meaning: "1-sigma drift over an hour. Too low: GPS hardly corrects. Too high: GPS altitude noise enters.",
            source: "fronts bring 1 hPa/h, 8 m/h; most hours a quarter of it"),
        .number(
            "altitudeAccuracy", \.altitudeAccuracy, title: "GPS altitude accuracy", unit: "m", range: 1...100,
            meaning: "A poorer altitude does not correct the drift.", source: "open sky"),
        .number(
            "altitudeCorrelation", \.altitudeCorrelation, title: "GPS altitude correlation", unit: "s", range: 1...3600,
            meaning: "How long its errors stay alike: that many seconds count as one measurement.",
            source: "multipath and atmosphere change over minutes"),
    ]

    private static let flights: [ParameterEntry<Self>] = [
        .number(
            "flightHeight", \.flightHeight, tier: .tunable, title: "Flight height", unit: "m", range: 1...10,
            meaning: "The height of a flight of stairs while no storey height has been learned.",
            source: "what phones count"),
        .number(
            "flightShare", \.flightShare, title: "Flight share", unit: "", range: 0.5...1,
            meaning:
                "A flight counts at this share of its height. Too low: landings count. Too high: low storeys do not.",
            source: "2.7 of 3 m"),
        .number(
            "nearShare", \.nearShare, title: "Near the level", unit: "", range: 0.05...0.5,
            meaning:
                "A change of height within this share of a flight is still the same level. Too low: noise counts as a climb. Too high: a climb starts late.",
            source: "one sigma of height"),
        .number(
            "levelTime", \.levelTime, title: "Level time", unit: "s", range: 1...3600,
            meaning:
                "Time constant with which the level that flights are counted from follows the height. Too low: slow climbs are lost. Too high: weather counts.",
            source: "a rest on a landing is shorter"),
        .number(
            "levelSpeed", \.levelSpeed, title: "Level speed", unit: "m/s", range: 0.005...0.5,
            meaning: "Slower ascents are level.", source: "a tenth of a stair climb, ten times the weather"),
        .number(
            "fewestSteps", \.fewestSteps, title: "Fewest steps", unit: "", range: 1...50,
            meaning: "A flight by stairs has at least as many; a storey has 15 to 20.",
            source: "half a flight two at a time"),
        .number(
            "stairSpeed", \.stairSpeed, title: "Stair speed", unit: "m/s", range: 0.01...1,
            meaning: "Slower climbs on foot are hills.", source: "stairs 0.1-0.5 m/s"),
        .number(
            "liftSpeed", \.liftSpeed, title: "Lift speed", unit: "m/s", range: 0.1...10,
            meaning: "This fast without steps is a lift.", source: "lifts 0.5-3 m/s"),
        .number(
            "liftTime", \.liftTime, title: "Lift time", unit: "s", range: 0.5...60,
            meaning: "How long a lift takes at least.", source: "one storey"),
        .number(
            "liftStop", \.liftStop, title: "Lift stop", unit: "s", range: 0.5...30,
            meaning:
                "A lift ride counts once the height has stayed for this long. Too low: crests of hills. Too high: late.",
            source: "doors take longer"),
        .number(
            "longestLift", \.longestLift, title: "Longest lift", unit: "s", range: 10...1800,
            meaning: "What climbs for longer without steps is a hill.", source: "the tallest towers take a minute"),
        .number(
            "liftQuiet", \.liftQuiet, title: "Lift quiet", unit: "m/s^2", range: 0.05...10,
            meaning: "Shaking above which the device is not in a lift.", source: "one stands in a lift"),
    ]

    private static let vehicle: [ParameterEntry<Self>] = [
        .number(
            "vehicleSpeed", \.vehicleSpeed, title: "Vehicle speed", unit: "m/s", range: 1...30,
            meaning: "Faster over ground, no climb is a flight.", source: "faster than stairs allow"),
        .number(
            "vehicleHold", \.vehicleHold, title: "Vehicle hold", unit: "s", range: 0...3600,
            meaning: "Slow and good fixes end a vehicle after this time; steps end it immediately.",
            source: "longer than a red light"),
        .number(
            "vehicleTime", \.vehicleTime, title: "Vehicle time", unit: "s", range: 0...60,
            meaning:
                "Fixes have to be fast for this long to count as a vehicle. Too low: a receiver's error counts. Too high: short rides are missed.",
            source: "glitches of phone receivers last up to 3 s"),
        .number(
            "vehicleAccuracy", \.vehicleAccuracy, title: "Vehicle accuracy", unit: "m", range: 1...200,
            meaning: "A slow fix that is worse does not end a vehicle: indoors and in tunnels receivers say zero.",
            source: "stale fixes in garages"),
        .number(
            "fastHold", \.fastHold, title: "Fast hold", unit: "s", range: 0...600,
            meaning: "A single fast fix makes a lift doubtful for this long.", source: "a hill by car without sky"),
    ]

    private static let places: [ParameterEntry<Self>] =
        [
            .number(
                "entranceAccuracy", \.entranceAccuracy, title: "Entrance accuracy", unit: "m", range: 1...100,
                meaning:
                    "Largest accuracy of a fix that may mark a building's entrance. Too high: fixes from inside count.",
                source: "street canyons outdoors, 10-20 m"),
            .number(
                "placeRadius", \.placeRadius, title: "Place radius", unit: "m", range: 5...500,
                meaning:
                    "Entrances closer together than this belong to one building. Too high: neighbouring buildings share their storeys.",
                source: "timelines' new place, 60 m"),
            .number(
                "entranceMemory", \.entranceMemory, title: "Entrance memory", unit: "s", range: 60...86_400,
                meaning: "The height above the entrance is used for this long. Too high: weather distorts it.",
                source: "0.5 hPa, a storey, in half an hour of a fast front"),
            .number(
                "stayTime", \.stayTime, title: "Stay", unit: "s", range: 10...3600,
                meaning: "Time on one level that makes it a floor. Too low: landings count as floors.",
                source: "longer than a rest on a landing"),
        ] + StoreyHeights.Parameters.table.map { $0.renamed(within: \.storeys) }
}
