import Geodesy

/// The tiles that cover an area at some zoom levels, few enough to be downloaded.
public struct TilePlan: Sendable, Hashable {
    /// The area.
    public let area: TileArea
    /// The zoom levels.
    public let zoomLevels: ClosedRange<Int>
    /// The number of tiles, 1 ... ``mostTiles``.
    public let count: Int

    /// The maximum number of tiles of one download: about 400 MB, and hours of a server's work. For more, extracts are
    /// better suited.
    public static let mostTiles = 20_000
    /// The bytes that a tile is expected to have before one has been seen: about those of a picture of a town.
    public static let typicalTileBytes = 20_000

    /// Creates a plan.
    /// - Throws: ``TilePlanError`` if there are no such zoom levels, or too many tiles.
    public init(_ area: TileArea, zoomLevels: ClosedRange<Int>) throws(TilePlanError) {
        guard zoomLevels.lowerBound >= 0, zoomLevels.upperBound <= MapTileBounds.zoom else { throw .notZoomLevels }
        let count = Self.count(area, zoomLevels: zoomLevels)
        guard count <= Self.mostTiles else { throw .tooMany(count: count) }
        (self.area, self.zoomLevels, self.count) = (area, zoomLevels, count)
    }

    /// Returns the number of tiles that cover an area, however many these are; levels that do not exist have none.
    public static func count(_ area: TileArea, zoomLevels: ClosedRange<Int>) -> Int {
        zoomLevels.clamped(to: 0...MapTileBounds.zoom).reduce(0) { count, zoom in
            let part = Part(area, zoom: zoom)
            return count + part.columns.reduce(0) { $0 + $1.count } * part.rows.count
        }
    }

    /// The tiles: the coarsest level first, then row by row from the north, each from the west.
    public var addresses: [TileAddress] {
        zoomLevels.flatMap { zoom in
            let part = Part(area, zoom: zoom)
            return part.rows.flatMap { y in
                part.columns.flatMap { columns in columns.compactMap { TileAddress(zoom: zoom, x: $0, y: y) } }
            }
        }
    }

    /// Reads zoom levels as `LOWEST-HIGHEST`, or as one number.
    /// - Throws: ``TilePlanError``.
    public static func zoomLevels(text: String) throws(TilePlanError) -> ClosedRange<Int> {
        let levels = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard let lowest = levels.first ?? nil, let highest = levels.last ?? nil, levels.count <= 2,
            lowest <= highest, lowest >= 0, highest <= MapTileBounds.zoom
        else { throw .notZoomLevels }
        return lowest...highest
    }

    /// The columns and rows of an area at one level.
    private struct Part {
        /// One range, or two on both sides of the antimeridian, which do not overlap.
        let columns: [ClosedRange<Int>]
        let rows: ClosedRange<Int>

        init(_ area: TileArea, zoom: Int) {
            let side = 1 << zoom
            let first = UnitMercator(Coordinate(latitude: area.north, longitude: area.west))
            let last = UnitMercator(Coordinate(latitude: area.south, longitude: area.east))
            rows = Self.cells(from: first.y, to: last.y, side)
            guard area.crossesAntimeridian else {
                columns = [Self.cells(from: first.x, to: last.x, side)]
                return
            }
            let west = Self.cells(from: first.x, to: 1, side)
            let east = Self.cells(from: 0, to: last.x, side)
            columns = east.upperBound >= west.lowerBound ? [0...side - 1] : [west, east]
        }

        /// The tolerance, as a fraction of a tile, within which an edge counts as on a tile's edge, because degrees are
        /// rounded.
        private static let tolerance = 1e-6

        /// Returns the tiles between two places along a side of the square, 0 ... 1.
        private static func cells(from start: Double, to end: Double, _ side: Int) -> ClosedRange<Int> {
            let last = side - 1
            let lower = (start * Double(side) + tolerance).rounded(.down)
            let upper = (end * Double(side) - tolerance).rounded(.up) - 1
            let first = min(last, max(0, Int(exactly: lower) ?? 0))
            return first...min(last, max(first, Int(exactly: upper) ?? last))
        }
    }
}
