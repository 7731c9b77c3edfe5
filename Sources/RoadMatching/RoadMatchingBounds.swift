/// The limits for the roads of a map file, which may come from any source, and for the work on a track.
public enum RoadMatchingBounds {
    /// The zoom levels whose tiles contain sufficiently exact roads. A finer map is read at the finest of these levels.
    public static let zoomLevels = 12...16
    /// The maximum number of points of roads in a tile: dense cities have about 20,000.
    public static let pointsPerTile = 100_000
    /// The maximum number of points of roads that are in memory together.
    public static let points = 600_000
    /// The maximum number of segments that are compared with others to find junctions.
    static let comparisons = 30_000_000
    /// The maximum number of tiles that are in memory together.
    static let tiles = 36
    /// The maximum extent, in metres, of the part of a track that is matched in one piece: within it, the plane is
    /// accurate to a few decimetres.
    static let pieceExtent = 8_000.0
    /// The maximum number of places of a track in one piece.
    static let placesPerPiece = 2_000
    /// The maximum number of nodes that a search for a route visits.
    static let visitedNodes = 2_000
    /// The maximum number of candidates on roads for a place.
    static let candidates = 12
    /// The maximum distance, in metres, between two places for which a route is sought.
    static let longestStep = 1_500.0
}
