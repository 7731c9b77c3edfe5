import Foundation
import MapTiles
import SessionStore
import TestSupport
import Testing

@Suite struct MapFolderTests {
    private static let world = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Resources/maps/world.pmtiles").path

    @Test func `a map is copied whole, twice to the same place, and listed`() throws {
        let home = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: home) }
        let folder = MapFolder(path: home.appending(path: "maps").path)
        #expect(folder.maps().isEmpty)
        let path = try folder.add(Self.world)
        #expect(try folder.add(Self.world) == path && folder.add(path) == path)
        #expect(folder.maps() == [path])
        #expect(FileManager.default.contentsEqual(atPath: path, andPath: Self.world))
        let map = try MapFile(path: path)
        #expect(map.name == "World" && map.attribution == "Natural Earth" && map.isVector && map.zoomLevels == 0...5)
    }

    @Test func `what is not a map is not added, and unfinished files are not listed`() throws {
        let home = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: home) }
        let folder = MapFolder(path: home.appending(path: "maps").path)
        let noise = home.appending(path: "noise.pmtiles").path
        try Data("PMTiles".utf8).write(to: URL(filePath: noise))
        #expect(throws: TileFileError.damaged(path: noise, .notPMTiles)) { try folder.add(noise) }
        #expect(!FileManager.default.fileExists(atPath: folder.path))
        try folder.prepare()
        for name in [".town.part.mbtiles", "town.pmtiles.part", "notes.txt"] {
            try Data().write(to: URL(filePath: "\(folder.path)/\(name)"))
        }
        #expect(folder.maps().isEmpty)
    }
}
