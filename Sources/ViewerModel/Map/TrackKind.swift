/// The kinds of tracks that the map shows, in the order of the legend.
public enum TrackKind: String, Sendable, Hashable, CaseIterable {
    /// The accepted fixes.
    case raw
    /// The fixes that a rule or the user rejected.
    case rejected
    /// The track as the filter knew it at each instant.
    case filtered
    /// The track after the backward pass.
    case smoothed
    /// The few points that describe the smoothed track.
    case simplified
    /// The circles of the estimated accuracy.
    case uncertainty
    /// The stops with their names.
    case stops
    /// The simplified track of the other set of parameters; its chip is there only while two are compared.
    case compared
    /// The roads on which the track was; its chip is there only with a map that has some.
    case roads

    /// The layers that are shown at first.
    public static let initial: Set<TrackKind> = [.raw, .rejected, .simplified, .stops, .compared]
}
