/// The track or the marks that a layer of the map draws.
public enum TrackKind: Sendable, Hashable {
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
    /// The track of the other set of parameters, while two sets are compared.
    case compared
    /// The roads that the track followed, if a map has roads.
    case roads
    /// A track that was added to those of the session's run; the number identifies it.
    case added(Int)

    /// The layers that a session can have without other tracks, in the order of their keys.
    public static let ofSession: [TrackKind] = [
        .raw, .rejected, .filtered, .smoothed, .simplified, .uncertainty, .stops, .compared, .roads,
    ]

    /// Whether it is a line, which can lie over or under others. The circles lie below all lines, the stops above them.
    public var isLine: Bool { self != .uncertainty && self != .stops }

    /// Whether it was added to the session, so that it can be removed.
    public var isAdded: Bool { if case .added = self { true } else { false } }

    /// Returns which of the shown layers has the chosen colours.
    public static func colored(of shown: Set<TrackKind>) -> TrackKind {
        shown.contains(.simplified) || !shown.contains(.smoothed) ? .simplified : .smoothed
    }
}
