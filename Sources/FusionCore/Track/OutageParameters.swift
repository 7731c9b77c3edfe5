/// From which silence on a track has an outage, and up to which it is bridged: live and with hindsight alike.
public struct OutageParameters: Sendable, Hashable {
    /// Usual intervals without a fix that count as an outage.
    public var outageIntervals = 4.0
    /// Seconds beyond which an outage is a gap, not a bridge.
    public var longestBridge = 900.0

    /// Creates parameters with default values.
    public init() {}

    static let table: [ParameterEntry<Self>] = [
        .number(
            "outageIntervals", \.outageIntervals, title: "Outage intervals", unit: "", range: 1...100,
            meaning: "No outage is shorter than this many usual intervals of the track's fixes.",
            source: "loggers that write every 5 to 30 s"),
        .number(
            "longestBridge", \.longestBridge, tier: .essential, title: "Longest bridge", unit: "s", range: 10...86400,
            meaning: "A longer outage is left open.", source: "the longest road tunnels and metro rides"),
    ]
}
