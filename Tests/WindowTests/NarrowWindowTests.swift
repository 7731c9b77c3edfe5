import Foundation
import TestSupport
import Testing

/// The real window at the width of a phone.
@Suite(.serialized) struct NarrowWindowTests {
    /// The text sizes of a desktop, as a settings file has them, and the maximum width that the window needs with each.
    private static let texts: [(font: String, width: Int)] = [("Sans 10", 400), ("Sans 15", 480)]

    /// The environment of a desktop with a font, in a language.
    private func environment(font: String, language: String, in home: URL) throws -> [String: String] {
        let settings = home.appending(path: "gtk-4.0")
        try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
        try "[Settings]\ngtk-font-name=\(font)\n"
            .write(to: settings.appending(path: "settings.ini"), atomically: true, encoding: .utf8)
        let catalogue = home.appending(path: "locale/\(language)/LC_MESSAGES")
        try FileManager.default.createDirectory(at: catalogue, withIntermediateDirectories: true)
        let source = Places.root.appending(path: "data/po/\(language).po").path
        if let compiler = Programs.find("msgfmt"), FileManager.default.fileExists(atPath: source) {
            _ = try ChildProcess.run(compiler, ["-o", catalogue.appending(path: "odograph.mo").path, source])
        }
        var environment = [
            "XDG_CONFIG_HOME": home.path, "ODOGRAPH_LOCALES": home.appending(path: "locale").path, "LANG": "C.UTF-8",
            "LANGUAGE": language,
        ]
        // Newer C libraries translate nothing in C.UTF-8, so German needs a separate locale.
        let name = "de_DE.UTF-8"
        if language == "de", let compiler = Programs.find("localedef"),
            try ChildProcess.run(compiler, ["-i", "de_DE", "-f", "UTF-8", home.appending(path: name).path]).status == 0
        {
            (environment["LANG"], environment["LOCPATH"]) = (name, home.path)
        }
        return environment
    }

    /// Draws windows with the smallest width that `--size` accepts, so that each is as wide as its content requires.
    @Test(arguments: NarrowWindowTests.texts, ["en", "de"])
    func `every part fits into the width of a phone, in large text into a little more`(
        text: (font: String, width: Int), language: String
    ) throws {
        let home = try temporaryFolder()
        let track = try SampleTrack.file(in: home)
        let server = try makeScreen(width: 800, height: 900)
        let environment = try server.environment
            .merging(environment(font: text.font, language: language, in: home)) { $1 }
        let path = home.appending(path: "window.png").path
        var parts = ["tune", "day", "history", "motion", "sensors"].map { [track, "--pane", $0] }
        parts += [[track], []]
        for part in parts {
            let result = try ChildProcess.run(
                Places.program("odograph"), part + ["--size", "320x800", "--screenshot", path],
                environment: environment)
            #expect(result.status == 0 && result.errors == "", "\(part): \(result.errors)")
            let drawn = try #require(PNGPicture(path: path))
            #expect(drawn.width <= text.width, "\(part) needs \(drawn.width) pixels")
            #expect(drawn.height == 800, "\(part) needs \(drawn.height) pixels of height")
        }
        withExtendedLifetime(server) {}
    }

    @Test(arguments: NarrowWindowTests.texts, ["en", "de"])
    func `the keyboard shortcuts fit into a narrow window`(
        text: (font: String, width: Int), language: String
    ) throws {
        let home = try temporaryFolder()
        let server = try makeScreen(width: 800, height: 900)
        let driver = try WindowDriver(
            home: home, on: server, arguments: ["--size", "\(text.width)x800"],
            environment: environment(font: text.font, language: language, in: home))
        #expect(try driver.waitForTitle("Odograph"))
        _ = try driver.look(x: 0, y: 0, width: 800, height: 900)
        // Keys go to the window under the pointer.
        try driver.act("mousemove 200 300 key F1")
        let title = language == "de" ? "Tastenkürzel" : "Keyboard"
        #expect(try driver.waitForTitle(title))
        _ = try driver.look(x: 0, y: 0, width: 800, height: 900)
        let found = try driver.act("search --onlyvisible --name \(title)")
        let window = try #require(found.split(separator: "\n").last)
        let size = try driver.act("getwindowgeometry --shell \(window)").split(separator: "\n")
        let width = try #require(size.first { $0.hasPrefix("WIDTH=") }.flatMap { Int($0.dropFirst(6)) })
        // A window of GTK draws its shadow around it.
        #expect(width <= text.width + 64, "\(language) needs \(width) pixels")
        let shown = try driver.look(x: 0, y: 0, width: 800, height: 900)
        try driver.act("key Escape")
        #expect(try driver.lookUntil((x: 0, y: 0, width: 800, height: 900)) { $0 != shown }, "Escape closes it")
        try driver.end()
    }

    @Test func `a button opens the list of tracks on a narrow map, and keys switch them in any case`() throws {
        let driver = try WindowDriver(
            file: "hill-walk.gpx", holding: SampleTrack.text, ["--size", "400x720"], width: 400, height: 720)
        #expect(try driver.waitForTitle("Hill"))
        // The place of the list, and the track.
        let list: WindowDriver.Part = (x: 10, y: 150, width: 120, height: 130)
        let track: WindowDriver.Part = (x: 210, y: 60, width: 120, height: 320)
        try driver.act("key End mousemove 30 690")
        let (folded, tracks) = try (driver.lookSteady(list), driver.lookSteady(track))
        try driver.act("mousemove 65 72 click 1 mousemove 30 690")
        #expect(try driver.lookUntil(list) { $0 != folded }, "a click opens the list")
        try driver.act("mousemove 65 72 click 1 mousemove 30 690")
        #expect(try driver.lookUntil(list) { $0 == folded }, "and another one closes it")
        try driver.act("key alt+5")
        #expect(try driver.lookUntil(track) { $0 != tracks }, "a key switches a layer without the list")
        try driver.act("key alt+5")
        #expect(try driver.lookUntil(track) { $0 == tracks })
        try driver.end()
    }

    @Test(arguments: [true, false]) func `a narrow map has the colour of rejected fixes`(
        isDemo: Bool
    ) throws {
        let size = ["--size", "400x720"]
        let driver =
            try isDemo
            ? WindowDriver(["--demo"] + size, width: 400, height: 720)
            : WindowDriver(file: "hill-walk.gpx", holding: SampleTrack.text, size, width: 400, height: 720)
        #expect(try driver.waitForTitle(isDemo ? "simulated" : "Hill"))
        try driver.act("mousemove 30 690")
        let seen = try driver.pixels((x: 70, y: 66, width: 130, height: 20))
        let reds = stride(from: 0, to: seen.count, by: 3).count { seen[$0] > 180 && seen[$0 + 1] < 90 }
        #expect((reds > 20) == isDemo, "\(reds) red pixels of its dash")
        try driver.end()
    }

    @Test func `large text leaves the tabs of a wide window almost half of its height`() throws {
        let home = try temporaryFolder()
        let track = try SampleTrack.file(in: home)
        let server = try makeScreen(width: 1440, height: 900)
        let driver = try WindowDriver(
            home: home, on: server, arguments: [track, "--size", "1440x900"],
            environment: environment(font: "Sans 15", language: "en", in: home))
        #expect(try driver.waitForTitle("Hill"))
        let pane: WindowDriver.Part = (x: 1030, y: 520, width: 390, height: 370)
        let before = try driver.lookSteady(pane)
        try driver.act("mousemove 1250 427 click 1 mousemove 900 20")
        #expect(try driver.lookUntil(pane) { $0 != before }, "the tabs are in the middle of the window")
        try driver.end()
    }

    @Test func `a turned map can be turned back in a low window, too`() throws {
        let driver = try WindowDriver(
            file: "hill-walk.gpx", holding: SampleTrack.text, ["--size", "400x560"], width: 400, height: 560)
        #expect(try driver.waitForTitle("Hill"))
        // The map without its cards and buttons.
        let map: WindowDriver.Part = (x: 150, y: 70, width: 170, height: 180)
        let whole = try driver.lookSteady(map)
        try driver.act("mousemove 250 240 key ctrl+minus")
        #expect(try driver.lookUntil(map) { $0 != whole })
        let northUp = try driver.lookSteady(map)
        try driver.act("key alt+Next key alt+Next key alt+Next")
        #expect(try driver.lookUntil(map) { $0 != northUp })
        // The compass, below the two buttons that zoom.
        try driver.act("mousemove 363 162 click 1 mousemove 250 240")
        #expect(try driver.lookUntil(map) { $0 == northUp })
        #expect(northUp != whole && driver.errors == "")
        #expect(try driver.close())
    }

    @Test func `the bar at the bottom leads to the values, to each tab, and back to the map`() throws {
        let driver = try WindowDriver(
            file: "hill-walk.gpx", holding: SampleTrack.text, ["--size", "400x800"], width: 400, height: 800)
        #expect(try driver.waitForTitle("Hill"))
        // Away from the legend, whose chips have tooltips, and from the chart, which would mark a place on the map.
        try driver.act("key End mousemove 30 775")
        let page: WindowDriver.Part = (x: 0, y: 60, width: 230, height: 400)
        let map = try driver.lookSteady(page)
        var seen: Set = [map]
        // Values, Tune, Day, Motion, Sensors.
        for x in [88, 145, 200, 262, 340] {
            try driver.act("mousemove \(x) 775 click 1")
            #expect(try driver.lookUntil(page) { !seen.contains($0) }, "a page at \(x)")
            seen.insert(try driver.look(page))
        }
        try driver.act("mousemove 30 775 click 1")
        #expect(try driver.lookUntil(page) { $0 == map })
        try driver.act("key F6")
        #expect(try driver.lookUntil(page) { $0 != map }, "a key leads to its page, too")
        try driver.act("key ctrl+k")
        let curtain = try driver.look(page)
        #expect(!seen.contains(curtain), "a tool of the map leads to the map")
        try driver.act("key ctrl+k")
        #expect(try driver.lookUntil(page) { $0 == map })
        try driver.act("key F9")
        #expect(try driver.lookUntil(page) { !seen.contains($0) }, "the library is a page of its own")
        try driver.act("key F9")
        #expect(try driver.lookUntil(page) { $0 == map })
        try driver.end()
    }
}
