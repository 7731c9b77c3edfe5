import Foundation
import TestSupport
import Testing

/// The library, the day and what is written of a session in the real window.
@Suite(.serialized) struct LibraryTests {
    private let clock = (x: 560, y: 860, width: 280, height: 35)
    private let whole = (x: 0, y: 0, width: 1440, height: 900)

    /// A library of one session in a folder of a home, and a window there.
    private func withLibrary(
        _ name: String, settings: [String: String] = [:], opening argument: String? = nil,
        _ body: (WindowDriver, URL) throws -> Void
    ) throws {
        let home = try temporaryFolder()
        let folder = home.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let track = try SampleTrack.file(in: home)
        let session = folder.appending(path: "walk.odograph").path
        let made = try ChildProcess.run(
            Places.program("odographctl"), ["import", track, "--output", session],
            environment: ["ODOGRAPH_LIBRARY": folder.path])
        #expect(made.status == 0, "\(made.errors)")
        let driver = try WindowDriver(
            home: home, on: makeScreen(width: 1440, height: 900),
            settings: settings.mapValues { $0.replacing("HOME", with: home.path) },
            arguments: argument.map { [home.path + $0] } ?? [])
        #expect(try driver.waitForTitle(argument == nil ? "Odograph" : "Hill"))
        _ = try driver.look(whole)
        try body(driver, home)
        #expect(driver.errors == "")
        driver.kill()
    }

    @Test func `a day comes from the listed folder, and leads to its session`() throws {
        try withLibrary("rides", settings: ["recording-folder": "'HOME/rides'"]) { driver, _ in
            try driver.act("key F6")
            _ = try driver.look(whole)
            // The day before today, and its first row.
            try driver.act("mousemove 1112 537 click 1")
            try driver.settle()
            try driver.act("mousemove 1220 690 click 1")
            #expect(try driver.waitForTitle("Hill"))
        }
    }

    @Test func `the fastest speed is that of the library's sessions, without a session open`() throws {
        let card = (x: 1_275, y: 438, width: 140, height: 24)
        var missing = ""
        // A folder that is not listed: the library is empty.
        try withLibrary("elsewhere") { driver, _ in missing = try driver.look(card) }
        try withLibrary("odograph") { driver, _ in
            #expect(try driver.lookUntil(card) { $0 != missing })
            let fastest = try driver.look(card)
            #expect(fastest != missing)
        }
    }

    @Test func `a session opened by another name of its path is the library's, and a new title moves nothing`() throws {
        try withLibrary("odograph", opening: "/odograph/../odograph/walk.odograph") { driver, _ in
            try driver.act("key End")
            let end = try driver.look(clock)
            try driver.act("key F2")
            #expect(try driver.waitForTitle("Rename"))
            try driver.settle()
            try driver.act("key ctrl+a type --delay 5 Ridge")
            try driver.act("key Return")
            #expect(try driver.waitForTitle("Ridge"))
            #expect(try driver.lookUntil(clock) { $0 == end })
        }
    }

    @Test func `Space goes on with the replay where the library was folded away with the keyboard in it`() throws {
        try withLibrary("odograph", opening: "/odograph/walk.odograph") { driver, home in
            // Sixteen times as fast, a visible step of the slider is more than a second.
            try driver.act("key Home key bracketright key bracketright key bracketright key bracketright")
            let start = try driver.look(clock)
            try driver.act("key ctrl+f")
            try driver.settle()
            try driver.act("key F9")
            try driver.settle()
            try driver.act("key space")
            let strip = (x: 0, y: 800, width: 1400, height: 100)
            for _ in 0..<3 { #expect(try driver.changes(strip, from: driver.signature(strip))) }
            try driver.act("key space")
            let wide = (x: 400, y: 860, width: 400, height: 35)
            _ = try driver.look(wide)
            try driver.act("key F9")
            #expect(try waitUntil { try driver.look(clock) != start })
            let files = try FileManager.default.contentsOfDirectory(atPath: home.appending(path: "odograph").path)
            #expect(files.filter { $0.hasSuffix(".odograph") } == ["walk.odograph"], "a recording was started")
        }
    }
}
