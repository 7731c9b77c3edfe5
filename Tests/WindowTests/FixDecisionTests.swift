import Foundation
import TestSupport
import Testing

/// Accepting and rejecting fixes by hand, in the real window.
@Suite(.serialized) struct FixDecisionTests {
    private typealias Part = WindowDriver.Part
    /// The mark of the rejected fix on the map.
    private let mark: Part = (x: 553, y: 186, width: 24, height: 24)
    /// Right of the mark, where the card has its sentences.
    private let card: Part = (x: 600, y: 210, width: 180, height: 90)

    /// A ride eastward at 5 m/s in waves, with two fixes 400 m aside.
    private static let ride: String = {
        let degree = 111_195.0
        let points = (0..<300).map { second in
            let north = sin(Double(second) / 30) * 150 + (second == 100 || second == 160 ? 400 : 0)
            let latitude = 50 + north / degree
            let longitude = 14 + Double(second) * 5 / (degree * cos(50 * Double.pi / 180))
            let time = Date(timeIntervalSince1970: 1_763_107_200 + Double(second)).ISO8601Format()
            return "<trkpt lat=\"\(latitude)\" lon=\"\(longitude)\"><ele>200</ele><time>\(time)</time></trkpt>"
        }
        return "<gpx version=\"1.1\" creator=\"x\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><name>Jump</name>"
            + "<trkseg>\(points.joined())</trkseg></trk></gpx>"
    }()

    /// Waits until a session has so many rejected fixes, of all reasons.
    private func waitForRejected(_ count: Int, in path: String) throws -> Bool {
        try waitUntil {
            try ChildProcess.run(Places.program("odographctl"), ["info", path], environment: [:]).output
                .contains("\(300 - count) accepted")
        }
    }

    /// Imports the ride, shows it with the card of its first rejected fix open, and closes the window after a closure.
    private func withRide(_ body: (_ driver: WindowDriver, _ path: String) throws -> Void) throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let (track, path) = (folder.appending(path: "a.gpx").path, folder.appending(path: "a.odograph").path)
        try Self.ride.write(toFile: track, atomically: true, encoding: .utf8)
        let imported = try ChildProcess.run(
            Places.program("odographctl"), ["import", track, "--output", path], environment: [:])
        try #require(imported.status == 0, "\(imported.errors)")
        #expect(try waitForRejected(2, in: path))
        let driver = try WindowDriver([path])
        #expect(try driver.waitForTitle("Jump"))
        try clickFix(driver)
        try body(driver, path)
        #expect(driver.errors == "")
        #expect(try driver.close())
    }

    /// Clicks the fix that is 400 m aside until its card is there: the first movement of the pointer makes the index of
    /// the fixes in the background.
    private func clickFix(_ driver: WindowDriver) throws {
        try driver.settle()
        try driver.act("mousemove 560 300 mousemove 565 198")
        try driver.settle()
        let before = try driver.lookSteady(card)
        let isShown = try waitUntil {
            try driver.act("click 1")
            return try driver.changes(card, from: before, seconds: 2)
        }
        #expect(isShown, "the card of the fix did not appear")
        try driver.settle()
    }

    @Test func `a click on a rejected fix shows why it was rejected, until Escape or a click elsewhere`() throws {
        try withRide { driver, _ in
            try driver.act("mousemove 700 560")
            let shown = try driver.lookSteady(card)
            try driver.act("key Escape")
            #expect(try driver.lookUntil(card) { $0 != shown }, "Escape closes the card")
            let map = try driver.lookSteady(card)
            try clickFix(driver)
            try driver.act("mousemove 700 560")
            #expect(try driver.lookUntil(card) { $0 == shown }, "a click on the fix opens it again")
            try driver.act("mousemove 420 560 click 1 mousemove 700 560")
            #expect(try driver.lookUntil(card) { $0 == map }, "a click beside it closes it")
        }
    }

    @Test func `a fix on a turned map has the same card, and Ctrl+0 turns the map back`() throws {
        try withRide { driver, _ in
            let track: Part = (x: 440, y: 330, width: 440, height: 180)
            try driver.act("mousemove 700 560")
            let shown = try driver.lookSteady(card)
            try driver.act("key Escape mousemove 560 300")
            let upright = try driver.pixels(track)
            // The place that is pressed stays where it is, and so does the fix.
            try driver.act("keydown ctrl")
            try driver.drag(fromX: 565, toX: 685, y: 198)
            try driver.act("keyup ctrl")
            #expect(try driver.pixels(track) != upright, "a drag with Ctrl turns the map")
            try clickFix(driver)
            try driver.act("mousemove 700 560")
            #expect(try driver.lookUntil(card) { $0 == shown }, "the card of the same fix")
            let turned = try driver.lookSteady(track)
            try driver.act("mousemove 565 198 keydown shift click 5 click 5 keyup shift")
            #expect(try driver.lookUntil(track) { $0 != turned }, "the wheel with Shift turns the map")
            try clickFix(driver)
            try driver.act("mousemove 700 560")
            #expect(try driver.lookUntil(card) { $0 == shown }, "the card of the same fix")
            try driver.act("key Escape mousemove 560 300 key ctrl+0")
            #expect(try driver.returns(track, to: upright), "north is up again")
        }
    }

    @Test func `a rejected fix is accepted by hand, and that is undone`() throws {
        try withRide { driver, path in
            try driver.act("mousemove 638 312 click 1")
            #expect(try waitForRejected(1, in: path), "accepted")
            try driver.act("mousemove 718 595")
            try driver.settle()
            let accepted = try driver.look(mark)
            try driver.act("click 1")
            #expect(try waitForRejected(2, in: path), "undone")
            #expect(try driver.lookUntil(mark) { $0 != accepted }, "the mark of a rejected fix is back")
        }
    }
}
