import Foundation
import TestSupport
import Testing

/// Files that the user chooses in the desktop's own dialog, as in a Flatpak.
@Suite(
    .serialized,
    .enabled(if: SettingsPortal.isPlayable, "dbus and python3-gi are needed: scripts/install-needs --tests"))
struct FilePortalTests {
    private func withWindow(
        _ answers: (URL) -> [String], _ body: (SettingsPortal, WindowDriver, URL) throws -> Void
    ) throws {
        let home = try temporaryFolder()
        try SampleTrack.text(seconds: 60)
            .write(to: home.appending(path: "hill-walk.gpx"), atomically: true, encoding: .utf8)
        let portal = try SettingsPortal([:], answers: answers(home), in: home)
        let driver = try WindowDriver(
            home: home, on: makeScreen(width: 1440, height: 900),
            environment: portal.environment.merging(["GDK_DEBUG": "portals"]) { $1 })
        #expect(try driver.waitForTitle("Odograph"))
        try driver.settle()
        try body(portal, driver, home)
        try driver.end()
    }

    @Test func `a track is opened and written where the desktop's dialog says`() throws {
        try withWindow({ home in
            ["hill-walk.gpx", "walk.csv\tCSV"].map { home.appending(path: $0).path }
        }) { portal, driver, home in
            try driver.act("mousemove 600 800 key ctrl+o")
            #expect(try driver.waitForTitle("Hill"))
            try driver.settle()
            try driver.act("key ctrl+e")
            let target = home.appending(path: "walk.csv").path
            #expect(
                waitUntil(seconds: 60) { (try? String(contentsOfFile: target, encoding: .utf8))?.contains(",") == true }
            )
            let (open, save) = try (#require(portal.dialogs.first), #require(portal.dialogs.last))
            #expect(open.method == "OpenFile" && open.hasParent && open.kinds.count == 2)
            #expect(save.method == "SaveFile" && save.hasParent && save.name == "Hill walk.gpx")
            #expect(save.kinds.first == "GPX" && save.kinds.contains("CSV"))
        }
    }

    @Test func `a dialog that the user cancels changes nothing, and the next one works`() throws {
        try withWindow({ ["", $0.appending(path: "hill-walk.gpx").path] }) { portal, driver, _ in
            let whole: WindowDriver.Part = (x: 0, y: 0, width: 1440, height: 900)
            try driver.act("mousemove 600 800")
            let before = try driver.lookSteady(whole)
            try driver.act("key ctrl+o")
            #expect(waitUntil(seconds: 60) { portal.dialogs.count == 1 })
            #expect(try driver.lookUntil(whole) { $0 == before })
            try driver.act("key ctrl+o")
            #expect(try driver.waitForTitle("Hill"))
        }
    }
}
