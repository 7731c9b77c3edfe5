import Foundation
import TestSupport
import Testing

/// The window in the style that the user chose for the desktop.
@Suite(
    .serialized,
    .enabled(if: SettingsPortal.isPlayable, "dbus and python3-gi are needed: scripts/install-needs --tests"))
struct DesktopStyleTests {
    private let whole = (x: 0, y: 0, width: 1000, height: 700)

    private func window(_ arguments: [String] = [], settings: [String: Int], in home: URL) throws -> (
        SettingsPortal, WindowDriver
    ) {
        let portal = try SettingsPortal(settings, in: home)
        let screen = try makeScreen(width: 1000, height: 700)
        let driver = try WindowDriver(
            home: home, on: screen, arguments: ["--size", "1000x700"] + arguments, environment: portal.environment)
        #expect(try driver.waitForTitle("Odograph"))
        return (portal, driver)
    }

    private static func brightness(_ pixels: [UInt8]) -> Double {
        Double(pixels.reduce(0) { $0 + Int($1) }) / Double(255 * max(pixels.count, 1))
    }

    private func becomes(dark isDark: Bool, _ driver: WindowDriver) throws -> Bool {
        try waitUntil(seconds: 60) {
            let brightness = try Self.brightness(driver.pixels(whole))
            return isDark ? brightness < 0.35 : brightness > 0.65
        }
    }

    @Test func `the window follows the desktop to dark and back`() throws {
        let home = try temporaryFolder()
        let (portal, driver) = try window(settings: ["color-scheme": 1], in: home)
        #expect(try becomes(dark: true, driver), "the desktop is dark when the window opens")
        try portal.change(to: ["color-scheme": 0])
        #expect(try becomes(dark: false, driver), "no preference")
        try portal.change(to: ["color-scheme": 1])
        #expect(try becomes(dark: true, driver))
        try portal.change(to: ["color-scheme": 2])
        #expect(try becomes(dark: false, driver))
        try driver.end()
    }

    @Test func `high contrast of the desktop reaches the window's text`() throws {
        let home = try temporaryFolder()
        let (portal, driver) = try window(settings: ["color-scheme": 0, "contrast": 0], in: home)
        let plain = try driver.lookSteady(whole)
        try portal.change(to: ["color-scheme": 0, "contrast": 1])
        #expect(try driver.lookUntil(whole) { $0 != plain })
        try portal.change(to: ["color-scheme": 0, "contrast": 0])
        #expect(try driver.lookUntil(whole) { $0 == plain })
        try driver.end()
    }

    @Test func `a style that the command asks for wins over the desktop's`() throws {
        let home = try temporaryFolder()
        let (portal, driver) = try window(["--dark"], settings: ["color-scheme": 2], in: home)
        #expect(try becomes(dark: true, driver))
        try portal.change(to: ["color-scheme": 0])
        try driver.settle()
        #expect(try becomes(dark: true, driver))
        #expect(try driver.close())
    }
}
