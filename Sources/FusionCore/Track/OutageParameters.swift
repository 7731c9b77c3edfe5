/// The limits that decide which silences are outages, and which outages are bridged, both live and in hindsight.
public struct OutageParameters: Sendable, Hashable {
    /// The minimum length of an outage, in median intervals of the track and of the fixes around it.
    public var outageIntervals = 4.0
    /// The maximum length of an outage that is bridged, in seconds; a longer one is a gap.
    public var longestBridge = 900.0
    /// The rules for silences that no track bridges; set through ``Parameters/day``, to whose table they belong.
    public internal(set) var silences = SilenceParameters()

    /// Creates parameters with default values.
    public init() {}

    static let table: [ParameterEntry<Self>] = [
        .number(
            "outageIntervals", \.outageIntervals, title: "Outage intervals", unit: "", range: 1...100,
            meaning:
                "The minimum duration of an outage, in usual intervals between the track's fixes and between those around it.",
            source: "loggers that write every 5 to 30 s"),
        .number(
            "longestBridge", \.longestBridge, tier: .tunable, title: "Longest bridge", unit: "s", range: 10...86400,
            meaning:
                "The longest outage that is bridged. A longer one stays open and adds no distance, unless it was a ride or the receiver always samples so rarely.",
            source: "the longest road tunnels and metro rides"),
    ]
}
