import Foundation
import TestSupport
import Testing

/// The month of the library, and its export, in the real window.
@Suite(.serialized) struct HistoryTests {
    private let pane: WindowDriver.Part = (x: 1090, y: 510, width: 340, height: 860)

    /// A library of one walk of 16 May 2026, and a window as high as a month.
    private func withLibrary(_ body: (WindowDriver, URL) throws -> Void) throws {
        let home = try temporaryFolder()
        let folder = home.appending(path: "odograph")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let track = try SampleTrack.file(in: home)
        let made = try ChildProcess.run(
            Places.program("odographctl"), ["import", track, "--output", folder.appending(path: "walk.odograph").path],
            environment: ["ODOGRAPH_LIBRARY": folder.path])
        #expect(made.status == 0, "\(made.errors)")
        let driver = try WindowDriver(
            home: home, on: makeScreen(width: 1440, height: 1400), arguments: ["--size", "1440x1400"])
        #expect(try driver.waitForTitle("Odograph"))
        _ = try driver.look(pane)
        try body(driver, home)
        #expect(driver.errors == "")
        driver.kill()
    }

    @Test func `a click on a day of the month opens its sessions`() throws {
        try withLibrary { driver, _ in
            let tuning = try driver.look(pane)
            try driver.act("key ctrl+h")
            #expect(try driver.lookUntil(pane) { $0 != tuning })
            let steps = try driver.look(pane)
            // Distance instead of steps, which no sensor counted.
            try driver.act("mousemove 1259 566 click 1 mousemove 1000 20")
            #expect(try driver.lookUntil(pane) { $0 != steps })
            let month = try driver.look(pane)
            try driver.act("mousemove 1200 951")
            try driver.act("mousemove 1200 952 click 1")
            #expect(try driver.lookUntil(pane) { $0 != month })
            try driver.settle()
            try driver.act("mousemove 1220 690 click 1")
            #expect(try driver.waitForTitle("Hill"))
        }
    }

    @Test func `the whole library is exported as events, which read back`() throws {
        try withLibrary { driver, home in
            try driver.act("key ctrl+shift+e")
            #expect(try driver.waitForTitle("Export.Library"))
            try driver.settle()
            // An invalid day gives an error; another day is accepted.
            try driver.act("type --delay 5 yesterday")
            try driver.act("key Return")
            try driver.settle()
            try driver.act("key ctrl+a type --delay 5 2026-05-16")
            try driver.act("key Return")
            let target = home.appending(path: "copies").path
            #expect(try driver.choose(target, inDialog: "Name.the.folder"))
            let file = target + "/walk.ndjson"
            func summary(_ path: String) throws -> String {
                try ChildProcess.run(Places.program("odographctl"), ["run", path, "--emit", "summary,position"]).output
            }
            let own = try summary(home.appending(path: "odograph/walk.odograph").path)
            #expect(try waitUntil { try summary(file) == own })
        }
    }
}
