import Foundation
import TestSupport
import Testing

/// Tiles of a server on this machine, a good one and one that means harm, and map files of strangers.
@Suite struct TileTests {
    /// A server whose answer to each request for a tile depends on the tile's name.
    private static let server = """
        import gzip, http.server, struct, sys, time, zlib
        def chunk(kind, data):
            return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
        def png(side, rows):
            head = struct.pack('>IIBBBBB', side, side, 8, 2, 0, 0, 0)
            body = zlib.compress(b''.join(b'\\0' + b'\\x20\\xa0\\x40' * side for _ in range(rows)))
            return b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', head) + chunk(b'IDAT', body) + chunk(b'IEND', b'')
        # A vector tile of water only.
        def field(number, data): return bytes([number << 3 | 2, len(data)]) + data
        corners = bytes([9, 0, 0, 26, 128, 64, 0, 0, 128, 64, 255, 63, 0, 15])
        feature = bytes([24, 3]) + field(4, corners)
        shapes = field(3, field(1, b'water') + field(2, feature) + bytes([40, 128, 32, 120, 2]))
        class Tiles(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                kind = sys.argv[1]
                # One write: threads would mix their lines.
                print(f"{self.path} {self.headers.get('User-Agent')} {time.monotonic()}\\n", end='', flush=True)
                # Only the usual levels of vector tiles.
                isDeep = kind == 'deep' and 10 <= int(self.path.split('/')[1]) <= 14
                if kind in ('missing', 'broken') or kind == 'deep' and not isDeep:
                    self.send_response(503 if kind == 'broken' else 404)
                    self.end_headers()
                    return
                if kind == 'file':
                    self.send_response(302)
                    self.send_header('Location', 'file:///etc/passwd')
                    self.end_headers()
                    return
                self.send_response(200)
                types = {'type': 'text/html', 'shapes': 'application/x-protobuf'}
                self.send_header('Content-Type', types.get(kind, 'image/png'))
                if kind == 'large': self.send_header('Content-Length', str(1 << 30))
                self.end_headers()
                try:
                    if kind == 'large':
                        for _ in range(1 << 14): self.wfile.write(bytes(1 << 16))
                    elif kind == 'bomb': self.wfile.write(png(60000, 1))
                    elif kind in ('shapes', 'deep'): self.wfile.write(gzip.compress(shapes))
                    elif kind == 'noise': self.wfile.write(bytes(range(256)) * 20)
                    else: self.wfile.write(png(256, 256))
                except OSError: pass
            def log_message(self, *arguments): pass
        server = http.server.ThreadingHTTPServer(('127.0.0.1', int(sys.argv[2]) if len(sys.argv) > 2 else 0), Tiles)
        print(server.server_address[1], flush=True)
        server.serve_forever()
        """

    /// The map without its cards and buttons.
    private static let map = (x: 400, y: 80, width: 380, height: 400)

    /// Shows a walk over tiles; returns what the window said, how it looked, and what the server was asked.
    private func show(
        _ kind: String, settings: [String: String] = ["map-tiles": "true"], home: URL, ending: String = ".png",
        scale: Int = 1,
        until isDone: ([Substring]) -> Bool = { _ in true },
        acting: (WindowDriver) throws -> Void = { _ in }
    ) throws -> (errors: String, map: String, requests: [Substring], memory: Int) {
        let program = try ChildProcess("/usr/bin/python3", ["-c", Self.server, kind])
        _ = waitUntil { !program.output.isEmpty }
        let port = try #require(program.output.split(separator: "\n").first)
        var settings = settings
        settings["tile-address"] = "'http://127.0.0.1:\(port)/{z}/{x}/{y}\(ending)'"
        let track = try SampleTrack.file(in: home)
        let screen: any Screen =
            try isOnWayland
            ? WaylandServer(width: 1200, height: 800, scale: Double(scale)) : makeScreen(width: 1200, height: 800)
        let window = try WindowDriver(
            home: home, on: screen, settings: settings, arguments: [track, "--size", "1200x800"],
            environment: isOnWayland ? [:] : ["GDK_SCALE": "\(scale)"])
        #expect(try window.waitForTitle("Hill"))
        try window.settle()
        try acting(window)
        _ = waitUntil { isDone(Self.requests(to: program)) }
        let map = try window.lookSteady(Self.map)
        #expect(window.isRunning)
        let memory = window.residentMegabytes
        let errors = window.errors
        window.kill()
        return (errors, map, Self.requests(to: program), memory)
    }

    private static func requests(to server: ChildProcess) -> [Substring] {
        server.output.split(separator: "\n").dropFirst().map(\.self)
    }

    @Test func `tiles are asked for after consent only, by name, and kept`() throws {
        let home = try temporaryFolder()
        let without = try show("good", settings: ["map-tiles": "false"], home: home)
        #expect(without.requests.isEmpty, "tiles were asked for without consent")
        let other = try temporaryFolder()
        let with = try show("good", home: other)
        #expect(!with.requests.isEmpty && with.requests.allSatisfy { $0.contains("Odograph/") })
        #expect(with.errors == "" && without.errors == "")
        #expect(FileManager.default.fileExists(atPath: other.appending(path: "cache/odograph/tiles").path))
    }

    @Test(arguments: [1, 2]) func `a sharp screen gets pictures with twice the pixels`(scale: Int) throws {
        let home = try temporaryFolder()
        let shown = try show("good", home: home, ending: "{ratio}.png", scale: scale)
        #expect(!shown.requests.isEmpty)
        #expect(shown.requests.allSatisfy { $0.contains("@2x.png") == (scale == 2) }, "\(shown.requests)")
        #expect(shown.errors == "")
    }

    @Test func `vector tiles of a server are drawn, whatever its address promises`() throws {
        func look(_ kind: String, ending: String) throws -> String {
            let home = try temporaryFolder()
            let shown = try show(kind, home: home, ending: ending)
            #expect(shown.errors == "")
            let paths = shown.requests.map { $0.split(separator: " ").first ?? "" }
            #expect(!paths.isEmpty && paths.count == Set(paths).count, "\(paths)")
            return shown.map
        }
        let promised = try look("shapes", ending: ".pbf")
        #expect(try look("missing", ending: ".pbf") != promised)
        #expect(try look("shapes", ending: "") == promised)
        // Nothing but the levels around the view shows of which kind they are.
        #expect(try look("deep", ending: "") == promised)
        // Pictures at the address of vector tiles.
        #expect(try look("good", ending: ".pbf") == look("good", ending: ".png"))
    }

    @Test func `pictures meet without a seam`() throws {
        let home = try temporaryFolder()
        var seen: [UInt8] = []
        let shown = try show(
            "good", home: home,
            acting: { window in
                try window.act("key ctrl+minus")
                try window.settle()
                // Below the track, wider than a tile.
                seen = Array(try window.server.pixels(x: 400, y: 430, width: 380, height: 60))
            })
        #expect(Set(stride(from: 0, to: seen.count, by: 3).map { Array(seen[$0..<($0 + 3)]) }).count == 1)
        #expect(shown.errors == "")
    }

    @Test func `a tile that the server does not have is asked for once`() throws {
        let home = try temporaryFolder()
        // Zoomed in and out again, the map needs the first tiles again.
        let shown = try show(
            "missing", home: home,
            acting: { window in
                for key in ["plus", "minus", "plus", "minus"] {
                    try window.act("key ctrl+\(key)")
                    try window.settle()
                }
            })
        let paths = shown.requests.map { $0.split(separator: " ").first ?? "" }
        #expect(!paths.isEmpty && paths.count == Set(paths).count, "\(paths)")
        #expect(shown.errors == "")
    }

    @Test func `the map is drawn once a server can be reached again`() throws {
        let home = try temporaryFolder()
        let track = try SampleTrack.file(in: home)
        let port = freePort()
        let window = try WindowDriver(
            home: home, on: makeScreen(width: 1200, height: 800),
            settings: ["map-tiles": "true", "tile-address": "'http://127.0.0.1:\(port)/{z}/{x}/{y}.png'"],
            arguments: [track, "--size", "1200x800"])
        #expect(try window.waitForTitle("Hill"))
        try window.settle()
        let program = try ChildProcess("/usr/bin/python3", ["-c", Self.server, "good", "\(port)"])
        // One tile after the pause, then those that the map shows.
        #expect(waitUntil(seconds: 20) { program.output.split(separator: "\n").count >= 4 })
        #expect(window.errors == "" && window.isRunning)
        window.kill()
    }

    @Test func `a server that fails is left alone for longer and longer`() throws {
        let home = try temporaryFolder()
        func times(of requests: [Substring]) -> [Double] {
            requests.compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }
        }
        let shown = try show("broken", home: home) { requests in
            let times = times(of: requests)
            return times.first.map { first in times.contains { $0 - first > 5 } } ?? false
        }
        let times = times(of: shown.requests)
        // Two connections at first, then one tile after 2 seconds and one 4 seconds later.
        let first = try #require(times.first)
        let later = times.map { $0 - first }.filter { $0 > 1 }
        #expect(times.count - later.count <= 2 && (2...3).contains(later.count), "\(times)")
        for (before, after) in zip(later, later.dropFirst()) { #expect(after - before > 3) }
        #expect(shown.errors == "")
    }

    @Test(arguments: ["type", "large", "file", "bomb", "noise"])
    func `a server that means harm does none`(kind: String) throws {
        let home = try temporaryFolder()
        let shown = try show(kind, home: home)
        #expect(!shown.requests.isEmpty)
        #expect(shown.errors == "")
        #expect(shown.memory < 400, "\(shown.memory) MB")
    }

    @Test func `a file that is not a map is reported, and the window continues`() throws {
        let home = try temporaryFolder()
        let path = home.appending(path: "noise.mbtiles").path
        try "no map at all".write(toFile: path, atomically: true, encoding: .utf8)
        let shown = try show("good", settings: ["map-file": "'\(path)'", "map-tiles": "false"], home: home)
        #expect(shown.errors == "" && shown.requests.isEmpty)
    }
}
