import Foundation
import TestSupport
import Testing

/// The window as seen by assistive technology.
@Suite(
    .enabled(
        if: Programs.find("dbus-run-session") != nil
            && FileManager.default.fileExists(atPath: "/usr/libexec/at-spi-bus-launcher"),
        "dbus-run-session and at-spi2-core are not installed"))
struct AccessibilityTests {
    /// Lists the controls of a window: role, name, place.
    private func controls(_ arguments: [String], keys: String) throws -> [[String]] {
        let session = try #require(Programs.find("dbus-run-session"))
        let home = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: home) }
        let server = try XServer(width: 1440, height: 900)
        var environment = server.environment
        for name in ["DBUS_SESSION_BUS_ADDRESS", "GTK_A11Y"] { environment[name] = nil }
        for name in ["XDG_DATA_HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
            environment[name] = home.path
        }
        let track = home.appending(path: "hill-walk.gpx").path
        try SampleTrack.text.write(toFile: track, atomically: true, encoding: .utf8)
        let result = try ChildProcess.run(
            session,
            ["--", Places.rig("accessible-names"), "--keys", keys, Places.program("odograph")] + arguments + [track],
            environment: environment)
        #expect(result.status == 0, "\(result.errors)")
        for word in ["Gtk-CRITICAL", "Gtk-WARNING", "GLib-GObject"] { #expect(!result.errors.contains(word)) }
        return result.output.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    // The search makes the rows of all parameters; without it there are those near what is seen.
    @Test(arguments: ["F5", "F5 ctrl+shift+f e", "F6", "F7", "F8", "ctrl+h", "ctrl+k", "ctrl+shift+e", "ctrl+comma"])
    func `every control has a name`(key: String) throws {
        let controls = try controls([], keys: key)
        let least = key.contains("shift+f") ? 150 : 20
        #expect(controls.count > least, "the list of controls is nearly empty")
        for control in controls where control.count == 3 {
            #expect(!control[1].isEmpty, "\(control[0]) without a name: \(control[2])")
        }
    }
}
