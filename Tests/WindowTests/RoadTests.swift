import Foundation
import TestSupport
import Testing

/// The roads of a map in the real window: there only with a map that has some, and off until they are asked for.
@Suite(.serialized) struct RoadTests {
    /// Writes a vector map of zoom 14 with a road along the track.
    private static let writer = """
        import sqlite3, sys
        def varint(number):
            parts = b''
            while number >= 128:
                parts += bytes([number & 127 | 128])
                number >>= 7
            return parts + bytes([number])
        def field(number, content): return varint(number << 3 | 2) + varint(len(content)) + content
        # From north to south through the tile, where the track is.
        line = varint(9) + varint(2 * 1475) + varint(0) + varint(10) + varint(0) + varint(2 * 4096)
        feature = field(2, bytes([0, 0])) + bytes([0x18, 2]) + field(4, line)
        tile = field(3, field(1, b'transportation') + field(2, feature) + field(3, b'class')
                     + field(4, field(1, b'primary')) + bytes([0x78, 2]))
        database = sqlite3.connect(sys.argv[1])
        database.execute('CREATE TABLE metadata(name TEXT, value TEXT)')
        database.execute('CREATE TABLE tiles(zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data)')
        database.executemany('INSERT INTO metadata VALUES (?, ?)', [('format', 'pbf'), ('minzoom', '14'), ('maxzoom', '14')])
        database.executemany('INSERT INTO tiles VALUES (14, 8847, ?, ?)', [(row, tile) for row in range(10800, 10860)])
        database.commit()
        """

    /// A ride northward along the road, some metres next to it.
    private static var track: String {
        let points = (0..<300).map { second in
            let clock = "10:0\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60)"
            return
                "<trkpt lat=\"\(50 + Double(second) * 8e-5)\" lon=\"14.40008\"><time>2026-05-16T\(clock)Z</time></trkpt>"
        }
        return
            "<?xml version=\"1.0\"?><gpx version=\"1.1\" creator=\"test\" xmlns=\"http://www.topografix.com/GPX/1/1\">"
            + "<trk><name>Hill ride</name><trkseg>\(points.joined())</trkseg></trk></gpx>"
    }

    private static let size = (width: 1200, height: 800)
    private static let map = (x: 300, y: 160, width: 400, height: 250)

    private func window(in home: URL, withMap: Bool) throws -> WindowDriver {
        let track = home.appending(path: "ride.gpx").path
        try Self.track.write(toFile: track, atomically: true, encoding: .utf8)
        let map = home.appending(path: "town.mbtiles").path
        if withMap {
            let made = try ChildProcess.run("/usr/bin/python3", ["-c", Self.writer, map])
            try #require(made.status == 0, "\(made.errors)")
        }
        let window = try WindowDriver(
            home: home, on: makeScreen(width: Self.size.width, height: Self.size.height),
            settings: ["map-tiles": "false"].merging(withMap ? ["map-file": "'\(map)'"] : [:]) { $1 },
            arguments: [track, "--size", "\(Self.size.width)x\(Self.size.height)"])
        #expect(try window.waitForTitle("Hill"))
        return window
    }

    @Test func `the roads of a map are drawn when they are asked for, and go again`() throws {
        let home = try temporaryFolder()
        let window = try window(in: home, withMap: true)
        let without = try window.lookSteady(Self.map)
        try window.act("key alt+9")
        #expect(try window.lookUntil(Self.map) { $0 != without })
        try window.act("key alt+9")
        #expect(try window.lookUntil(Self.map) { $0 == without })
        #expect(window.isRunning && window.errors == "", "\(window.errors)")
        #expect(try window.close())
    }

    @Test func `without such a map there is no layer of roads`() throws {
        let home = try temporaryFolder()
        let window = try window(in: home, withMap: false)
        let without = try window.lookSteady(Self.map)
        try window.act("key alt+9")
        #expect(try !window.changes(Self.map, from: without, seconds: 2))
        #expect(try window.close())
    }
}
