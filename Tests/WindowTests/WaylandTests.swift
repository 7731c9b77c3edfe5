import Foundation
import TestSupport
import Testing

/// The window on Wayland, at the scales that laptops have.
@Suite(
    .serialized,
    .enabled(if: Programs.find("sway") != nil && Programs.find("grim") != nil, "sway and grim are not installed"))
struct WaylandTests {
    private let map = (x: 300, y: 150, width: 460, height: 380)

    @Test(arguments: [1, 1.25, 1.5, 2]) func `the window is drawn, used and closed at a scale`(scale: Double) throws {
        let home = try temporaryFolder()
        let track = try SampleTrack.file(in: home)
        let screen = try WaylandServer(width: 1200, height: 800, scale: scale)
        let driver = try WindowDriver(home: home, on: screen, arguments: [track, "--size", "1200x800"])
        #expect(try driver.waitForTitle("Hill"))
        let whole = try driver.lookSteady(map)
        if let folder = ProcessInfo.processInfo.environment["ODOGRAPH_PICTURES"] {
            try screen.keepPicture(at: "\(folder)/wayland-\(scale).png")
        }
        #expect(try isSharp(driver.pixels(map), scale: scale))
        try driver.act("mousemove 500 400 click 4 click 4 mousemove 900 20")
        #expect(try driver.lookUntil(map) { $0 != whole }, "the wheel zooms")
        try driver.act("key ctrl+0 mousemove 900 20")
        #expect(try driver.lookUntil(map) { $0 == whole }, "a key shows the whole track again")
        try driver.end()
    }

    @Test func `fingers move, zoom and turn the map`() throws {
        try withTouch { driver, touch in
            let whole = try driver.lookSteady(map)
            let steps = (0...12).map { Double($0) / 12 }

            try touch.move([steps.map { (x: 500 + 90 * $0, y: 300 + 60 * $0) }])
            #expect(try driver.lookUntil(map) { $0 != whole }, "one finger moves it")
            try driver.act("key ctrl+0")
            #expect(try driver.lookUntil(map) { $0 == whole })

            try touch.move([-1, 1].map { side in steps.map { (x: 520 + side * (50 + 100 * $0), y: 340) } })
            #expect(try driver.lookUntil(map) { $0 != whole }, "two fingers that part zoom")
            let near = try driver.lookSteady(map)
            try driver.act("key ctrl+n")
            #expect(try driver.lookSteady(map) == near, "and do not turn")
            try driver.act("key ctrl+0")
            #expect(try driver.lookUntil(map) { $0 == whole })

            func finger(turnedBy quarter: Double, radius: Double) -> (x: Double, y: Double) {
                (x: 520 + radius * cos(quarter * .pi / 2), y: 340 + radius * sin(quarter * .pi / 2))
            }
            try touch.move([-110, 110].map { radius in steps.map { finger(turnedBy: $0, radius: radius) } })
            #expect(try driver.lookUntil(map) { $0 != whole }, "two fingers that circle turn")
            let turned = try driver.lookSteady(map)
            try driver.act("key ctrl+n")
            #expect(try driver.lookUntil(map) { $0 != turned }, "and the compass turns back")
            try driver.act("key ctrl+0")
            #expect(try driver.lookUntil(map) { $0 == whole })
        }
    }

    /// Runs a closure with a window on a touchscreen that shows a track.
    private func withTouch(
        _ arguments: [String] = [], _ body: (_ driver: WindowDriver, _ touch: WaylandTouch) throws -> Void
    ) throws {
        let home = try temporaryFolder()
        let track = try SampleTrack.file(in: home)
        let screen = try WaylandServer(width: 1200, height: 800)
        let touch = try WaylandTouch(on: screen, in: home)
        let driver = try WindowDriver(
            home: home, on: screen, arguments: [track, "--size", "1200x800"] + arguments,
            environment: touch.environment)
        #expect(try driver.waitForTitle("Hill"))
        // Away from everything that the pointer would mark.
        try driver.act("mousemove 900 20")
        try body(driver, touch)
        try driver.end()
    }

    @Test func `a finger that rests on a chart shows values and the place, and a tap moves the replay`() throws {
        try withTouch { driver, touch in
            let chart: WindowDriver.Part = (x: 300, y: 590, width: 480, height: 100)
            let clock: WindowDriver.Part = (x: 400, y: 760, width: 300, height: 36)
            try driver.act("key End")
            let apart = try (driver.lookSteady(chart), driver.lookSteady(clock), driver.lookSteady(map))
            try touch.act("down", (x: 500, y: 660))
            #expect(try driver.lookUntil(chart) { $0 != apart.0 }, "a line with the time and the speed")
            #expect(try driver.lookUntil(map) { $0 != apart.2 }, "a ring on the track")
            let read = try (driver.lookSteady(chart), driver.lookSteady(map))
            try keep(driver, "touch-chart")
            for x in stride(from: 510, through: 600, by: 10) { try touch.act("move", (x: Double(x), y: 660)) }
            #expect(try driver.lookUntil(chart) { $0 != read.0 && $0 != apart.0 }, "they follow the finger")
            #expect(try driver.lookUntil(map) { $0 != read.1 && $0 != apart.2 })
            #expect(try driver.lookUntil(clock) { $0 == apart.1 }, "the replay stays where it was")
            try touch.act("up")
            #expect(try driver.lookUntil(chart) { $0 == apart.0 }, "and both go with it")
            #expect(try driver.lookUntil(map) { $0 == apart.2 })
            try touch.act("down", (x: 500, y: 660))
            try touch.act("up")
            #expect(try driver.lookUntil(clock) { $0 != apart.1 }, "a tap moves the replay")
            let tapped = try driver.lookSteady(clock)
            try touch.move([[500, 520, 540, 560, 580].map { (x: $0, y: 660) }])
            #expect(try driver.lookUntil(clock) { $0 != tapped && $0 != apart.1 }, "and so does a finger that moves")
        }
    }

    @Test func `a finger that rests on a button shows its tooltip and does not press it`() throws {
        try withTouch { driver, touch in
            // Below the button, which is drawn as under the pointer until another is.
            let screen: WindowDriver.Part = (x: 230, y: 92, width: 560, height: 468)
            let before = try driver.lookSteady(screen)
            // The button of the tracks.
            try touch.act("down", (x: 330, y: 73))
            #expect(try driver.lookUntil(screen) { $0 != before }, "a text appears")
            try keep(driver, "touch-tooltip")
            try touch.act("up")
            let held = try driver.lookSteady(screen)
            #expect(held != before, "it stays after the finger has gone")
            try touch.move([[(x: 620, y: 500)]])
            #expect(try driver.lookUntil(screen) { $0 == before }, "another touch hides it, and no list opened")
        }
    }

    @Test func `two fingers on a chart zoom and pan it, and do not move the replay`() throws {
        try withTouch { driver, touch in
            let chart: WindowDriver.Part = (x: 300, y: 590, width: 480, height: 100)
            let clock: WindowDriver.Part = (x: 400, y: 760, width: 300, height: 36)
            let steps = (0...8).map { Double($0) / 8 }
            let whole = try (driver.lookSteady(chart), driver.lookSteady(clock))
            try touch.move([-1, 1].map { side in steps.map { (x: 540 + side * (40 + 100 * $0), y: 660) } })
            #expect(try driver.lookUntil(chart) { $0 != whole.0 }, "two fingers that part zoom")
            let near = try driver.lookSteady(chart)
            try keep(driver, "touch-pinch")
            try touch.move([-1, 1].map { side in steps.map { (x: 540 + side * 60 + 90 * $0, y: 660) } })
            #expect(try driver.lookUntil(chart) { $0 != near && $0 != whole.0 }, "two that move together pan")
            let panned = try driver.lookSteady(chart)
            try touch.move([-1, 1].map { side in steps.map { (x: 540 + side * 60 - 90 * $0, y: 660) } })
            #expect(try driver.lookUntil(chart) { $0 != panned }, "and back")
            try touch.move([-1, 1].map { side in steps.map { (x: 540 + side * (180 - 160 * $0), y: 660) } })
            #expect(try driver.lookUntil(chart) { $0 == whole.0 }, "two that close show all of it")
            try touch.act("down", (x: 480, y: 660))
            try touch.act("down", (x: 600, y: 660), finger: 1)
            try touch.act("up", finger: 1)
            try touch.act("up")
            #expect(try driver.lookSteady(clock) == whole.1, "the replay stays where it was")
        }
    }

    @Test func `a finger that rests on a control of a dialog shows its tooltip`() throws {
        try withTouch { driver, touch in
            let screen: WindowDriver.Part = (x: 0, y: 0, width: 1200, height: 800)
            let behind = try driver.lookSteady(map)
            try driver.act("key ctrl+comma", appears: "the preferences")
            let dialog = try driver.lookSteady(screen)
            try touch.act("down", unit)
            // The choice is drawn as pressed first, and a finger that leaves before the time of a long press opens it.
            #expect(try driver.standsStill(screen, seconds: 1.5))
            #expect(try driver.lookUntil(screen) { $0 != dialog }, "the text of a choice of the dialog")
            try keep(driver, "touch-dialog-tooltip")
            try touch.act("up")
            try driver.act("key Escape")
            #expect(try driver.lookUntil(map) { $0 == behind }, "the map without the dialog")
        }
    }

    /// The choice of the unit in the preferences.
    private let unit = (x: 407.0, y: 115.0)

    @Test func `the first tap on the track shows the card of the fix there`() throws {
        try withTouch { driver, touch in
            let before = try driver.lookSteady(map)
            try touch.move([[fix]])
            #expect(try driver.lookUntil(map) { $0 != before }, "the card of a fix")
            try keep(driver, "touch-fix")
        }
    }

    /// A place a finger's width from the track.
    private let fix = (x: 624.0, y: 271.0)

    private func keep(_ driver: WindowDriver, _ name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["ODOGRAPH_PICTURES"] else { return }
        try driver.server.keepPicture(at: "\(folder)/\(name).png")
    }

    /// Whether a picture has details of single pixels: one that was drawn at half the size has squares of four equal ones.
    private func isSharp(_ pixels: [UInt8], scale: Double) -> Bool {
        let width = Int(Double(map.width) * scale)
        func color(_ x: Int, _ y: Int) -> ArraySlice<UInt8> { pixels[((y * width + x) * 3)...].prefix(3) }
        var details = 0
        for y in stride(from: 0, to: Int(Double(map.height) * scale) - 1, by: 2) {
            for x in stride(from: 0, to: width - 1, by: 2) where color(x, y) != color(x + 1, y) { details += 1 }
        }
        return details > 100
    }
}
