public import MapTiles

/// The reason why a track cannot be matched to the roads of a map.
public enum RoadMatchingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The map's deepest level is too coarse.
    case tooCoarse(zoom: Int)
    /// The tiles around the track have no roads.
    case noRoads
    /// The tiles have more roads than any real town.
    case tooManyRoads
    /// A tile cannot be read.
    case tile(MapTileError)
    /// The caller has cancelled the matching.
    case cancelled

    /// True if the map is fine but has no roads for the track, so that another map might help.
    public var isLack: Bool {
        switch self {
        case .tooCoarse, .noRoads: true
        case .tooManyRoads, .tile, .cancelled: false
        }
    }

    /// A sentence that says what is wrong and what to do.
    public var description: String {
        switch self {
        case .tooCoarse(let zoom):
            "The map ends at zoom \(zoom), where roads are too coarse: choose a vector map with zoom \(RoadMatchingBounds.zoomLevels.lowerBound) or more."
        case .noRoads: "The map has no roads near the track: choose a vector map of the region."
        case .tooManyRoads: "A tile of the map has too many roads: the file might be damaged; choose another map."
        case .tile(let error): "A tile of the map cannot be read. \(error)"
        case .cancelled: "The matching was cancelled."
        }
    }
}
