import Foundation
import TestSupport
import Testing

/// `match`: a walk of a minute along the only road of a map of one tile.
@Suite struct MatchCommandTests {
    private let folder: CommandFolder

    /// A tile of zoom 14 with a road called Long Road along the 14th meridian.
    private static let tile =
        "1a390a0e7472616e73706f72746174696f6e1210120200001802220809fa09000a0080401a05636c61737322090a077072696d61727928802078021a3f0a"
        + "137472616e73706f72746174696f6e5f6e616d651210120200001802220809fa09000a0080401a046e616d65220b0a094c6f6e6720526f61642880207802"

    init() throws {
        folder = try CommandFolder()
        try folder.writeLog()
        let tables = """
            CREATE TABLE metadata (name TEXT, value TEXT);
            CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
            INSERT INTO metadata VALUES ('format', 'pbf'), ('minzoom', '14'), ('maxzoom', '14');
            INSERT INTO tiles VALUES (14, 8829, 10827, x'\(Self.tile)');
            """
        try folder.write(tables, to: "town.sql")
        let made = try folder.shell("sqlite3 town.mbtiles < town.sql")
        try #require(made.status == 0, "\(made.errors)")
    }

    @Test func `the road, the share and the distance from it are printed`() throws {
        let result = try folder.shell("$PROGRAM match walk.ndjson --map town.mbtiles")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("on roads        100.0 % of 0.08 km"), "\(result.output)")
        #expect(result.output.contains("Long Road (primary)"), "\(result.output)")
    }

    @Test func `the roads are written as JSON, and the line as GeoJSON`() throws {
        let result = try folder.shell("$PROGRAM match walk.ndjson --map town.mbtiles --json --output road.geojson")
        #expect(result.status == 0, "\(result.errors)")
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect((report["roads"] as? [[String: Any]])?.first?["kind"] as? String == "primary")
        #expect((report["stretches"] as? [[String: Any]])?.count == 1)
        let lines = try #require(
            try JSONSerialization.jsonObject(with: try folder.bytes("road.geojson")) as? [String: Any])
        let features = try #require(lines["features"] as? [[String: Any]])
        #expect(features.map { ($0["properties"] as? [String: Any])?["kind"] as? String } == ["road"])
    }

    @Test func `a map without roads, none at all and an output that is the map are errors with a sentence`() throws {
        #expect(try folder.shell("sqlite3 town.mbtiles 'UPDATE tiles SET tile_column = 1'").status == 0)
        let empty = try folder.shell("$PROGRAM match walk.ndjson --map town.mbtiles")
        #expect(empty.status == 1 && empty.errors.contains("no roads near the track"), "\(empty.errors)")
        let none = try folder.shell("XDG_DATA_HOME=$PWD $PROGRAM match walk.ndjson")
        #expect(none.status == 1 && none.errors.contains("folder of maps"), "\(none.errors)")
        let both = try folder.shell("$PROGRAM match walk.ndjson --map town.mbtiles --json --output -")
        #expect(both.status == 64)
    }

    @Test func `the map is not overwritten`() throws {
        let before = try folder.bytes("town.mbtiles")
        let result = try folder.shell("$PROGRAM match walk.ndjson --map town.mbtiles --output town.mbtiles")
        #expect(result.status == 1, "\(result.output)")
        #expect(try folder.bytes("town.mbtiles") == before)
    }
}
