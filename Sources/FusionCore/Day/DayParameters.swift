import Geometry
import SensorModel

/// The parameters for dividing a day into stops, moves, and gaps.
public struct DayParameters: Sendable, Hashable {
    /// The net speed, in m/s, at which a walk is as good a move as a stay, and the maximum one over a silence that was a stay.
    public var stayingSpeed = 0.45
    /// The speed along the path, in m/s, at which a walk is as good a move as a stay, even if it leads nowhere.
    public var circlingSpeed = 1.0
    /// The minimum radius of a stop, in metres.
    public var smallestRadius = 30.0
    /// The maximum radius of a stop, in metres.
    public var largestRadius = 100.0
    /// The radius of a stop, as a multiple of the median accuracy of its fixes.
    public var radiusAccuracies = 2.0
    /// The minimum duration of a stop between moves on foot, in seconds.
    public var shortestStopOnFoot = 120.0
    /// The minimum duration of a stop next to a ride, in seconds.
    public var shortestStopOfRide = 240.0
    /// The maximum distance between two stops at the same place, in metres.
    public var mergeDistance = 75.0
    /// The minimum duration of a move, in seconds; a shorter move belongs to the adjacent stops.
    public var shortestMove = 30.0
    /// The minimum distance that a move leads from its start, in metres; a shorter move belongs to the adjacent stops.
    public var shortestMoveDistance = 50.0
    /// The rules for silences, which also hold for the distance and the activities.
    public var silences = SilenceParameters()
    /// The minimum mean speed, in m/s, of a move that counts as a bicycle ride without other evidence: that of
    /// ``ActivityClassifier``.
    public var cyclingFallback = ActivityClassifier.Parameters.usualCyclingFallback

    /// Creates parameters with default values.
    public init() {}
}

extension DayParameters {
    /// Returns the maximum distance, in metres, between the ends of a silence that was spent in one place, given its
    /// duration in seconds. The mean speed is at most that of a stay.
    func longestSilentDistance(in seconds: Double) -> Double { min(silences.gapStayDistance, stayingSpeed * seconds) }

    /// The speed in a straight line, in m/s, of a walk between houses.
    static let walkingPace = 1.0

    /// The reach as a fraction of ``largestRadius``.
    private static let reachShare = 0.9

    /// The root mean square distance from the centre of a place, in metres, at which a walk is as good a move as a stay.
    var reach: Double { Self.reachShare * largestRadius }

    /// The square of the reach, in m^2.
    var squaredReach: Double { reach * reach }

    /// Returns the parameters for a track: a receiver that samples rarely is not silent. O(points).
    func adapted(to points: [DayPoint]) -> DayParameters {
        var hasGap = false
        DayPoint.forEachMeasuredPair(of: points) { hasGap = hasGap || $1.time - $0.time >= silences.gap }
        guard hasGap else { return self }
        var adapted = self
        adapted.silences.gap = silences.silence(
            usual: SilenceParameters.usualInterval(among: DayPoint.intervals(between: points)))
        return adapted
    }

    static let table: [ParameterEntry<Self>] = stops + moves + gaps

    private static let stops: [ParameterEntry<Self>] = [
        .number(
            "stayingSpeed", \.stayingSpeed, title: "Staying speed", unit: "m/s", range: 0.05...2,
            meaning:
                "The net speed of a walk that is as good a move as a stay, and the maximum over a silence that was a stay. Lower values mistake indoor drift for movement; higher values mistake a stroll for a stop.",
            source: "indoor drift stays below 0.25 m/s, a stroll above 0.6 m/s"),
        .number(
            "circlingSpeed", \.circlingSpeed, title: "Circling speed", unit: "m/s", range: 0.1...3,
            meaning:
                "The speed along the track of a walk that is as good a move as a stay, even if it leads nowhere. Lower values mistake a walk about a garden for a move; higher values mistake laps for a stop.",
            source: "gardens, markets and museums are walked at less than 0.8 m/s, pauses included"),
        .number(
            "smallestRadius", \.smallestRadius, tier: .tunable, title: "Smallest radius", unit: "m", range: 5...200,
            meaning: "The smallest radius of a stop.", source: "infostop, 30 m for phones"),
        .number(
            "largestRadius", \.largestRadius, title: "Largest radius", unit: "m", range: 10...500,
            meaning:
                "The largest radius of a stop. Lower values mistake a large place for a move; higher values mistake a stroll for a stop.",
            source: "Li 2008, 100 m"),
        .number(
            "radiusAccuracies", \.radiusAccuracies, title: "Radius in accuracies", unit: "", range: 0.5...10,
            meaning: "The radius of a stop, in median accuracies of its fixes.", source: "95 % of white noise"),
        .number(
            "shortestStopOnFoot", \.shortestStopOnFoot, tier: .tunable, title: "Shortest stop on foot", unit: "s",
            range: 10...3600,
            meaning: "The shortest pause between two walks that counts as a stop.", source: "LocoKit2, 2 min"),
        .number(
            "shortestStopOfRide", \.shortestStopOfRide, tier: .tunable, title: "Shortest stop of a ride", unit: "s",
            range: 10...3600,
            meaning:
                "The shortest pause before, during or after a ride that counts as a stop; a shorter one is traffic.",
            source: "a long red light is 3 min"),
        .number(
            "mergeDistance", \.mergeDistance, tier: .tunable, title: "Merge distance", unit: "m", range: 0...500,
            meaning: "The maximum distance between two stops at the same place.", source: "trackintel"),
    ]

    private static let moves: [ParameterEntry<Self>] = [
        .number(
            "shortestMove", \.shortestMove, title: "Shortest move", unit: "s", range: 0...600,
            meaning: "The minimum duration of a move; a shorter one belongs to the adjacent stops.",
            source: "LocoKit2, 30 s"),
        .number(
            "shortestMoveWay", \.shortestMoveDistance, title: "Shortest path", unit: "m", range: 0...1000,
            meaning: "The minimum distance of a move; a shorter one belongs to the adjacent stops.",
            source: "LocoKit2, 20 m, with jitter"),
        .number(
            "shortestStretch", \.silences.shortestStretch, title: "Shortest stretch", unit: "s", range: 0...600,
            meaning: "The minimum duration of another activity that cuts a move.", source: "Zheng 2010"),
    ]

    private static let gaps: [ParameterEntry<Self>] = [
        .number(
            "gap", \.silences.gap, tier: .tunable, title: "Gap", unit: "s", range: 30...86_400,
            meaning:
                "The time without a fix after which the day shows a gap; at least five usual intervals between fixes.",
            source: "trackintel, 15 min; LocoKit2, 1 min"),
        .number(
            "gapStayDistance", \.silences.gapStayDistance, title: "Gap stay distance", unit: "m", range: 0...1000,
            meaning:
                "The maximum distance between the ends of a silence that counts as a stay. With lower values, phones that sleep at rest leave gaps; with higher values, a walk counts as a stay.",
            source: "phones that sleep at rest wake 100 to 450 m away"),
        .number(
            "longestSilentStay", \.silences.longestSilentStay, title: "Longest silent stay", unit: "s",
            range: 600...31_536_000,
            meaning:
                "The longest silence that counts as a stay if it ends where it began. Lower values turn nights into gaps; higher values turn weeks without a recording into stops.",
            source: "a day: few people stay in longer, and most leave without the receiver"),
        .number(
            "longestBridge", \.silences.longestBridge, title: "Longest bridge", unit: "s", range: 0...36_000,
            meaning: "The longest silence that is bridged as an estimated ride, if its speed is that of a ride.",
            source: "longest metro rides without sky"),
        .number(
            "bridgeSpeed", \.silences.bridgeSpeed, title: "Bridge speed", unit: "m/s", range: 0.5...50,
            meaning: "The minimum straight-line speed of a silence that counts as a ride.",
            source: "above walking; without steps a faster walk is a ride, too"),
    ]
}
