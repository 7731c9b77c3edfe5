import Foundation
import GRDB
import MapTiles
import SensorModel
import TestSupport
import Testing

@testable import SessionStore

@Suite struct MBTilesFileTests {
    private func file(_ statements: String) throws -> (path: String, folder: URL) {
        let folder = try temporaryFolder()
        let path = folder.appending(path: "map.mbtiles").path
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: statements) }
        try queue.close()
        return (path, folder)
    }

    private static let schema = """
        CREATE TABLE metadata(name TEXT, value TEXT);
        CREATE TABLE tiles(zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
        """

    @Test func `a tile is found by its row from the north`() throws {
        let (path, folder) = try file(
            Self.schema + """
                INSERT INTO metadata VALUES ('name', 'Hills'), ('minzoom', '1'), ('maxzoom', '2'),
                    ('attribution', '<a href="x">© Someone</a>');
                INSERT INTO tiles VALUES (1, 0, 1, x'89504e47'), (2, 3, 0, x'01');
                """)
        defer { try? FileManager.default.removeItem(at: folder) }
        let tiles = try MBTilesFile(path: path)
        #expect(tiles.name == "Hills" && tiles.attribution == "© Someone" && tiles.zoomLevels == 1...2)
        #expect(try tiles.tile(x: 0, y: 0, zoom: 1) == Data([0x89, 0x50, 0x4E, 0x47]))
        #expect(try tiles.tile(x: 3, y: 3, zoom: 2) == Data([1]))
        #expect(try tiles.tile(x: 1, y: 1, zoom: 1) == nil)
        #expect(try tiles.tile(x: 0, y: 0, zoom: 40) == nil)
    }

    @Test(
        arguments: [
            ("CREATE TABLE other(x)", "not an MBTiles"),
            ("CREATE TABLE tiles(a, b)", "not an MBTiles"),
            ("CREATE VIEW tiles AS SELECT * FROM tiles", "not an MBTiles"),
        ])
    func `a file without pictures is rejected with one sentence`(statements: String, words: String) throws {
        let (path, folder) = try file(statements)
        defer { try? FileManager.default.removeItem(at: folder) }
        let error = #expect(throws: TileFileError.self) { try MBTilesFile(path: path) }
        #expect(try #require(error).description.contains(words))
    }

    @Test(arguments: [
        ("{\"vector_layers\": [{\"id\": \"water\"}, {\"id\": 7}, {\"id\": \"place\"}]}", ["water", "place"]),
        ("{\"vector_layers\": []}", nil), ("{\"vector_layers\"", nil),
    ])
    func `the layers that the metadata state are read`(text: String, layers: [String]?) throws {
        let (path, folder) = try file(
            Self.schema + "INSERT INTO metadata VALUES ('format', 'pbf'), ('json', '\(text)')")
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try MapFile(path: path).layers == layers)
    }

    @Test(arguments: [0, 1]) func `a text about layers is read up to its bound`(excess: Int) throws {
        let text = "{\"vector_layers\": [{\"id\": \"water\"}], \"text\": \"\"}"
        let filling = String(repeating: "x", count: MapTileBounds.details - text.count + excess)
        let long = text.replacing("\"\"}", with: "\"\(filling)\"}")
        let (path, folder) = try file(Self.schema + "INSERT INTO metadata VALUES ('json', '\(long)')")
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try MapFile(path: path).layers == (excess == 0 ? ["water"] : nil))
    }

    @Test func `a view that never ends is given up, and an absurd tile is not read`() throws {
        let (path, folder) = try file(
            """
            CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n)
                SELECT i * 0 AS zoom_level, abs(i) + 1 AS tile_column, 0 AS tile_row, x'00' AS tile_data FROM n;
            """)
        let (large, other) = try file(
            Self.schema + "INSERT INTO tiles VALUES (0, 0, 0, zeroblob(100000000))")
        defer { for folder in [folder, other] { try? FileManager.default.removeItem(at: folder) } }
        let endless = try MBTilesFile(path: path)
        #expect(throws: TileFileError.tooSlow(path: path)) { try endless.tile(x: 0, y: 0, zoom: 0) }
        let absurd = try MBTilesFile(path: large)
        #expect(throws: TileFileError.tooLarge(path: large)) { try absurd.tile(x: 0, y: 0, zoom: 0) }
    }

    @Test func `noise and nothing are refused`() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "noise.mbtiles").path
        try Data((0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761) }).write(to: URL(filePath: path))
        #expect(throws: TileFileError.notTiles(path: path)) { try MBTilesFile(path: path) }
        #expect(throws: TileFileError.unreadable(path: path + "x")) { try MBTilesFile(path: path + "x") }
    }
}
