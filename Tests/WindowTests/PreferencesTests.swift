import Foundation
import TestSupport
import Testing

/// The preferences of the real window, and their values in the key file.
@Suite(.serialized) struct PreferencesTests {
    /// Opens the preferences of a window that has no session, in a home.
    private func withPreferences(
        settings: [String: String] = [:], in home: URL, _ body: (WindowDriver, Settings) throws -> Void
    ) throws {
        let kept = try Settings(settings, in: home)
        let driver = try WindowDriver(home: home, on: makeScreen(width: 1440, height: 900), settings: settings)
        #expect(try driver.waitForTitle("Odograph"))
        _ = try driver.look(x: 0, y: 0, width: 1440, height: 900)
        try driver.act("key ctrl+comma")
        #expect(try driver.waitForTitle("Preferences"))
        _ = try driver.look(x: 0, y: 0, width: 520, height: 660)
        try body(driver, kept)
        #expect(driver.errors == "")
        driver.kill()
    }

    /// Replaces the text of a field.
    private func write(_ text: String, into field: (x: Int, y: Int), _ driver: WindowDriver) throws {
        try driver.act("mousemove \(field.x) \(field.y) click 1 key ctrl+a type --delay 5 \(text)")
    }

    /// Replaces the text of the next field.
    private func writeNext(_ text: String, _ driver: WindowDriver) throws {
        try driver.act("key Tab key ctrl+a type --delay 5 \(text)")
    }

    private let tiles = (x: 460, y: 286)
    private let server = (x: 450, y: 329)
    private let address = (x: 380, y: 370)

    @Test func `every row of the preferences is kept, a field as a whole`() throws {
        let home = try temporaryFolder()
        try withPreferences(in: home) { driver, kept in
            try driver.act("key space", appears: "the list of units")
            try driver.act("key Down key Return")
            #expect(waitUntil { kept.text.contains("speed-unit='milesPerHour'") }, "\(kept.text)")
            // A click while the list closes closes the list.
            try driver.settle()
            try driver.act("key Tab key space", appears: "the list of clocks")
            try driver.act("key Down key Return")
            #expect(waitUntil { kept.text.contains("session-clock='system'") }, "\(kept.text)")
            try driver.settle()
            try write("http://127.0.0.1:9/{z}/{x}/{y}.png", into: address, driver)
            // The row of the attribution is shown then.
            try driver.act("key Return")
            #expect(
                waitUntil { kept.text.contains("tile-address='http://127.0.0.1:9/{z}/{x}/{y}.png'") }, "\(kept.text)")
            try driver.settle()
            try writeNext("Mapper", driver)
            try writeNext("receiver:1234", driver)
            #expect(waitUntil { kept.text.contains("tile-attribution='Mapper'") }, "\(kept.text)")
            #expect(!kept.text.contains("geoclue=true"))
            try driver.act("key Tab key space")
            #expect(waitUntil { kept.text.contains("geoclue=true") }, "\(kept.text)")
            try writeNext("ip:10.0.0.1", driver)
            #expect(waitUntil { kept.text.contains("gpsd-address='receiver:1234'") }, "\(kept.text)")
            try writeNext("pressure=off", driver)
            #expect(waitUntil { kept.text.contains("iio-addresses='ip:10.0.0.1'") }, "\(kept.text)")
            try writeNext("\(home.path)/rides/", driver)
            #expect(waitUntil { kept.text.contains("pressure=off") }, "\(kept.text)")
            #expect(!kept.text.contains("recording-folder"), "a folder that is being typed is none yet")
            try driver.act("key Escape")
            #expect(waitUntil { kept.text.contains("recording-folder='\(home.path)/rides'") }, "\(kept.text)")
        }
    }

    @Test func `a tile server is chosen by its name`() throws {
        let home = try temporaryFolder()
        try withPreferences(in: home) { driver, kept in
            try driver.act("mousemove \(server.x) \(server.y) click 1", appears: "the list of servers")
            try driver.act("key Down key Return")
            #expect(waitUntil { kept.text.contains("tile-address='https://a.tile-cyclosm") }, "\(kept.text)")
            #expect(!kept.text.contains("map-tiles=true"))
        }
    }

    @Test func `tiles are switched off, and those of another host are asked about first`() throws {
        let home = try temporaryFolder()
        let settings = ["map-tiles": "true", "tile-address": "'http://127.0.0.1:9/{z}/{x}/{y}.png'"]
        try withPreferences(settings: settings, in: home) { driver, kept in
            try write("http://127.0.0.1:9/other/{z}/{x}/{y}.png", into: address, driver)
            try driver.act("key Return")
            #expect(waitUntil { kept.text.contains("9/other/") }, "\(kept.text)")
            #expect(kept.text.contains("map-tiles=true"), "the host is the same")
            try write("http://127.0.0.1:8/{z}/{x}/{y}.png", into: address, driver)
            #expect(!kept.text.contains(":8/"), "an address that is being typed is asked for nothing")
            try driver.act("key Return")
            #expect(waitUntil { kept.text.contains("map-tiles=false") }, "\(kept.text)")
            // The question; its second answer agrees.
            try driver.settle()
            try driver.act("key Right key Return")
            #expect(waitUntil { kept.text.contains("map-tiles=true") }, "\(kept.text)")
            try driver.settle()
            try driver.act("mousemove \(tiles.x) \(tiles.y) click 1")
            #expect(waitUntil { kept.text.contains("map-tiles=false") }, "\(kept.text)")
        }
    }
}
