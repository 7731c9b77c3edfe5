public import MapTiles

/// The roads of one tile, cut at its edges, so that those of neighbouring tiles do not overlap.
public struct RoadTile: Sendable {
    let lines: [RoadLine]
    /// True if a road states a level, so that the others are on the ground.
    let statesLevels: Bool

    /// Reads the roads of a tile. O(n).
    /// - Parameters:
    ///   - bytes: The tile as stored, which may be compressed with gzip.
    ///   - address: The place of the tile; its zoom is within ``RoadMatchingBounds/zoomLevels``.
    /// - Throws: ``RoadMatchingError``.
    public init(_ bytes: [UInt8], at address: TileAddress) throws(RoadMatchingError) {
        let tile: VectorTile
        do throws(MapTileError) { tile = try VectorTile(bytes, layers: RoadSchema.isWanted) } catch {
            throw .tile(error)
        }
        var reader = RoadTileReader(address)
        for layer in tile.layers where RoadSchema.isNames(layer.name) { reader.readNames(layer) }
        for layer in tile.layers where RoadSchema.isRoads(layer.name) { try reader.readRoads(layer) }
        (lines, statesLevels) = (reader.lines, reader.statesLevels)
    }
}

/// Collects the roads of one tile.
private struct RoadTileReader {
    private(set) var lines: [RoadLine] = []
    private(set) var statesLevels = false
    private var pointCount = 0
    private let origin: GridPoint
    private let clip = ShapeClip(lower: SIMD2(0, 0), upper: SIMD2(1, 1))
    /// The names of segments by their ends, for schemas with a separate layer of names.
    private var names: [Segment: String] = [:]

    private struct Segment: Hashable {
        let low: UInt64
        let high: UInt64

        init(_ first: GridPoint, _ second: GridPoint) {
            (low, high) = (min(first.key, second.key), max(first.key, second.key))
        }
    }

    init(_ address: TileAddress) {
        origin = GridPoint(
            x: Int32(clamping: address.x << GridPoint.bits), y: Int32(clamping: address.y << GridPoint.bits))
    }

    mutating func readNames(_ layer: VectorTile.Layer) {
        for feature in layer.features where feature.kind == .line {
            guard let name = RoadSchema.name(feature, in: layer) else { continue }
            for part in feature.parts {
                let points = gridPoints(part)
                for (first, second) in zip(points, points.dropFirst()) {
                    guard names.count < RoadMatchingBounds.pointsPerTile else { return }
                    names[Segment(first, second)] = name
                }
            }
        }
    }

    mutating func readRoads(_ layer: VectorTile.Layer) throws(RoadMatchingError) {
        for feature in layer.features where feature.kind == .line {
            guard let kind = RoadSchema.kind(feature, in: layer) else { continue }
            let direction = RoadSchema.direction(feature, in: layer)
            let level = RoadSchema.level(feature, in: layer)
            if level != nil { statesLevels = true }
            let stated = RoadSchema.name(feature, in: layer)
            for part in feature.parts {
                let name = stated ?? name(ofSegmentsAlong: part)
                for line in clip.lines(part) {
                    let points = gridPoints(line)
                    guard points.count > 1 else { continue }
                    pointCount += points.count
                    guard pointCount <= RoadMatchingBounds.pointsPerTile else { throw .tooManyRoads }
                    lines.append(
                        RoadLine(
                            points: points, road: Road(kind: kind, name: name), direction: direction, level: level))
                }
            }
        }
    }

    /// Returns the name of the first segment that has one.
    private func name(ofSegmentsAlong part: [SIMD2<Float>]) -> String? {
        guard !names.isEmpty else { return nil }
        let points = gridPoints(part)
        return zip(points, points.dropFirst()).lazy.compactMap { names[Segment($0, $1)] }.first
    }

    /// Returns points of the tile on the grid of the map, without repetitions.
    private func gridPoints(_ points: [SIMD2<Float>]) -> [GridPoint] {
        var found: [GridPoint] = []
        found.reserveCapacity(points.count)
        for point in points {
            let units = (point * GridPoint.unitsPerTile).rounded(.toNearestOrAwayFromZero)
            guard let x = Int32(exactly: units.x), let y = Int32(exactly: units.y) else { continue }
            let place = GridPoint(x: origin.x &+ x, y: origin.y &+ y)
            if found.last != place { found.append(place) }
        }
        return found
    }
}
