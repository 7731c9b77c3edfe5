import Foundation
import TestSupport
import Testing

/// Comparing, colouring, measuring and looking at parts in the real window, with pointer and keys.
@Suite(.serialized) struct CompareTests {
    private typealias Part = (x: Int, y: Int, width: Int, height: Int)
    private let map: Part = (x: 265, y: 150, width: 380, height: 400)
    private let card: Part = (x: 690, y: 240, width: 380, height: 360)
    private let clock: Part = (x: 560, y: 860, width: 280, height: 35)
    private let chart: Part = (x: 300, y: 660, width: 700, height: 130)

    private func walk(_ arguments: [String] = []) throws -> WindowDriver {
        let driver = try WindowDriver(file: "hill-walk.gpx", holding: SampleTrack.text)
        #expect(try driver.waitForTitle("Hill"))
        try driver.act("key End")
        _ = try driver.look(x: 0, y: 0, width: 1440, height: 900)
        return driver
    }

    private func look(_ driver: WindowDriver, _ part: Part) throws -> String {
        try driver.look(x: part.x, y: part.y, width: part.width, height: part.height)
    }

    /// Looks again and again, half a minute at most: the session is run in the background.
    private func lookUntil(_ driver: WindowDriver, _ part: Part, _ isSo: (String) -> Bool) throws -> Bool {
        for _ in 0..<60 {
            if try isSo(look(driver, part)) { return true }
            usleep(100_000)
        }
        return false
    }

    @Test func `two sets of parameters are compared on the map and in numbers, swapped, undone and ended`() throws {
        let driver = try walk()
        let alone = try (look(driver, map), look(driver, card))
        try driver.act("key ctrl+b")
        #expect(try lookUntil(driver, card) { $0 != alone.1 }, "the table appears")
        let equal = try (look(driver, map), look(driver, card))
        #expect(equal.0 != alone.0, "the other track is drawn over the shown one")
        // A preset that draws far fewer points: both map and numbers change.
        try driver.choosePreset(downwards: 5)
        #expect(try lookUntil(driver, card) { $0 != equal.1 }, "the numbers change")
        let changed = try (look(driver, map), look(driver, card))
        #expect(changed.0 != equal.0)
        try driver.act("key ctrl+e")
        #expect(try lookUntil(driver, map) { $0 != changed.0 }, "swapped, the other track is the coloured one")
        try driver.act("key ctrl+e")
        #expect(try lookUntil(driver, map) { $0 == changed.0 })
        try driver.act("key ctrl+z")
        #expect(try lookUntil(driver, card) { $0 == equal.1 }, "undo takes the preset back")
        try driver.act("key ctrl+shift+z")
        #expect(try lookUntil(driver, card) { $0 == changed.1 }, "and redo makes it again")
        try driver.act("key ctrl+z key ctrl+b")
        #expect(try lookUntil(driver, map) { $0 == alone.0 }, "nothing of it is left on the map")
        #expect(driver.errors == "")
        #expect(try driver.close())
    }
}
