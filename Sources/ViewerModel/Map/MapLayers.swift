/// A layer of the map that its legend chip shows or hides.
public enum MapLayerKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The fixes as they came.
    case raw
    /// The fixes that were not taken.
    case rejected
    /// The live filter's track.
    case filtered
    /// The track after the backward pass.
    case smoothed
    /// The simplified track.
    case simplified
    /// How sure the position at the cursor is.
    case uncertainty
    /// Where somebody stayed.
    case stops

    /// The name on the chip.
    public var title: String {
        switch self {
        case .raw: "Raw"
        case .rejected: "Rejected"
        case .filtered: "Filtered"
        case .smoothed: "Smoothed"
        case .simplified: "Simplified"
        case .uncertainty: "Uncertainty"
        case .stops: "Stops"
        }
    }
}

/// Which layers are shown, and what the simplified track's colours mean.
public struct MapLayers: Sendable, Hashable {
    /// The layers that are shown.
    public private(set) var shown: Set<MapLayerKind> = [.raw, .rejected, .simplified, .stops]
    /// What the colours mean.
    public var coloring = TrackColoring.activity

    /// Makes the layers of a new window.
    public init() {}

    /// Tells whether a layer is shown.
    public func isShown(_ kind: MapLayerKind) -> Bool { shown.contains(kind) }

    /// Shows a layer, or hides it.
    public mutating func toggle(_ kind: MapLayerKind) { shown.formSymmetricDifference([kind]) }
}
