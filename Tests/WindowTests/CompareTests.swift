import Foundation
import TestSupport
import Testing

/// Comparing, colouring, measuring and looking at parts in the real window, with pointer and keys.
@Suite(.serialized) struct CompareTests {
    private typealias Part = WindowDriver.Part
    /// The track above the card.
    private let map: Part = (x: 560, y: 150, width: 160, height: 190)
    /// The numbers of the card, without its words: if its rows move, GTK 4.8 may draw an i without its dot.
    private let numbers: Part = (x: 850, y: 240, width: 150, height: 360)
    /// Not as far as the buttons of the map: GTK 4.18 draws a part of their shadow or not, as the card beside them changes.
    private let card: Part = (x: 690, y: 240, width: 318, height: 360)
    /// The end of the list of parameters, below the first of them.
    private let list: Part = (x: 1090, y: 810, width: 340, height: 80)
    private let clock: Part = (x: 560, y: 860, width: 280, height: 35)
    private let chart: Part = (x: 300, y: 660, width: 700, height: 130)

    private func walk() throws -> WindowDriver {
        let driver = try WindowDriver(
            file: "hill-walk.gpx", holding: SampleTrack.text, environment: WindowDriver.wholeFrames)
        #expect(try driver.waitForTitle("Hill"))
        try driver.act("key End")
        _ = try driver.look(x: 0, y: 0, width: 1440, height: 900)
        return driver
    }

    @Test func `two sets of parameters are compared on the map and in numbers, swapped, undone and ended`() throws {
        let driver = try walk()
        let alone = try (driver.look(map), driver.look(numbers))
        // Away from the table: a pointer that rests on a row brings up a tooltip.
        try driver.act("mousemove 900 20 key ctrl+b")
        #expect(try driver.lookUntil(numbers) { $0 != alone.1 }, "the table appears")
        let equal = try (driver.look(map), driver.look(numbers))
        #expect(equal.0 != alone.0, "the other track is drawn over the shown one")
        // A parameter that matters to an imported track, and the slider of the one that is left. Where it stands
        // depends on what the sweep has found so far, so the keyboard goes there.
        let all = try driver.look(list)
        try driver.act("key ctrl+shift+f type --delay 5 position.constantVelocity.processNoise")
        #expect(try driver.lookUntil(list) { $0 != all }, "one parameter is left")
        try driver.act("key Return")
        // One step at a time: the numbers of a step are updated last, so its tracks are there once they have changed.
        var changed = equal
        for step in 1...3 {
            let before = changed.1
            try driver.act("key Page_Up")
            #expect(try driver.lookUntil(numbers) { $0 != before }, "the numbers change at step \(step)")
            changed = try (driver.lookSteady(map), driver.lookSteady(numbers))
        }
        #expect(changed.0 != equal.0)
        try driver.act("key ctrl+shift+b")
        #expect(try driver.lookUntil(map) { $0 != changed.0 }, "swapped, the other track is the coloured one")
        try driver.act("key ctrl+shift+b")
        #expect(try driver.lookUntil(map) { $0 == changed.0 })
        try driver.act("key ctrl+z key ctrl+z key ctrl+z")
        #expect(try driver.lookUntil(numbers) { $0 == equal.1 }, "undo takes the change back")
        try driver.act("key ctrl+shift+z key ctrl+shift+z key ctrl+shift+z")
        #expect(try driver.lookUntil(numbers) { $0 == changed.1 }, "and redo makes it again")
        try driver.act("key ctrl+z key ctrl+z key ctrl+z key ctrl+b")
        #expect(try driver.lookUntil(map) { $0 == alone.0 }, "nothing of it is left on the map")
        try driver.end()
    }

    @Test func `a key shows the whole track beside the table of two sets`() throws {
        let driver = try walk()
        let alone = try (driver.look(map), driver.look(numbers))
        try driver.act("mousemove 1000 20 key ctrl+b")
        #expect(try driver.lookUntil(numbers) { $0 != alone.1 }, "the table appears")
        let covered = try driver.lookSteady(map)
        try driver.act("key ctrl+0")
        #expect(try driver.lookUntil(map) { $0 != covered }, "the track moves out from under it")
        let table = try driver.lookSteady(numbers)
        try driver.act("key ctrl+b")
        #expect(try driver.lookUntil(numbers) { $0 != table })
        try driver.act("key ctrl+0")
        #expect(try driver.lookUntil(map) { $0 == alone.0 }, "and back when the table has gone")
        try driver.end()
    }

    @Test func `the map is coloured, measured and framed, and a click on a fix leads there`() throws {
        let driver = try walk()
        let whole = try (driver.look(map), driver.look(clock))
        // The second of the colourings, by keyboard.
        try driver.act("mousemove 330 110 click 1", appears: "the list of colourings")
        try driver.act("key Down key Return mousemove 1000 20")
        #expect(try driver.lookUntil(map) { $0 != whole.0 }, "coloured by speed")
        try driver.act("mousemove 330 110 click 1", appears: "the list of colourings")
        try driver.act("key Up key Return mousemove 1000 20")
        #expect(try driver.lookUntil(map) { $0 == whole.0 })
        try driver.act("key ctrl+m mousemove 580 300 click 1 mousemove 660 420 click 1")
        #expect(try driver.lookUntil(map) { $0 != whole.0 }, "a line is measured")
        try driver.act("key Escape mousemove 1000 20")
        #expect(try driver.lookUntil(map) { $0 == whole.0 })
        try driver.act("keydown shift")
        try driver.drag(fromX: 560, toX: 780, fromY: 250, toY: 380)
        try driver.act("keyup shift mousemove 1000 20")
        #expect(try driver.lookUntil(map) { $0 != whole.0 }, "a part is looked at")
        #expect(try driver.lookUntil(clock) { $0 != whole.1 }, "and the replay is held to it")
        try driver.act("key Escape key End")
        #expect(try driver.lookUntil(map) { $0 == whole.0 })
        try driver.end()
    }

    @Test func `charts zoom by scrolling, pan by dragging, come and go, and select a part`() throws {
        let driver = try walk()
        let whole = try (driver.look(chart), driver.look(clock))
        // Looked at with the pointer elsewhere, because it shows the values where it is.
        try driver.act("mousemove 600 700 click 4 click 4 click 4 mousemove 600 300")
        let zoomed = try driver.look(chart)
        #expect(zoomed != whole.0)
        try driver.drag(fromX: 500, toX: 700, y: 720)
        try driver.act("mousemove 600 300")
        #expect(try driver.lookUntil(chart) { $0 != zoomed }, "a zoomed chart is panned")
        #expect(try driver.lookUntil(clock) { $0 == whole.1 }, "and the replay stays")
        try driver.act("mousemove 600 700 click 5 click 5 click 5 click 5 mousemove 600 300")
        #expect(try driver.lookUntil(chart) { $0 == whole.0 })
        try driver.act("keydown shift")
        try driver.drag(fromX: 400, toX: 600, y: 720)
        try driver.act("keyup shift mousemove 600 300")
        #expect(try driver.lookUntil(chart) { $0 != whole.0 }, "a part is selected")
        try driver.act("key Escape key End")
        #expect(try driver.lookUntil(chart) { $0 == whole.0 })
        try driver.drag(fromX: 400, toX: 600, y: 720)
        #expect(try driver.lookUntil(clock) { $0 != whole.1 }, "a whole chart is dragged to scrub")
        try driver.end()
    }

    @Test func `a small dark window is used with the keyboard alone`() throws {
        let driver = try WindowDriver(
            file: "hill-walk.gpx", holding: SampleTrack.text, ["--dark", "--size", "800x600"], width: 800, height: 600)
        #expect(try driver.waitForTitle("Hill"))
        try driver.act("key End key alt+5")
        // A bend of the track, apart from the marker and what lies over the map.
        let map: Part = (x: 190, y: 160, width: 100, height: 90)
        let before = try driver.look(map)
        try driver.act("key ctrl+shift+f")
        try driver.act("type simplifier.tolerance")
        let found = try driver.look((x: 510, y: 400, width: 290, height: 200))
        // From the search to the slider of the parameter that is left.
        try driver.act("key Return key Page_Up")
        #expect(try driver.lookUntil(map) { $0 != before }, "the slider moved")
        #expect(try driver.look((x: 510, y: 400, width: 290, height: 200)) != found)
        try driver.act("key ctrl+z")
        #expect(try driver.lookUntil(map) { $0 == before })
        try driver.end()
    }
}
