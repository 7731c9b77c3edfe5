import Foundation
import Geodesy
import MapTiles

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
        let path = "\(folder)/map"
        guard FileManager.default.createFile(atPath: path, contents: Data(bytes)), let map = try? MapFile(path: path)
        else { return }
        for zoom in [0, 1, 14] {
            guard let address = TileAddress(zoom: zoom, x: (1 << zoom) / 2, y: (1 << zoom) / 3) else { continue }
            _ = try? map.tile(address)
        }
    }

    private static let folder: String = {
        let path = FileManager.default.temporaryDirectory.appending(path: "odograph-fuzz-\(getpid())").path
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }()
}
