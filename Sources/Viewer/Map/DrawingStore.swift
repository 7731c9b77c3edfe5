package import MapTiles

/// A cache of the vector tiles of a map. A tile that several pictures need is read only once.
package actor DrawingStore {
    private let tiles: TileClient.Tiles
    private var kept: [TileAddress: (work: Task<MapDrawing?, any Error>, lastUse: Int)] = [:]
    private var uses = 0
    /// The number of points of each tile that has been read. A tile without it is still being read.
    private var points: [TileAddress: Int] = [:]

    /// The maximum numbers of points (eight bytes each) and of tiles in the cache.
    private static let mostPoints = 3_000_000
    private static let mostTiles = 64

    package init(_ tiles: TileClient.Tiles) { self.tiles = tiles }

    /// Returns a tile, or the coarser one that covers it if the map allows that; `nil` if the map has neither.
    package func drawing(_ address: TileAddress) async throws -> MapDrawing? {
        for levels in 0...tiles.substituteLevels {
            guard let wanted = address.ancestor(levels: levels) else { return nil }
            if let drawing = try await stored(wanted) { return drawing }
        }
        return nil
    }

    private func stored(_ address: TileAddress) async throws -> MapDrawing? {
        uses += 1
        if let known = kept[address] {
            kept[address]?.lastUse = uses
            return try await known.work.value
        }
        let read = tiles.read
        let work = Task.detached {
            guard let bytes = try await read(address, false) else { return MapDrawing?.none }
            return MapDrawing(try VectorTile(bytes), at: address)
        }
        kept[address] = (work, uses)
        let drawing: MapDrawing?
        do { drawing = try await work.value } catch {
            // A server that fails is asked again.
            kept[address] = nil
            throw error
        }
        points[address] = drawing?.pointCount ?? 0
        forgetOld(except: address)
        return drawing
    }

    private func forgetOld(except current: TileAddress) {
        var total = points.values.reduce(0, +)
        for (address, _) in kept.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where address != current {
            guard total > Self.mostPoints || kept.count > Self.mostTiles else { return }
            // Whoever asks meanwhile waits for the tile that is being read.
            guard let count = points.removeValue(forKey: address) else { continue }
            total -= count
            kept[address] = nil
        }
    }
}
