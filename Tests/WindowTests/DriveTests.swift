import Foundation
import TestSupport
import Testing

/// User stories in the real window, with pointer and keys.
@Suite(.serialized) struct DriveTests {
    /// Opens a short walk: a build without optimisation needs long for the simulated day.
    private func walk() throws -> WindowDriver {
        let driver = try WindowDriver(file: "hill-walk.gpx", holding: SampleTrack.text)
        #expect(try driver.waitForTitle("Hill"))
        _ = try driver.look(x: 0, y: 0, width: 1440, height: 900)
        return driver
    }

    private let gauge = (x: 1090, y: 50, width: 340, height: 290)
    private let map = (x: 265, y: 100, width: 740, height: 540)
    private let clock = (x: 560, y: 860, width: 280, height: 35)

    @Test func `the replay goes to where it is dragged, by arrow keys, by itself and to its ends`() throws {
        let driver = try walk()
        let before = try (driver.look(gauge), driver.look(map), driver.look(clock))
        try driver.drag(fromX: 320, toX: 700, y: 846)
        #expect(try driver.lookUntil(gauge) { $0 != before.0 })
        #expect(try driver.lookUntil(map) { $0 != before.1 })
        #expect(try driver.lookUntil(clock) { $0 != before.2 })
        let after = try driver.lookSteady(clock)
        try driver.act("key Right")
        #expect(try driver.lookUntil(clock) { $0 != after })
        try driver.act("key Home")
        #expect(try driver.lookUntil(clock) { $0 == before.2 })
        try driver.act("key bracketright key bracketright key space")
        #expect(try driver.changes(clock, from: before.2))
        try driver.act("key space")
        #expect(try driver.standsStill(clock, seconds: 1))
        let paused = try driver.look(clock)
        try driver.act("key End")
        #expect(try driver.lookUntil(clock) { $0 != paused })
        try driver.end()
    }

    @Test(.enabled(if: !isOnWayland, "a class is what X11 has"))
    func `a desktop finds the window's name and icon by its class`() throws {
        let file = Places.root.appending(path: "data/io.github.odograph.Odograph.desktop.in")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let name = try #require(lines.first { $0.hasPrefix("StartupWMClass=") }?.split(separator: "=").last)
        let driver = try walk()
        #expect(try !driver.act("search --class ^\(name)$").isEmpty)
        #expect(try driver.close())
    }

    @Test func `the day's row of a way leads to its beginning`() throws {
        let driver = try walk()
        try driver.act("key End")
        let end = try driver.look(clock)
        try driver.act("key F6")
        _ = try driver.look((x: 1090, y: 470, width: 340, height: 420))
        try driver.act("mousemove 1220 687 click 1")
        #expect(try driver.lookUntil(clock) { $0 != end })
        try driver.end()
    }

    @Test func `a right click on a row of the day explains it, and Escape closes the answer`() throws {
        let driver = try walk()
        let pane = (x: 1090, y: 470, width: 340, height: 420)
        let parameters = try driver.look(pane)
        try driver.act("key F6")
        // A pointer that rests where a row appears is not over it for GTK before it moves: as a hand does.
        #expect(try driver.lookUntil(pane) { $0 != parameters })
        try driver.act("mousemove 1220 680")
        try driver.act("mousemove 1220 687")
        let before = try driver.look(pane)
        try driver.act("click 3")
        #expect(try driver.lookUntil(pane) { $0 != before }, "the answer is worked out, and appears")
        // Once it stands still; a tooltip of the row may lie there afterwards, so that not all is as before.
        try driver.settle()
        let answer = try driver.look(pane)
        try driver.act("key Escape")
        #expect(try driver.lookUntil(pane) { $0 != answer })
        try driver.end()
    }

    @Test func `a layer goes and comes back by its key and in the list of tracks, and the map zooms and fits by key`()
        throws
    {
        let driver = try walk()
        try driver.act("key End")
        let whole = try driver.look(map)
        try driver.act("key alt+5")
        #expect(try driver.lookUntil(map) { $0 != whole })
        let without = try driver.lookSteady(map)
        try driver.act("key alt+5")
        #expect(try driver.lookUntil(map) { $0 == whole })
        // The third row of the list.
        try driver.act("key ctrl+t", appears: "the list of tracks")
        try driver.act("mousemove 330 168 click 1", appears: "the simplified track")
        try driver.act("key ctrl+t mousemove 1000 20")
        #expect(try driver.lookUntil(map) { $0 == without })
        try driver.act("key ctrl+plus")
        #expect(try driver.lookUntil(map) { $0 != without })
        try driver.act("key ctrl+0")
        #expect(try driver.lookUntil(map) { $0 == without })
        try driver.end()
    }

    @Test func `a changed parameter changes the map, and undo takes it back`() throws {
        let driver = try walk()
        try driver.act("key End")
        let before = try driver.look(map)
        try driver.act("key ctrl+shift+f type --delay 5 position.constantVelocity.processNoise")
        try driver.settle()
        try driver.act("key Return key Page_Up")
        // Away from the slider, whose tooltip would lie over the map.
        try driver.act("mousemove 900 20")
        #expect(try driver.lookUntil(map) { $0 != before })
        try driver.act("key ctrl+z")
        #expect(try driver.lookUntil(map) { $0 == before })
        try driver.end()
    }

    @Test func `parameters far down are there when they are scrolled to`() throws {
        // A short one: it is run two hundred times.
        let driver = try WindowDriver(file: "hill-walk.gpx", holding: SampleTrack.text(seconds: 60))
        #expect(try driver.waitForTitle("Hill"))
        let list: WindowDriver.Part = (x: 1100, y: 600, width: 320, height: 280)
        func bottom() throws -> String {
            // Beside the rows: over a slider the wheel moves the slider.
            for _ in 0..<4 { try driver.act("mousemove 1087 760 click --repeat 150 --delay 3 5 sleep 0.2") }
            try driver.act("mousemove 900 20")
            return try driver.look(list)
        }
        // The effects of the parameters come one after another.
        #expect(try driver.waitForEffects())
        let top = try driver.look(list)
        let scrolled = try bottom()
        #expect(scrolled != top)
        // A search creates all rows immediately.
        try driver.act("key ctrl+shift+f key e key BackSpace")
        #expect(try bottom() == scrolled)
        try driver.end()
    }
}
