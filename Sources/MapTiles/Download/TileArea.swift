public import Geodesy

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

    /// The middle between the edges.
    public var middle: Coordinate {
        let width = crossesAntimeridian ? east - west + 360 : east - west
        return Coordinate(latitude: (south + north) / 2, longitude: Self.wrapped(west + width / 2))
    }

    /// Creates the smallest area around places.
    /// - Parameters:
    ///   - places: The places, of which there has to be at least one.
    ///   - margin: The metres between the outermost places and the edges, greater than 0.
    /// - Throws: ``TilePlanError``. O(n log n).
    public init(around places: [Coordinate], margin: Double) throws(TilePlanError) {
        let latitudes = places.map(\.latitude)
        guard let south = latitudes.min(), let north = latitudes.max() else { throw .emptyArea }
        let metresPerDegree = UnitMercator.metresPerUnit(atLatitude: 0) / 360
        // Rounded to about a metre, so that the same places give the same area, regardless of rounding errors.
        func edge(_ degrees: Double) -> Double { (degrees * 1e5).rounded() / 1e5 }
        let height = margin / metresPerDegree
        let (lowest, highest) = (max(-90, south - height), min(90, north + height))
        // A metre has the most degrees where the area is closest to a pole.
        let shrinkage = UnitMercator.metresPerUnit(atLatitude: max(-lowest, highest)) / 360
        let (west, width) = Self.arc(around: places.map(\.longitude))
        let room = margin / max(shrinkage, 1)
        let isWhole = width + 2 * room >= 360
        try self.init(
            south: edge(lowest), west: isWhole ? -180 : edge(Self.wrapped(west - room)), north: edge(highest),
            east: isWhole ? 180 : edge(Self.wrapped(west + width + room)))
    }

    /// Returns the shortest part of a circle of latitude that contains some longitudes.
    /// - Returns: Its western end and its width, in degrees.
    private static func arc(around longitudes: [Double]) -> (west: Double, width: Double) {
        let sorted = longitudes.sorted()
        guard var last = sorted.last.map({ $0 - 360 }) else { return (0, 360) }
        var (gap, west) = (-1.0, 0.0)
        for longitude in sorted {
            if longitude - last > gap { (gap, west) = (longitude - last, longitude) }
            last = longitude
        }
        return (west, 360 - gap)
    }

    /// Returns a longitude within -180 ... 180.
    private static func wrapped(_ longitude: Double) -> Double {
        longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
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
