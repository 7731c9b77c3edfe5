public import MapTiles
public import SensorModel

/// The reason why a track cannot be matched to the roads of a map.
public enum RoadMatchingError: PhrasedError, Sendable, Hashable {
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
    public var phrase: Phrase {
        switch self {
        case .tooCoarse(let zoom):
            Phrase(
                translatable(
                    "The map ends at zoom {1}, where roads are too coarse: choose a vector map with zoom {2} or more."),
                "\(zoom)", "\(RoadMatchingBounds.zoomLevels.lowerBound)")
        case .noRoads: Phrase(translatable("The map has no roads near the track: choose a vector map of the region."))
        case .tooManyRoads:
            Phrase(translatable("A tile of the map has too many roads: the file might be damaged; choose another map."))
        case .tile(let error): Phrase(translatable("A tile of the map cannot be read. {1}"), [error.phrase])
        case .cancelled: Phrase(translatable("The matching was cancelled."))
        }
    }
}
