import Foundation
import TestSupport
import Testing

/// Photos in the real window: their positions on the track, the picture after a click, and malicious files.
@Suite(.serialized) struct PhotoTests {
    private static let size = (width: 1200, height: 800)
    private static let map = (x: 440, y: 120, width: 320, height: 400)

    /// Writes a photo of the kind that is asked for, taken in the middle of the track.
    private static let writer = """
        import struct, subprocess, sys
        convert, kind, path = sys.argv[1:]
        subprocess.run([convert, '-size', '800x600', 'gradient:navy-orange', path], check=True)
        data = open(path, 'rb').read()
        text = b'2026:05:16 10:02:30\\0'
        offset = b'+00:00\\0'
        exif = b'II*\\0' + struct.pack('<IH', 8, 1) + struct.pack('<HHII', 0x8769, 4, 1, 26) + bytes(4)
        exif += struct.pack('<H', 2) + struct.pack('<HHII', 0x9003, 2, len(text), 56)
        exif += struct.pack('<HHII', 0x9011, 2, len(offset), 56 + len(text)) + bytes(4) + text + offset
        body = b'Exif\\0\\0' + exif
        data = data[:2] + b'\\xff\\xe1' + struct.pack('>H', len(body) + 2) + body + data[2:]
        if kind == 'cut': data = data[:len(data) // 2]
        if kind == 'noise':
            start = data.index(b'\\xff\\xda')
            data = data[:start] + bytes(i * 2654435761 % 256 for i in range(5000))
        if kind == 'huge':
            start = data.index(b'\\xff\\xc0')
            data = data[:start + 5] + b'\\xff\\xff\\xff\\xff' + data[start + 9:]
        open(path, 'wb').write(data)
        """

    /// A ride northward, five minutes long.
    private static var track: String {
        let points = (0..<300).map { second in
            let clock = "10:0\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60)"
            return "<trkpt lat=\"\(50 + Double(second) * 8e-5)\" lon=\"14.4\"><time>2026-05-16T\(clock)Z</time></trkpt>"
        }
        return
            "<?xml version=\"1.0\"?><gpx version=\"1.1\" creator=\"test\" xmlns=\"http://www.topografix.com/GPX/1/1\">"
            + "<trk><name>Hill ride</name><trkseg>\(points.joined())</trkseg></trk></gpx>"
    }

    /// Opens the ride with photos: with their files, or with the folder that holds them.
    private func window(in home: URL, _ kinds: [String], asFolder: Bool = false) throws -> WindowDriver {
        let track = home.appending(path: "ride.gpx").path
        try Self.track.write(toFile: track, atomically: true, encoding: .utf8)
        let convert = try #require(Programs.find("convert"))
        let folder = home.appending(path: "photos")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var photos = try kinds.map { kind in
            let path = folder.appending(path: "\(kind).jpg").path
            let made = try ChildProcess.run("/usr/bin/python3", ["-c", Self.writer, convert, kind, path])
            try #require(made.status == 0, "\(made.errors)")
            return path
        }
        if asFolder { photos = [folder.path] }
        let window = try WindowDriver(
            home: home, on: makeScreen(width: Self.size.width, height: Self.size.height),
            settings: ["map-tiles": "false"],
            arguments: [track] + photos + ["--size", "\(Self.size.width)x\(Self.size.height)"])
        #expect(try window.waitForTitle("Hill"))
        return window
    }

    /// The number of pixels beside the legend that are orange, as the lower third of the photo is and nothing else.
    private func orange(_ window: WindowDriver) throws -> Int {
        let pixels = try window.pixels(Self.map)
        return stride(from: 0, to: pixels.count - 2, by: 3).count { place in
            pixels[place] > 170 && (90...175).contains(pixels[place + 1]) && pixels[place + 2] < 70
        }
    }

    @Test func `a photo is where the track was, shows its picture when it is clicked, and goes with Escape`() throws {
        let home = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: home) }
        let window = try window(in: home, ["photo"])
        #expect(try waitUntil(seconds: 60) { try orange(window) > 50 })
        let small = try orange(window)
        // The pin is the only orange of the map.
        let pixels = try window.pixels(Self.map)
        let first = try #require(
            stride(from: 0, to: pixels.count - 2, by: 3).first { place in
                pixels[place] > 170 && (90...175).contains(pixels[place + 1]) && pixels[place + 2] < 70
            })
        let place = (x: Self.map.x + first / 3 % Self.map.width + 4, y: Self.map.y + first / 3 / Self.map.width)
        try window.act("mousemove \(place.x) \(place.y) click 1")
        #expect(try waitUntil(seconds: 60) { try orange(window) > 10 * small })
        try window.act("key Escape")
        #expect(try waitUntil(seconds: 60) { try orange(window) < 2 * small })
        #expect(window.isRunning && window.errors == "", "\(window.errors)")
        #expect(try window.close())
    }

    @Test func `a folder of photos that is given with a track is shown as photos, not opened`() throws {
        let home = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: home) }
        let window = try window(in: home, ["photo"], asFolder: true)
        #expect(try waitUntil(seconds: 60) { try orange(window) > 50 })
        #expect(window.isRunning && window.errors == "", "\(window.errors)")
        #expect(try window.close())
    }

    @Test func `damaged photos end nothing`() throws {
        let home = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: home) }
        let window = try window(in: home, ["cut", "noise", "huge"])
        try window.settle()
        #expect(window.isRunning && window.errors == "", "\(window.errors)")
        #expect(window.residentMegabytes < 900)
        #expect(try window.close())
    }
}
