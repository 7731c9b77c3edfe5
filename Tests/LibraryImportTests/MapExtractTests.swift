import Foundation
import MapTiles
import SessionStore
import TestSupport
import Testing

@testable import LibraryImport

@Suite(.serialized) struct MapExtractTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Writes the made-up town as an extract; `nil` if osmium or tilemaker is not installed.
    private func town(in folder: URL) throws -> String? {
        guard Programs.find("osmium") != nil, Programs.find("tilemaker") != nil else { return nil }
        let (plain, packed) = (folder.appending(path: "town.osm").path, folder.appending(path: "town.osm.pbf").path)
        let made = try ChildProcess.run("/usr/bin/python3", [Self.root.path + "/scripts/made-up-town", plain])
        try #require(made.status == 0, "\(made.errors)")
        let converted = try ChildProcess.run(try #require(Programs.find("osmium")), ["cat", "-o", packed, plain])
        try #require(converted.status == 0, "\(converted.errors)")
        return packed
    }

    @Test func `an extract becomes a map whose layers the style draws`() throws {
        let folder = try temporaryFolder()
        let town = try #require(
            try town(in: folder), "osmium-tool and tilemaker are needed: scripts/install-needs --tests")
        let maps = MapFolder(path: folder.appending(path: "maps").path)
        var shares: [Double] = []
        let path = try MapExtract(path: town).convert(into: maps) { shares.append($0) }
        #expect(shares.last == 1 && shares == shares.sorted())
        #expect(maps.maps() == [path])
        let map = try MapFile(path: path)
        #expect(map.isVector && map.attribution == "© OpenStreetMap contributors")
        let address = try #require(TileAddress(zoom: 14, x: 8_847, y: 5_556))
        let drawing = MapDrawing(try VectorTile(try #require(try map.tile(address))), at: address)
        for paint in [MapPaint.urban, .building, .minorRoad, .primaryRoad] {
            #expect(drawing.shapes.contains { $0.paint == paint }, "\(paint)")
        }
        #expect(drawing.labels.contains { $0.text == "Lindenau" && $0.kind == .town })
        #expect(drawing.labels.contains { $0.text == "Long Road" && $0.kind == .road })
    }

    @Test func `what ends the work leaves nothing behind`() throws {
        let folder = try temporaryFolder()
        let town = try #require(try town(in: folder))
        let maps = MapFolder(path: folder.appending(path: "maps").path)
        #expect(throws: CancellationError.self) {
            try MapExtract(path: town).convert(into: maps) { _ in throw CancellationError() }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: maps.path).isEmpty)
    }

    @Test func `what is not an extract is refused in one sentence`() throws {
        let folder = try temporaryFolder()
        let maps = MapFolder(path: folder.appending(path: "maps").path)
        let path = folder.appending(path: "noise.osm.pbf").path
        try Data(repeating: 7, count: 5_000).write(to: URL(filePath: path))
        #expect(throws: MapImportError.notExtract(path: path)) {
            try MapExtract(path: path).convert(into: maps) { _ in }
        }
        #expect(throws: MapImportError.unreadable(path: path + "x")) {
            try MapExtract(path: path + "x").convert(into: maps) { _ in }
        }
    }

    @Test func `progress is read of what tilemaker prints`() {
        #expect(TilemakerProgress.share("Block 1/2 ways 984 relations 0") == 0.25)
        #expect(TilemakerProgress.share("Zoom level 14, writing tile 63 of 126") == 0.75)
        #expect(TilemakerProgress.share("Block 1/0 ways") == nil)
        #expect(TilemakerProgress.share("Sorting ways") == nil)
    }
}
