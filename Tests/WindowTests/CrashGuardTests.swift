import Foundation
import TestSupport
import Testing

/// A start after one that ended by itself while something was opening.
@Suite(.serialized) struct CrashGuardTests {
    private let whole = (x: 0, y: 0, width: 1200, height: 800)

    /// Waits until the program notes that it opens something, and ends it as a crash would.
    private func crash(_ window: WindowDriver, opening word: String, in home: URL) -> Bool {
        let folder = home.appending(path: "odograph")
        let isNoted = waitUntil(every: 0.005) {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            return names.contains { name in
                let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
                return name.hasPrefix("opening-") && text?.contains(word) == true
            }
        }
        window.kill()
        return isNoted
    }

    private func keep(picture name: String, of screen: any Screen) throws {
        guard let folder = ProcessInfo.processInfo.environment["ODOGRAPH_PICTURES"] else { return }
        try screen.keepPicture(at: "\(folder)/\(name).png")
    }

    @Test func `a map file that the last start ended with is left out, and that is said`() throws {
        let home = try temporaryFolder()
        let map = home.appending(path: "hills.mbtiles").path
        try "no map at all".write(toFile: map, atomically: true, encoding: .utf8)
        let settings = ["map-file": "'\(map)'"]
        let kept = try Settings(settings, in: home)
        let screen = try makeScreen(width: 1200, height: 800)
        let first = try WindowDriver(home: home, on: screen, settings: settings)
        #expect(crash(first, opening: map, in: home))
        let second = try WindowDriver(home: home, on: screen, settings: settings, arguments: ["--size", "1200x800"])
        #expect(try second.waitForTitle("Odograph"))
        try second.settle()
        let said = try second.look(whole)
        try keep(picture: "guard-map", of: screen)
        #expect(kept.text.contains("map-file=''"), "\(kept.text)")
        #expect(try second.lookUntil(whole) { $0 != said }, "nothing was said")
        try second.end()
    }

    @Test func `a session that the last start ended with is left out once`() throws {
        let home = try temporaryFolder()
        let track = try SampleTrack.file(in: home)
        let screen = try makeScreen(width: 1200, height: 800)
        let arguments = [track, "--size", "1200x800"]
        #expect(try crash(WindowDriver(home: home, on: screen, arguments: arguments), opening: track, in: home))
        let second = try WindowDriver(home: home, on: screen, arguments: arguments)
        #expect(try second.waitForTitle("Odograph"))
        try second.settle()
        #expect(try second.act("search --name Hill").isEmpty, "it was opened again")
        try keep(picture: "guard-session", of: screen)
        try second.end()
        let third = try WindowDriver(home: home, on: screen, arguments: arguments)
        #expect(try third.waitForTitle("Hill"))
        #expect(try third.close())
        let left = try FileManager.default.contentsOfDirectory(atPath: home.appending(path: "odograph").path)
        #expect(!left.contains { $0.hasPrefix("opening-") }, "\(left)")
    }
}
