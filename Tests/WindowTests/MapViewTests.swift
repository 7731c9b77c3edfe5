import Foundation
import TestSupport
import Testing

/// What the user has switched off on the map stays off.
@Suite struct MapViewTests {
    /// The map without its controls and the library at its left.
    private let map = (x: 480, y: 220, width: 420, height: 260)

    private func withWindow(home: URL, _ body: (WindowDriver) throws -> Void) throws {
        let track = home.appending(path: "hill-walk.gpx").path
        let driver = try WindowDriver(
            home: home, on: makeScreen(width: 1440, height: 900), arguments: [track, "--size", "1440x900"])
        #expect(try driver.waitForTitle("Hill"))
        _ = try driver.lookSteady(map)
        try body(driver)
        #expect(driver.errors == "")
        #expect(try driver.close())
    }

    @Test func `the marks along the track are switched off, and stay off`() throws {
        let home = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: home) }
        let track = home.appending(path: "hill-walk.gpx").path
        try SampleTrack.text.write(toFile: track, atomically: true, encoding: .utf8)
        var plain = ""
        try withWindow(home: home) { driver in
            let marked = try driver.lookSteady(map)
            // The last of the buttons at the map's edge.
            try driver.act("mousemove 1043 270 click 1 mousemove 1043 500")
            let isOff = try driver.lookUntil(map) { $0 != marked }
            #expect(isOff)
            plain = try driver.lookSteady(map)
        }
        try withWindow(home: home) { driver in
            let isPlain = try driver.lookUntil(map) { $0 == plain }
            #expect(isPlain)
        }
    }
}
