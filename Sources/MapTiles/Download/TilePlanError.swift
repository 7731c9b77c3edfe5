/// A reason for which the tiles of an area cannot be listed.
public enum TilePlanError: Error, Sendable, Hashable, CustomStringConvertible {
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
    public var description: String {
        switch self {
        case .notArea(let text):
            "\u{201C}\(text)\u{201D} is not an area: state SOUTH,WEST,NORTH,EAST in degrees, such as 52.3,13.0,52.7,13.8."
        case .notOnEarth: "The area is not on Earth: latitudes are -90 to 90 degrees, longitudes -180 to 180."
        case .emptyArea: "The area is empty: its south must be less than its north, and its west and east must differ."
        case .nearPole: "Maps of tiles end at 85 degrees of latitude: choose an area that is not beyond it."
        case .notZoomLevels:
            "These are not zoom levels: state LOWEST-HIGHEST within 0 to \(MapTileBounds.zoom), such as 10-15."
        case .tooMany(let count):
            "The area has \(count) tiles, and at most \(TilePlan.mostTiles) are downloaded together: choose a smaller area or fewer zoom levels, or import an extract of the region."
        }
    }
}
