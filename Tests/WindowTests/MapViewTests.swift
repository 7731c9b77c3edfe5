import Foundation
import TestSupport
import Testing

/// A session is shown with the map's view with which the user left it.
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
        try driver.end()
    }

    @Test func `a session that is opened again shows what the map was moved to`() throws {
        let home = try temporaryFolder()
        let track = try SampleTrack.file(in: home)
        let before = try Data(contentsOf: URL(filePath: track))
        var whole = ""
        var moved = ""
        try withWindow(home: home) { driver in
            whole = try driver.lookSteady(map)
            // A pause before the button goes up, so that the map does not go on and leave the track.
            try driver.act(
                "mousemove 620 300 mousedown 1 mousemove 660 330 mousemove 699 359 sleep 0.3 mousemove 700 360 sleep 0.3 "
                    + "mouseup 1")
            try #require(try driver.changes(map, from: whole))
            let dragged = try driver.lookSteady(map)
            try driver.act("key ctrl+plus")
            try #require(try driver.changes(map, from: dragged))
            moved = try driver.lookSteady(map)
        }
        try withWindow(home: home) { driver in
            let isMoved = try driver.lookUntil(map) { $0 == moved }
            #expect(isMoved)
            try driver.act("key ctrl+0")
            let isWhole = try driver.lookUntil(map) { $0 == whole }
            #expect(isWhole)
        }
        try withWindow(home: home) { driver in
            let isWhole = try driver.lookUntil(map) { $0 == whole }
            #expect(isWhole)
        }
        let after = try Data(contentsOf: URL(filePath: track))
        #expect(after == before)
    }

    @Test func `the marks along the track are switched off, and stay off`() throws {
        let home = try temporaryFolder()
        _ = try SampleTrack.file(in: home)
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
