public import SensorModel

/// The reason why the tiles of an area cannot be listed.
public enum TilePlanError: PhrasedError, Sendable, Hashable {
    /// The text does not state an area.
    case notArea(text: String)
    /// An edge is not a latitude or a longitude.
    case notOnEarth
    /// The area has no height or no width.
    case emptyArea
    /// The area lies beyond the edge of all maps of tiles.
    case nearPole
    /// There are no such zoom levels.
    case notZoomLevels
    /// The area has more tiles than one download can have.
    case tooMany(count: Int)

    /// A sentence that says what is wrong and what to do.
    public var phrase: Phrase {
        switch self {
        case .notArea(let text):
            Phrase(
                translatable(
                    "“{1}” is not an area: state SOUTH,WEST,NORTH,EAST in degrees, such as 52.3,13.0,52.7,13.8."),
                text)
        case .notOnEarth:
            Phrase(translatable("The area is not on Earth: latitudes are -90 to 90 degrees, longitudes -180 to 180."))
        case .emptyArea:
            Phrase(
                translatable(
                    "The area is empty: its south must be less than its north, and its west and east must differ."))
        case .nearPole:
            Phrase(translatable("Maps of tiles end at 85 degrees of latitude: choose an area that is not beyond it."))
        case .notZoomLevels:
            Phrase(
                translatable("These are not zoom levels: state LOWEST-HIGHEST within 0 to {1}, such as 10-15."),
                "\(MapTileBounds.zoom)")
        case .tooMany(let count):
            Phrase(
                translatable(
                    "The area has {1} tiles, and at most {2} are downloaded together: choose a smaller area or fewer zoom levels, or import an extract of the region."
                ), "\(count)", "\(TilePlan.mostTiles)")
        }
    }
}
