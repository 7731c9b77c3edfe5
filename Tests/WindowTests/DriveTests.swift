import Foundation
import TestSupport
import Testing

/// User stories in the real window, with pointer and keys.
@Suite(.serialized) struct DriveTests {
    private func demo() throws -> WindowDriver {
        let driver = try WindowDriver(["--demo"])
        #expect(try driver.waitForTitle("simulated"))
        _ = try driver.look(x: 0, y: 0, width: 1440, height: 900)
        return driver
    }

    private let gauge = (x: 1090, y: 50, width: 340, height: 290)
    private let map = (x: 265, y: 100, width: 740, height: 540)
    private let clock = (x: 560, y: 860, width: 280, height: 35)

    private func look(_ driver: WindowDriver, _ part: (x: Int, y: Int, width: Int, height: Int)) throws -> String {
        try driver.look(x: part.x, y: part.y, width: part.width, height: part.height)
    }

    /// Looks at the map again and again, half a minute at most: a long session is run in the background.
    private func lookUntil(_ driver: WindowDriver, _ isSo: (String) -> Bool) throws -> Bool {
        for _ in 0..<60 where try !isSo(look(driver, map)) { usleep(100_000) }
        return try isSo(look(driver, map))
    }

    @Test func `scrubbing moves marker, gauge and clock, and the arrow keys go on from there`() throws {
        let driver = try demo()
        let before = try (look(driver, gauge), look(driver, map), look(driver, clock))
        try driver.drag(fromX: 320, toX: 700, y: 846)
        let after = try (look(driver, gauge), look(driver, map), look(driver, clock))
        #expect(before.0 != after.0 && before.1 != after.1 && before.2 != after.2)
        try driver.act("key Right")
        #expect(try look(driver, clock) != after.2)
        try driver.act("key Home")
        #expect(try look(driver, clock) == before.2)
        #expect(driver.errors == "")
        #expect(try driver.close())
    }

    @Test func `space plays and pauses, brackets change the rate`() throws {
        let driver = try demo()
        let before = try look(driver, clock)
        try driver.act("key bracketright key bracketright key space")
        usleep(1_500_000)
        try driver.act("key space")
        let after = try look(driver, clock)
        #expect(before != after)
        usleep(700_000)
        #expect(try look(driver, clock) == after)
        #expect(driver.errors == "")
        #expect(try driver.close())
    }

    @Test func `a layer goes away and comes back, by its key and by its chip`() throws {
        let driver = try demo()
        try driver.act("key End")
        let whole = try look(driver, map)
        try driver.act("key alt+5")
        let without = try look(driver, map)
        #expect(whole != without)
        try driver.act("key alt+5")
        #expect(try look(driver, map) == whole)
        try driver.act("mousemove 695 72 click 1 mousemove 700 700")
        #expect(try look(driver, map) == without)
        #expect(driver.errors == "")
        #expect(try driver.close())
    }

    @Test func `the map zooms by key, and fits the track again`() throws {
        let driver = try demo()
        let whole = try look(driver, map)
        try driver.act("key ctrl+plus")
        #expect(try look(driver, map) != whole)
        try driver.act("key ctrl+0")
        #expect(try look(driver, map) == whole)
        #expect(driver.errors == "")
        #expect(try driver.close())
    }

    @Test func `a changed parameter changes the map, and undo takes it back`() throws {
        let driver = try demo()
        try driver.act("key End")
        let before = try look(driver, map)
        try driver.drag(fromX: 1119, toX: 1400, y: 590)
        // Away from the slider, whose tooltip would lie over the map.
        try driver.act("mousemove 900 20")
        #expect(try lookUntil(driver) { $0 != before })
        try driver.act("key ctrl+z")
        #expect(try lookUntil(driver) { $0 == before })
        #expect(driver.errors == "")
        #expect(try driver.close())
    }

    @Test func `a track file opens by name and is replayed`() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "hill-walk.gpx")
        try walk.write(to: path, atomically: true, encoding: .utf8)
        let driver = try WindowDriver([path.path])
        #expect(try driver.waitForTitle("Hill"))
        let before = try look(driver, clock)
        try driver.act("key End")
        #expect(try look(driver, clock) != before)
        #expect(driver.errors == "")
        #expect(try driver.close())
    }

    /// Ten minutes along a meridian, a fix each second.
    private var walk: String {
        let points = (0..<600).map { second in
            let time =
                "2026-05-16T10:\(second / 60 < 10 ? "0" : "")\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60)Z"
            return "<trkpt lat=\"\(50 + Double(second) * 1.3e-5)\" lon=\"14.4\"><time>\(time)</time></trkpt>"
        }
        return
            "<?xml version=\"1.0\"?><gpx version=\"1.1\" creator=\"test\" xmlns=\"http://www.topografix.com/GPX/1/1\">"
            + "<trk><name>Hill walk</name><trkseg>\(points.joined())</trkseg></trk></gpx>"
    }
}
