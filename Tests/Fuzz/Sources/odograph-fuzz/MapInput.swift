import Geometry
import Glibc
import MapTiles
import RoadMatching
import SensorModel

@testable import SessionStore

/// Maps of others: a vector tile, an archive of PMTiles, a database of MBTiles.
enum MapInput {
    /// A tile, and what would be drawn of it.
    static func readTile(_ bytes: [UInt8]) {
        guard let tile = try? VectorTile(bytes), let address = TileAddress(zoom: 14, x: 8_847, y: 5_556) else { return }
        let drawing = MapDrawing(tile, at: address)
        precondition(drawing.pointCount <= MapTileBounds.points, "no drawing has more points than a tile")
        for label in drawing.labels {
            precondition(label.place.x.isFinite && label.angle.isFinite, "names lie somewhere")
        }
        matchRoads(of: bytes, at: address)
    }

    /// The roads of a tile and of the next one, along a track from one to the other.
    private static func matchRoads(of bytes: [UInt8], at address: TileAddress) {
        let side = Double(1 << address.zoom)
        let places = (0..<60).map { index in
            let place = UnitMercator(
                x: (Double(address.x) + 0.2 + Double(index) * 0.02) / side, y: (Double(address.y) + 0.5) / side)
            return TrackPlace(coordinate: place.coordinate, covariance: SIMD3(9, 0, 9), isStart: index == 0)
        }
        guard
            let match = try? RoadMatcher().match(
                places, zoomLevels: 0...address.zoom, tile: { $0.y == address.y ? bytes : nil })
        else { return }
        precondition(match.places.count == places.count, "each place has its match")
        precondition(match.roadMetres <= match.metres * 1.000_001, "no more of the way is on roads than there is")
        for part in match.parts {
            precondition(
                part.line.allSatisfy(\.isValid) && part.line.count == part.progress.count, "lines lie somewhere")
        }
    }

    /// An archive: its text, and a tile of each level on the way to a corner.
    static func readArchive(_ bytes: [UInt8]) {
        let read: PMTilesArchive.Read = { offset, count in
            offset < UInt64(bytes.count) ? Array(bytes[Int(offset)...].prefix(count)) : []
        }
        guard var archive = try? PMTilesArchive(read: read) else { return }
        _ = try? archive.metadata(read: read)
        for zoom in [0, 1, 4, 14, 22] {
            guard let address = TileAddress(zoom: zoom, x: (1 << zoom) / 2, y: (1 << zoom) / 3),
                let tile = try? archive.tile(address, read: read)
            else { continue }
            _ = try? TileInflation.inflated(tile, limit: 1 << 20)
        }
    }

    /// A file that is opened as the window opens it, by its first bytes.
    static func readDatabase(_ bytes: [UInt8]) {
        guard let file = fopen(path, "w") else { return }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
        defer { unlink(path) }
        guard let map = try? MapFile(path: path) else { return }
        for zoom in [0, 1, 14] {
            guard let address = TileAddress(zoom: zoom, x: (1 << zoom) / 2, y: (1 << zoom) / 3) else { continue }
            _ = try? map.tile(address)
        }
    }

    /// In memory's file system: on a disk an execution takes longer.
    private static let path = "/dev/shm/odograph-fuzz-\(getpid()).mbtiles"
}
