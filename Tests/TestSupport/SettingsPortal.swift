public import Foundation

/// A stand-in for the settings portal of a desktop, on a private message bus, ended with the test.
public final class SettingsPortal {
    private let child: ChildProcess
    private let file: URL

    /// Whether the programs that it needs are installed.
    public static var isPlayable: Bool { LocationService.isPlayable }

    /// Starts it and waits until it has a bus.
    /// - Parameters:
    ///   - settings: The settings of `org.freedesktop.appearance`, such as `color-scheme`.
    ///   - folder: Where they are kept.
    public init(_ settings: [String: Int], in folder: URL) throws {
        file = folder.appending(path: "desktop-settings")
        try Self.write(settings, to: file)
        child = try ChildProcess(Places.rig("settings-portal"), [file.path])
        let child = child
        _ = waitUntil { child.output.contains("\n") || !child.process.isRunning }
    }

    deinit {
        // Gently, so that it ends its own bus.
        child.signal(SIGTERM)
        _ = child.wait()
    }

    /// Changes settings, as the user does in the desktop's own program.
    public func change(to settings: [String: Int]) throws {
        try Self.write(settings, to: file)
        child.signal(SIGHUP)
    }

    /// The variables by which a program finds its bus.
    public var environment: [String: String] {
        let first = Data((child.output.split(separator: "\n").first ?? "").utf8)
        let members = try? JSONSerialization.jsonObject(with: first) as? [String: Any]
        return ["DBUS_SESSION_BUS_ADDRESS": members?["address"] as? String ?? "disabled:"]
    }

    private static func write(_ settings: [String: Int], to file: URL) throws {
        try settings.map { "\($0.key) \($0.value)\n" }.joined().write(to: file, atomically: true, encoding: .utf8)
    }
}
