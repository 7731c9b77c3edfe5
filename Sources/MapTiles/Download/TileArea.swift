import Geodesy

/// A part of the world between two parallels and two meridians; it may lie on both sides of the antimeridian.
public struct TileArea: Sendable, Hashable {
    /// The edges in degrees, northern latitudes and eastern longitudes positive. The western edge is greater than the
    /// eastern one if the area lies on both sides of the antimeridian.
    public let south, west, north, east: Double

    /// Creates an area. What lies beyond the edge of the web Mercator square, near the poles, is left out.
    /// - Parameters:
    ///   - south: The southern edge in degrees, -90 ... 90.
    ///   - west: The western edge in degrees, -180 ... 180.
    ///   - north: The northern edge in degrees, greater than the southern one.
    ///   - east: The eastern edge in degrees, -180 ... 180; less than the western one beyond the antimeridian.
    /// - Throws: ``TilePlanError``.
    public init(south: Double, west: Double, north: Double, east: Double) throws(TilePlanError) {
        guard (-90.0...90).contains(south), (-90.0...90).contains(north), (-180.0...180).contains(west),
            (-180.0...180).contains(east)
        else { throw .notOnEarth }
        guard south < north, west != east else { throw .emptyArea }
        let limit = UnitMercator.latitudeLimit
        guard south < limit, north > -limit else { throw .nearPole }
        (self.south, self.north) = (max(south, -limit), min(north, limit))
        (self.west, self.east) = (west, east)
    }

    /// Whether the area lies on both sides of the antimeridian.
    public var crossesAntimeridian: Bool { west > east }

    /// The edges as map files state them; the whole circle of latitude for an area across the antimeridian.
    public var bounds: MapBounds? {
        crossesAntimeridian
            ? MapBounds(west: -180, south: south, east: 180, north: north)
            : MapBounds(west: west, south: south, east: east, north: north)
    }

    /// Reads an area as `SOUTH,WEST,NORTH,EAST` in degrees.
    /// - Throws: ``TilePlanError``.
    public init(text: String) throws(TilePlanError) {
        let edges = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            Double(part.filter { $0 != " " })
        }
        guard edges.count == 4, let south = edges[0], let west = edges[1], let north = edges[2], let east = edges[3]
        else { throw .notArea(text: text) }
        try self.init(south: south, west: west, north: north, east: east)
    }

    /// The area as ``init(text:)`` reads it.
    public var text: String { "\(south),\(west),\(north),\(east)" }
}
