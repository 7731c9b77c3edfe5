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
                "The window of the median. Gusts and doors that last less than half of it have no effect. Lower values let spikes in; higher values follow the height late.",
            source: "door and wind spikes of 0.1-0.3 hPa last a second"),
        .number(
            "smoothingTime", \.smoothingTime, title: "Smoothing", unit: "s", range: 0...30,
            meaning: "The time constant of the low-pass after the median; 0.53 s is a cut-off of 0.3 Hz.",
            source: "step frequency above it"),
        .number(
            "gap", \.gap, title: "Gap", unit: "s", range: 1...600,
            meaning: "The time without a sample after which smoothing restarts; the height is kept.",
            source: "ten samples at 1 Hz"),
    ]

    private static let drift: [ParameterEntry<Self>] = [
        .number(
            "weatherDrift", \.weatherDrift, title: "Weather drift", unit: "m", range: 0...100,
            meaning:
                "The 1-sigma drift over an hour. With lower values, GPS altitudes hardly correct it; higher values let the noise of GPS altitudes in.",
            source: "fronts bring 1 hPa/h, 8 m/h; most hours a quarter of it"),
        .number(
            "altitudeAccuracy", \.altitudeAccuracy, title: "GPS altitude accuracy", unit: "m", range: 1...100,
            meaning: "The poorest accuracy of an altitude that corrects the drift.", source: "open sky"),
        .number(
            "altitudeCorrelation", \.altitudeCorrelation, title: "GPS altitude correlation", unit: "s", range: 1...3600,
            meaning:
                "The duration of an error of GPS altitudes; the altitudes within this time count as one measurement.",
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
                "The fraction of a flight's height at which it counts. With lower values, landings count; with higher values, low storeys do not.",
            source: "2.7 of 3 m"),
        .number(
            "nearShare", \.nearShare, title: "Near the level", unit: "", range: 0.05...0.5,
            meaning:
                "The largest change of height on the same level, as a fraction of a flight. With lower values, noise counts as a climb; with higher values, a climb starts late.",
            source: "one sigma of height"),
        .number(
            "levelTime", \.levelTime, title: "Level time", unit: "s", range: 1...3600,
            meaning:
                "The time constant with which the level that flights are counted from follows the height. Lower values lose slow climbs; with higher values, the weather counts.",
            source: "a rest on a landing is shorter"),
        .number(
            "levelSpeed", \.levelSpeed, title: "Level speed", unit: "m/s", range: 0.005...0.5,
            meaning: "The minimum speed of an ascent; a slower one counts as level.",
            source: "a tenth of a stair climb, ten times the weather"),
        .number(
            "fewestSteps", \.fewestSteps, title: "Fewest steps", unit: "", range: 1...50,
            meaning: "The minimum number of steps of a flight of stairs; a storey has 15 to 20.",
            source: "half a flight two at a time"),
        .number(
            "stairSpeed", \.stairSpeed, title: "Stair speed", unit: "m/s", range: 0.01...1,
            meaning: "The minimum speed of a climb of stairs; a slower one is a hill.", source: "stairs 0.1-0.5 m/s"),
        .number(
            "liftSpeed", \.liftSpeed, title: "Lift speed", unit: "m/s", range: 0.1...10,
            meaning: "The minimum speed of a lift, if there are no steps.", source: "lifts 0.5-3 m/s"),
        .number(
            "liftTime", \.liftTime, title: "Lift time", unit: "s", range: 0.5...60,
            meaning: "The minimum duration of a lift ride.", source: "one storey"),
        .number(
            "liftStop", \.liftStop, title: "Lift stop", unit: "s", range: 0.5...30,
            meaning:
                "The time at one height after which a lift ride counts. With lower values, crests of hills count; higher values count late.",
            source: "doors take longer"),
        .number(
            "longestLift", \.longestLift, title: "Longest lift", unit: "s", range: 10...1800,
            meaning: "The maximum duration of a lift ride; a longer climb without steps is a hill.",
            source: "the tallest towers take a minute"),
        .number(
            "liftQuiet", \.liftQuiet, title: "Lift quiet", unit: "m/s^2", range: 0.05...10,
            meaning: "The maximum acceleration of a device in a lift, without gravity.",
            source: "the user stands in a lift"),
    ]

    private static let vehicle: [ParameterEntry<Self>] = [
        .number(
            "vehicleSpeed", \.vehicleSpeed, title: "Vehicle speed", unit: "m/s", range: 1...30,
            meaning: "The maximum speed over ground on stairs or in a lift; a climb at a higher speed is not a flight.",
            source: "faster than stairs allow"),
        .number(
            "vehicleHold", \.vehicleHold, title: "Vehicle hold", unit: "s", range: 0...3600,
            meaning: "The time after which slow, good fixes end a ride; steps end it immediately.",
            source: "longer than a red light"),
        .number(
            "vehicleTime", \.vehicleTime, title: "Vehicle time", unit: "s", range: 0...60,
            meaning:
                "The time for which fixes have to be fast to count as a ride. With lower values, errors of the receiver count; higher values miss short rides.",
            source: "glitches of phone receivers last up to 3 s"),
        .number(
            "vehicleAccuracy", \.vehicleAccuracy, title: "Vehicle accuracy", unit: "m", range: 1...200,
            meaning:
                "The poorest accuracy of a slow fix that ends a ride: in tunnels and indoors, receivers report zero speed.",
            source: "stale fixes in garages"),
        .number(
            "fastHold", \.fastHold, title: "Fast hold", unit: "s", range: 0...600,
            meaning: "The time for which a single fast fix makes a lift doubtful.", source: "a hill by car without sky"),
    ]

    private static let places: [ParameterEntry<Self>] =
        [
            .number(
                "entranceAccuracy", \.entranceAccuracy, title: "Entrance accuracy", unit: "m", range: 1...100,
                meaning:
                    "The poorest accuracy of a fix that marks a building's entrance. With higher values, fixes from inside count.",
                source: "street canyons outdoors, 10-20 m"),
            .number(
                "placeRadius", \.placeRadius, title: "Place radius", unit: "m", range: 5...500,
                meaning:
                    "The maximum distance between the entrances of one building. With higher values, neighbouring buildings share their storeys.",
                source: "timelines' new place, 60 m"),
            .number(
                "entranceMemory", \.entranceMemory, title: "Entrance memory", unit: "s", range: 60...86_400,
                meaning:
                    "The time for which the height above the entrance is used. With higher values, the weather distorts it.",
                source: "0.5 hPa, a storey, in half an hour of a fast front"),
            .number(
                "stayTime", \.stayTime, title: "Stay", unit: "s", range: 10...3600,
                meaning:
                    "The minimum time on one level that makes it a floor. With lower values, landings count as floors.",
                source: "longer than a rest on a landing"),
        ] + StoreyHeights.Parameters.table.map { $0.renamed(within: \.storeys) }
}
