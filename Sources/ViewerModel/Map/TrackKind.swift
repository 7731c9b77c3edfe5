/// The kinds of tracks that the map shows, in the order of the legend.
public enum TrackKind: String, Sendable, Hashable, CaseIterable {
    /// The accepted fixes.
    case raw
    /// The fixes that a rule or the user rejected.
    case rejected
    /// The filtered track, as known at each instant.
    case filtered
    /// The track after the backward pass.
    case smoothed
    /// The simplified track: the few points that describe the smoothed one.
    case simplified
    /// The circles of the estimated accuracy.
    case uncertainty
    /// The stops with their names.
    case stops
    /// The track of the other set of parameters. Its chip is shown only while two sets are compared.
    case compared
    /// The roads that the track followed. Its chip is shown only if a map has roads.
    case roads

    /// Returns which of the shown layers has the chosen colours.
    public static func colored(of shown: Set<TrackKind>) -> TrackKind {
        shown.contains(.simplified) || !shown.contains(.smoothed) ? .simplified : .smoothed
    }

    /// The layers that are shown at first.
    public static let initial: Set<TrackKind> = [.raw, .rejected, .smoothed, .stops, .compared]
}
