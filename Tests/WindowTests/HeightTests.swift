import Foundation
import TestSupport
import Testing

/// Files of heights in the real window: hills that can be hidden, and files that are not heights.
@Suite(.serialized) struct HeightTests {
    /// A ride northward over the ground of the files.
    private static var track: String {
        let points = (0..<300).map { second in
            let clock = "10:0\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60)"
            return
                "<trkpt lat=\"\(50.3 + Double(second) * 8e-5)\" lon=\"14.4\"><ele>200</ele><time>2026-05-16T\(clock)Z</time></trkpt>"
        }
        return
            "<?xml version=\"1.0\"?><gpx version=\"1.1\" creator=\"test\" xmlns=\"http://www.topografix.com/GPX/1/1\">"
            + "<trk><name>Hill ride</name><trkseg>\(points.joined())</trkseg></trk></gpx>"
    }

    private static let size = (width: 1200, height: 800)
    private static let map = (x: 300, y: 160, width: 400, height: 250)

    /// Waves of hills from west to east.
    private static func hills() -> Data {
        let row = (0..<1_201).flatMap { column -> [UInt8] in
            let height = 300 + abs(column % 40 - 20) * 20
            return [UInt8(height >> 8), UInt8(height & 255)]
        }
        return Data((0..<1_201).flatMap { _ in row })
    }

    private func window(in home: URL, _ maps: [String: Data], files: [String] = []) throws -> WindowDriver {
        let track = home.appending(path: "ride.gpx").path
        try Self.track.write(toFile: track, atomically: true, encoding: .utf8)
        let folder = home.appending(path: "odograph/maps")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, data) in maps { try data.write(to: folder.appending(path: name)) }
        let window = try WindowDriver(
            home: home, on: makeScreen(width: Self.size.width, height: Self.size.height),
            settings: ["map-tiles": "false"],
            arguments: [track, "--size", "\(Self.size.width)x\(Self.size.height)"] + files)
        #expect(try window.waitForTitle("Hill"))
        return window
    }

    @Test func `hills are drawn where their heights are known, and can be hidden`() throws {
        let home = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: home) }
        let window = try window(in: home, ["N50E014.hgt": Self.hills()])
        let with = try window.lookSteady(Self.map)
        try window.act("key alt+0")
        #expect(try window.lookUntil(Self.map) { $0 != with })
        let without = try window.lookSteady(Self.map)
        try window.act("key alt+0")
        #expect(try window.lookUntil(Self.map) { $0 == with } && with != without)
        #expect(window.isRunning && window.errors == "", "\(window.errors)")
        #expect(try window.close())
    }

    /// A round hill under the middle of the track.
    private static func hill() -> Data {
        Data(
            (0..<1_201).flatMap { row in
                (0..<1_201).flatMap { column -> [UInt8] in
                    let (north, east) = (Double(row) - 825.6, (Double(column) - 480) * 0.64)
                    let height = 300 + Int(max(0, 20 - (north * north + east * east).squareRoot()) * 40)
                    return [UInt8(height >> 8), UInt8(height & 255)]
                }
            })
    }

    @Test func `the shadow of a hill stays at its lower right while the map turns`() throws {
        let home = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: home) }
        let window = try window(in: home, ["N50E014.hgt": Self.hill()])
        _ = try window.lookSteady(Self.map)
        for turn in 0..<4 {
            let path = home.appending(path: "turn\(turn).png").path
            try window.server.keepPicture(at: path)
            let (upper, lower) = (
                try Self.brightness(of: path, "120x90+420+150"), try Self.brightness(of: path, "120x90+640+370")
            )
            #expect(upper > lower + 0.05, "after \(turn) turns")
            let before = try window.look(Self.map)
            // Six times 15 degrees.
            try window.act("mousemove 420 400 key --repeat 6 alt+Next")
            #expect(try window.lookUntil(Self.map) { $0 != before })
            _ = try window.lookSteady(Self.map)
        }
        #expect(window.isRunning && window.errors == "", "\(window.errors)")
        #expect(try window.close())
    }

    /// Returns the mean brightness of a part of a picture, 0 black ... 1 white.
    private static func brightness(of path: String, _ part: String) throws -> Double {
        let program = try #require(Programs.find("convert"))
        let result = try ChildProcess.run(program, [path, "-crop", part, "-format", "%[fx:mean]", "info:"])
        return try #require(Double(result.output))
    }

    @Test func `heights that are given are kept and drawn`() throws {
        let home = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: home) }
        let given = home.appending(path: "N50E014.hgt").path
        try Self.hills().write(to: URL(filePath: given))
        let window = try window(in: home, [:], files: [given])
        let kept = home.appending(path: "odograph/maps/N50E014.hgt").path
        #expect(waitUntil(seconds: 60) { FileManager.default.fileExists(atPath: kept) })
        let with = try window.lookSteady(Self.map)
        try window.act("key alt+0")
        #expect(try window.lookUntil(Self.map) { $0 != with })
        #expect(try window.close())
    }

    @Test(arguments: ["N50E014.hgt", "hills.hgt"])
    func `a file that is not heights is passed over`(name: String) throws {
        let home = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: home) }
        let window = try window(in: home, [name: name == "hills.hgt" ? Self.hills() : Data("hills".utf8)])
        let with = try window.lookSteady(Self.map)
        try window.act("key alt+0")
        #expect(try !window.changes(Self.map, from: with, seconds: 2))
        #expect(window.isRunning && window.errors == "", "\(window.errors)")
        #expect(try window.close())
    }
}
