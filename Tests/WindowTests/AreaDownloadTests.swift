import Foundation
import TestSupport
import Testing

/// The download of an area in the real window, from a server on this machine.
@Suite(.serialized) struct AreaDownloadTests {
    /// A server and a window that shows a walk over its tiles.
    private struct Scene {
        let home: URL
        let server: TileStand
        let window: WindowDriver

        init(_ kind: String, address: String? = nil) throws {
            home = try temporaryFolder()
            server = try TileStand(kind)
            let track = home.appending(path: "hill-walk.gpx").path
            try SampleTrack.text.write(toFile: track, atomically: true, encoding: .utf8)
            window = try WindowDriver(
                home: home, on: makeScreen(width: 1000, height: 800),
                settings: [
                    "map-tiles": "true", "tile-address": "'\(address ?? server.address)'",
                    "tile-attribution": "'Hills'",
                ], arguments: [track, "--size", "1000x800"])
            #expect(try window.waitForTitle("Hill"))
            _ = try window.lookSteady((x: 200, y: 60, width: 350, height: 400))
        }

        /// The requests since the first ones, which the map made.
        func requests(after count: Int) -> [TileStand.Request] { Array(server.requests.dropFirst(count)) }

        var requestCount: Int { server.requests.count }

        /// Files in the folder of maps.
        var files: [String] {
            let names = try? FileManager.default.contentsOfDirectory(atPath: home.appending(path: "odograph/maps").path)
            return (names ?? []).sorted()
        }

        /// Opens the dialog.
        func open() throws {
            // Without a window manager, a window does not get the keyboard focus back after its dialog has closed.
            try window.act("search --name Hill windowfocus")
            try window.act("key ctrl+d")
            #expect(try window.waitForTitle(Self.title))
            try settle()
        }

        /// Whether the dialog is there.
        func isOpen() throws -> Bool { try !window.act("search --name \(Self.title)").isEmpty }

        /// Waits until the dialog, in the corner of the screen, does not change any more; the window behind it may.
        func settle() throws { _ = try window.lookSteady((x: 0, y: 0, width: 440, height: 500)) }

        private static let title = "Area"

        /// Opens the dialog, confirms, and downloads, or continues the last download, whose button comes first.
        func start(continues: Bool = false) throws {
            try open()
            try window.act("key space")
            try window.act("key Tab")
            if !continues { try window.act("key Tab") }
            try window.act("key Return")
        }

        func end() {
            #expect(window.isRunning && window.errors == "", "\(window.errors)")
            window.kill()
            try? FileManager.default.removeItem(at: home)
        }

        /// Counts the tiles of the only map, by Python's reader, and returns its format, attribution and tables.
        func map() throws -> [String] {
            let name = try #require(files.first { $0.hasSuffix(".mbtiles") })
            let result = try ChildProcess.run(
                "/usr/bin/python3",
                [
                    "-c",
                    """
                    import sqlite3, sys
                    run = sqlite3.connect(sys.argv[1]).execute
                    about = dict(run('SELECT name, value FROM metadata'))
                    print(run('SELECT count(*) FROM tiles').fetchone()[0])
                    print(about['format'])
                    print(about['attribution'])
                    print(' '.join(sorted(row[0] for row in run("SELECT name FROM sqlite_master WHERE type = 'table'"))))
                    """, home.appending(path: "odograph/maps/\(name)").path,
                ])
            return result.output.split(separator: "\n").map(String.init)
        }
    }

    @Test func `an area becomes a map file, two tiles at a time`() throws {
        let scene = try Scene("good")
        defer { scene.end() }
        let before = scene.requestCount
        try scene.start()
        #expect(waitUntil(seconds: 60) { scene.files.contains { $0.hasSuffix(".mbtiles") } }, "\(scene.files)")
        let requests = scene.requests(after: before)
        #expect(requests.count > 50 && Set(requests.map(\.path)).count == requests.count)
        #expect(requests.allSatisfy { $0.atOnce <= 2 && $0.agent.hasPrefix("Odograph/") })
        #expect(try scene.map() == ["\(requests.count)", "png", "Hills", "metadata tiles"])
        #expect(!scene.files.contains { $0.hasSuffix(".download") })
    }

    @Test func `nothing is downloaded before the user has confirmed`() throws {
        let scene = try Scene("good")
        defer { scene.end() }
        let before = scene.requestCount
        try scene.open()
        for key in ["Tab", "Tab", "Return"] { try scene.window.act("key \(key)") }
        try scene.settle()
        #expect(scene.requestCount == before && scene.files.isEmpty)
    }

    @Test func `tiles that the server does not have are left out`() throws {
        let scene = try Scene("sparse")
        defer { scene.end() }
        let before = scene.requestCount
        try scene.start()
        #expect(waitUntil(seconds: 60) { scene.files.contains { $0.hasSuffix(".mbtiles") } }, "\(scene.files)")
        let requests = scene.requests(after: before)
        let stored = requests.count { $0.status == 200 }
        #expect(stored > 0 && stored < requests.count)
        #expect(try scene.map().first == "\(stored)")
    }

    @Test func `a download that was ended is continued`() throws {
        let scene = try Scene("slow")
        defer { scene.end() }
        let before = scene.requestCount
        try scene.start()
        #expect(waitUntil(seconds: 60) { scene.requestCount >= before + 40 })
        try scene.window.act("key Escape")
        #expect(try waitUntil { try !scene.isOpen() })
        #expect(scene.files.count { $0.hasSuffix(".mbtiles.download") } == 1, "\(scene.files)")
        #expect(!scene.files.contains { $0.hasSuffix(".mbtiles") })
        let first = scene.requests(after: before)
        try scene.start(continues: true)
        #expect(waitUntil(seconds: 120) { scene.files.contains { $0.hasSuffix(".mbtiles") } }, "\(scene.files)")
        let all = scene.requests(after: before)
        let planned = try #require(try scene.map().first.flatMap { Int($0) })
        // Only what was on its way when the download was ended is asked for again.
        #expect(Set(all.map(\.path)).count == planned)
        #expect(all.count <= planned + 2 && first.count < planned, "\(all.count) requests for \(planned) tiles")
    }

    @Test func `a server that asks for a pause gets it`() throws {
        let scene = try Scene("busy")
        defer { scene.end() }
        let before = scene.requestCount
        try scene.start()
        #expect(waitUntil(seconds: 60) { scene.files.contains { $0.hasSuffix(".mbtiles") } }, "\(scene.files)")
        let requests = scene.requests(after: before)
        let refused = try #require(requests.last { $0.status == 429 })
        let next = try #require(requests.first { $0.seconds > refused.seconds + 0.5 })
        #expect(next.seconds - refused.seconds >= 2.9)
    }

    @Test(arguments: ["page", "large", "moved", "locked"])
    func `an answer that is not a tile is not stored`(kind: String) throws {
        let scene = try Scene(kind)
        defer { scene.end() }
        let before = scene.requestCount
        try scene.start()
        #expect(waitUntil(seconds: 30) { scene.requestCount > before })
        try scene.settle()
        let requests = scene.requestCount - before
        #expect(requests <= 6, "\(requests)")
        #expect(scene.files.isEmpty, "\(scene.files)")
        try scene.settle()
        #expect(try scene.requestCount - before == requests && scene.isOpen())
    }

    @Test func `the map of a server that is refused is not downloaded`() throws {
        // A host in encoded letters is refused as theirs is, and this one is this machine.
        let scene = try Scene("good", address: "http://%3127.0.0.1:9/{z}/{x}/{y}.png")
        defer { scene.end() }
        // Where the sentence appears over the map.
        let place = (x: 200, y: 440, width: 350, height: 110)
        let before = try scene.window.lookSteady(place)
        try scene.window.act("key ctrl+d")
        #expect(try scene.window.lookUntil(place) { $0 != before })
        #expect(try !scene.isOpen())
        #expect(scene.files.isEmpty && scene.requestCount == 0)
    }
}
