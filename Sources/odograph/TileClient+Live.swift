import LibraryImport
import Localization
import MapTiles
import SensorModel
import SessionStore
import Viewer

extension TileClient {
    /// Files of heights that are open at the same time.
    private static let mostHeightFiles = 256

    /// Reads map files, and keeps those of the user in a folder.
    static func live(_ folder: MapFolder) -> TileClient {
        TileClient(
            open: { path in
                let file = try MapFile(path: path)
                var tiles = Tiles(
                    name: file.name.visible, attribution: file.attribution?.visible, zoomLevels: file.zoomLevels,
                    bounds: file.bounds, isVector: file.isVector, read: { address, _ in try file.tile(address) })
                tiles.layers = file.layers
                tiles.readFile = { try file.tile($0) }
                return tiles
            },
            list: { folder.maps() },
            heights: {
                var files: [HeightMap.File] = []
                var troubles: [String] = []
                for path in folder.heights().prefix(mostHeightFiles) {
                    do { files.append(try HeightFile(path: path).part) } catch { troubles.append(error.sentence) }
                }
                return Heights(map: HeightMap(files), troubles: troubles)
            },
            add: { path, progress in
                if HeightArchive.isArchive(name: path) { return try HeightArchive(path: path).unpack(into: folder) }
                guard MapExtract.isExtract(name: path) else { return try folder.add(path) }
                return try MapExtract(path: path).convert(into: folder) { share in
                    try Task.checkCancellation()
                    progress(share)
                }
            })
    }
}
