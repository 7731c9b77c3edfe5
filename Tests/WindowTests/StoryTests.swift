import Foundation
import TestSupport
import Testing

/// The user's actions on a file in the real window: dropping, exporting, changing units, tuning, and saving.
@Suite(.serialized) struct StoryTests {
    private let gauge = (x: 1080, y: 60, width: 350, height: 280)
    private let map = (x: 560, y: 150, width: 130, height: 400)
    private let clock = (x: 560, y: 860, width: 280, height: 35)

    /// A home with a track in it, and a window there.
    private struct Place {
        let home: URL
        let driver: WindowDriver
        func path(_ name: String) -> String { home.appending(path: name).path }
    }

    private func withPlace(
        opening name: String?, width: Int = 1440, height: Int = 900, _ body: (Place) throws -> Void
    ) throws {
        let home = try temporaryFolder()
        let track = try SampleTrack.file(in: home)
        if name?.hasSuffix(".odograph") == true {
            let made = try ChildProcess.run(
                Places.program("odographctl"),
                ["import", track, "--output", home.appending(path: name ?? "").path],
                environment: ["ODOGRAPH_LIBRARY": home.path])
            #expect(made.status == 0, "\(made.errors)")
        }
        let driver = try WindowDriver(
            home: home, on: makeScreen(width: width, height: height),
            arguments: name.map { [home.appending(path: $0).path] } ?? [])
        if name != nil {
            #expect(try driver.waitForTitle("Hill"))
            try driver.act("key End")
            _ = try driver.look(x: 0, y: 0, width: 800, height: 800)
        }
        try body(Place(home: home, driver: driver))
        try driver.end()
    }

    @Test func `a file that is dropped on the window opens`() throws {
        try withPlace(opening: nil) { place in
            let driver = place.driver
            let isOpen = try driver.waitForTitle("Odograph")
            let isDropped = try driver.drop(place.path("hill-walk.gpx"), untilTitle: "Hill")
            #expect(isOpen && isDropped)
        }
    }

    @Test func `several files of a command line become sessions of the library`() throws {
        let home = try temporaryFolder()
        let paths = ["one.gpx", "two.gpx"].map { home.appending(path: $0).path }
        try SampleTrack.text.write(toFile: paths[0], atomically: true, encoding: .utf8)
        try SampleTrack.text.replacing("2024", with: "2023").replacing("2026", with: "2025")
            .write(toFile: paths[1], atomically: true, encoding: .utf8)
        let driver = try WindowDriver(home: home, on: makeScreen(width: 1440, height: 900), arguments: paths)
        #expect(
            waitUntil {
                let found = FileManager.default.enumerator(atPath: home.path)?.compactMap { $0 as? String } ?? []
                return found.count { $0.hasSuffix(".odograph") } == 2
            })
        try driver.end()
    }

    @Test func `Alt and an arrow lead to the outage, and back`() throws {
        let fixes = (Array(0..<200) + Array(320..<500)).map { second in
            let (time, latitude) = (1_700_000_000 + second, 50 + Double(second) * 4e-5)
            return "{\"type\":\"fix\",\"time\":\(time),\"latitude\":\(latitude),\"longitude\":14,"
                + "\"horizontalAccuracy\":4,\"speed\":4.5}"
        }
        let driver = try WindowDriver(file: "tunnel.ndjson", holding: fixes.joined(separator: "\n"))
        #expect(try driver.waitForTitle("tunnel"))
        let start = try driver.lookSteady(clock)
        try driver.act("mousemove 1000 20 key End")
        #expect(try driver.lookUntil(clock) { $0 != start })
        let end = try driver.lookSteady(clock)
        try driver.act("key alt+Left")
        #expect(try driver.lookUntil(clock) { $0 != end })
        let outage = try driver.lookSteady(clock)
        try driver.act("key Home")
        #expect(try driver.lookUntil(clock) { $0 != outage })
        try driver.act("key alt+Right")
        #expect(try driver.lookUntil(clock) { $0 == outage })
        try driver.end()
    }

    @Test func `the track is exported to the path in the dialog`() throws {
        try withPlace(opening: "hill-walk.gpx") { place in
            let target = place.path("out.gpx")
            try place.driver.act("key ctrl+e")
            #expect(try place.driver.choose(target, inDialog: "Export.the"))
            #expect(waitUntil { (try? String(contentsOfFile: target, encoding: .utf8))?.contains("</gpx>") == true })
        }
    }

    @Test func `the units of the menu are those of the gauge, and are kept`() throws {
        try withPlace(opening: "hill-walk.gpx") { place in
            let driver = place.driver
            try driver.act("mousemove 1000 20")
            let metric = try driver.look(gauge)
            try driver.act("mousemove 1290 27 click 1", appears: "the menu")
            try driver.act("mousemove 1180 625 click 1 mousemove 1000 20")
            #expect(try waitUntil { try driver.look(gauge) != metric })
            let kept = try String(
                contentsOf: place.home.appending(path: "config/glib-2.0/settings/keyfile"), encoding: .utf8)
            #expect(kept.contains("speed-unit='milesPerHour'"), "\(kept)")
            // And the keys go to the window again.
            let end = try driver.look(clock)
            try driver.act("key Home")
            #expect(try driver.lookUntil(clock) { $0 != end })
        }
    }

    @Test func `sixteen times as fast is four brackets, and plays that much faster`() throws {
        try withPlace(opening: "hill-walk.gpx") { place in
            let driver = place.driver
            try driver.act("key Home")
            let start = try driver.look(clock)
            try driver.act("key bracketright key bracketright key bracketright key bracketright key space")
            #expect(try driver.changes(clock, from: start))
            try driver.act("key space")
        }
    }

    @Test func `parameters are changed by a preset and saved with the session`() throws {
        try withPlace(opening: "walk.odograph") { place in
            let driver = place.driver
            try driver.act("key alt+5")
            let before = try driver.look(map)
            try driver.act("mousemove 1405 533 click 1", appears: "the menu of presets")
            // The last preset, a sketch of the track.
            try driver.act("mousemove 1250 267 click 1 mousemove 1000 20")
            #expect(try waitUntil { try driver.look(map) != before })
            try driver.act("mousemove 1405 533 click 1", appears: "the menu of presets")
            try driver.act("mousemove 1290 442 click 1 mousemove 1000 20")
            #expect(
                try waitUntil {
                    let told = try ChildProcess.run(
                        "/usr/bin/sqlite3",
                        ["-readonly", place.path("walk.odograph"), "SELECT chosenParameters FROM session"])
                    return told.output.contains("\"simplifier.tolerance\":20,")
                })
        }
    }

    @Test func `a screen of 2560 by 1440 is filled`() throws {
        try withPlace(opening: "hill-walk.gpx", width: 2560, height: 1440) { place in
            let driver = place.driver
            let beside = (x: 1900, y: 1000, width: 300, height: 200)
            let empty = try driver.look(beside)
            let windows = try driver.act("search --name Hill").split(separator: "\n")
            try driver.act("windowsize \(#require(windows.last)) 2560 1440 mousemove 1000 20")
            #expect(try waitUntil { try driver.look(beside) != empty })
            let center = (x: 900, y: 300, width: 400, height: 400)
            let whole = try driver.look(center)
            try driver.act("key alt+5")
            #expect(try waitUntil { try driver.look(center) != whole })
        }
    }
}
