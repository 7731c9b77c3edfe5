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
        defer { try? FileManager.default.removeItem(at: home) }
        let track = home.appending(path: "hill-walk.gpx").path
        try SampleTrack.text.write(toFile: track, atomically: true, encoding: .utf8)
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
        #expect(driver.errors == "")
        #expect(try driver.close())
    }

    @Test func `fingers move, zoom and turn the map`() throws {
        let home = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: home) }
        let track = home.appending(path: "hill-walk.gpx").path
        try SampleTrack.text.write(toFile: track, atomically: true, encoding: .utf8)
        let screen = try WaylandServer(width: 1200, height: 800)
        let touch = try WaylandTouch(on: screen, in: home)
        let driver = try WindowDriver(
            home: home, on: screen, arguments: [track, "--size", "1200x800"], environment: touch.environment)
        #expect(try driver.waitForTitle("Hill"))
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
        #expect(driver.errors == "")
        #expect(try driver.close())
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
