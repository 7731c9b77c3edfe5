import Geometry
import MapTiles
import SensorModel

/// A part of a track that is matched in one step, and the cells of the map around it.
struct TrackPiece {
    /// A cell of the map: an eighth of a tile's side.
    struct Cell: Hashable {
        let x: Int32
        let y: Int32

        static let bitsPerTile = 3
    }

    /// The numbers of the places that are matched.
    private(set) var kept: [Int] = []
    /// The number of places whose states are used; the others only provide the continuation.
    private(set) var used = 0
    /// True if the track ends with this piece.
    private(set) var isLast = true
    private(set) var cells: Set<Cell> = []
    private(set) var tiles: Set<Cell> = []
    /// The place in the middle of the piece.
    private(set) var middle: Coordinate

    /// The length of the part after the used one, in metres.
    private static let overlap = 400.0
    /// The width of the corridor on each side between two places, in metres, and per metre between them.
    private static let margin = 120.0
    private static let marginShare = 0.25

    /// Cuts a piece off a track.
    /// - Parameters:
    ///   - places: The track.
    ///   - all: The numbers of the places that are matched.
    ///   - start: The index in `all` of the first one.
    ///   - zoom: The zoom level of the map.
    init(of places: [TrackPlace], _ all: [Int], from start: Int, zoom: Int) {
        let first = places[all[start]].coordinate
        middle = first
        for index in start..<all.count {
            let place = places[all[index]]
            let before = index > start ? places[all[index - 1]].coordinate : place.coordinate
            let step = before.distance(to: place.coordinate)
            let isLinked = !place.isStart && step <= RoadMatchingBounds.longestStep
            let margin = Self.margin + 4 * place.deviation
            let corner = isLinked ? before : place.coordinate
            let wide = min(600, margin + (isLinked ? Self.marginShare * step : 0))
            let added = Self.cells(from: corner, to: place.coordinate, margin: wide, zoom: zoom)
            let addedTiles = Set(added.map { Cell(x: $0.x >> 3, y: $0.y >> 3) })
            let isFull =
                tiles.union(addedTiles).count > RoadMatchingBounds.tiles
                || kept.count >= RoadMatchingBounds.placesPerPiece
                || first.distance(to: place.coordinate) > RoadMatchingBounds.pieceExtent
            if isFull, kept.count > 1 {
                isLast = false
                break
            }
            kept.append(all[index])
            cells.formUnion(added)
            tiles.formUnion(addedTiles)
        }
        middle = places[kept[kept.count / 2]].coordinate
        used = kept.count
        guard !isLast else { return }
        // At least half of a piece and two places are used, so that every piece makes progress.
        let end = places[kept[kept.count - 1]].coordinate
        while used > max(2, kept.count / 2), places[kept[used - 1]].coordinate.distance(to: end) < Self.overlap {
            used -= 1
        }
    }

    /// Returns the cells of the box around two places, with a margin in metres.
    private static func cells(from first: Coordinate, to second: Coordinate, margin: Double, zoom: Int) -> [Cell] {
        let (start, end) = (UnitMercator(first), UnitMercator(second))
        let side = Double(1 << (zoom + Cell.bitsPerTile))
        // Beyond the square there is no map.
        guard max(abs(first.latitude), abs(second.latitude)) < UnitMercator.latitudeLimit else { return [] }
        let width = margin / UnitMercator.metresPerUnit(atLatitude: second.latitude) * side
        func range(_ a: Double, _ b: Double) -> ClosedRange<Int32> {
            let low = max(0, min(side - 1, (min(a, b) * side - width).rounded(.down)))
            let high = max(0, min(side - 1, (max(a, b) * side + width).rounded(.down)))
            return (Int32(exactly: low) ?? 0)...max(Int32(exactly: low) ?? 0, Int32(exactly: high) ?? 0)
        }
        // For a line across the antimeridian, the cells of both ends.
        guard abs(start.x - end.x) < 0.5 else {
            return cells(from: first, to: first, margin: margin, zoom: zoom)
                + cells(from: second, to: second, margin: margin, zoom: zoom)
        }
        let columns = range(start.x, end.x)
        return range(start.y, end.y).flatMap { y in columns.map { Cell(x: $0, y: y) } }
    }
}

/// The tiles of the pieces of a track, which share tiles.
struct RoadTiles {
    private let zoom: Int
    private var tiles: [TrackPiece.Cell: RoadTile] = [:]
    /// True if there was a road near the track.
    private(set) var hasRoads = false

    init(zoom: Int) { self.zoom = zoom }

    /// Returns the network of roads around a piece of a track, and its plane.
    mutating func network(
        of piece: TrackPiece, _ read: (TileAddress) throws -> [UInt8]?
    ) throws -> (RoadNetwork, LocalPlane) {
        tiles = tiles.filter { piece.tiles.contains($0.key) }
        var lines: [RoadLine] = []
        var count = 0
        var statesLevels = false
        for cell in piece.tiles.sorted(by: { ($0.y, $0.x) < ($1.y, $1.x) }) {
            guard let tile = try tile(cell, read) else { continue }
            statesLevels = statesLevels || tile.statesLevels
            for line in tile.lines where Self.isNear(line, piece.cells) {
                count += line.points.count
                guard count <= RoadMatchingBounds.points else { throw RoadMatchingError.tooManyRoads }
                lines.append(line)
            }
        }
        if !lines.isEmpty { hasRoads = true }
        let plane = LocalPlane(origin: piece.middle)
        return (RoadNetworkBuilder.network(of: lines, zoom: zoom, statesLevels: statesLevels, on: plane), plane)
    }

    private mutating func tile(
        _ cell: TrackPiece.Cell, _ read: (TileAddress) throws -> [UInt8]?
    ) throws -> RoadTile? {
        if let known = tiles[cell] { return known }
        guard let address = TileAddress(zoom: zoom, x: Int(cell.x), y: Int(cell.y)), let bytes = try read(address)
        else { return nil }
        let tile = try RoadTile(bytes, at: address)
        tiles[cell] = tile
        return tile
    }

    /// Returns whether the box around a line touches the cells around a track.
    private static func isNear(_ line: RoadLine, _ cells: Set<TrackPiece.Cell>) -> Bool {
        var (low, high) = (SIMD2<Int32>(.max, .max), SIMD2<Int32>(.min, .min))
        for point in line.points {
            low = pointwiseMin(low, SIMD2(point.x, point.y))
            high = pointwiseMax(high, SIMD2(point.x, point.y))
        }
        let bits = Int32(GridPoint.bits - TrackPiece.Cell.bitsPerTile)
        for y in (low.y >> bits)...(high.y >> bits) {
            for x in (low.x >> bits)...(high.x >> bits) where cells.contains(TrackPiece.Cell(x: x, y: y)) {
                return true
            }
        }
        return false
    }
}
