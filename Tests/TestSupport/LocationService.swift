import Foundation

/// A stand-in for GeoClue on a private message bus, ended with the test.
public final class LocationService {
    private let child: ChildProcess

    /// Whether the programs that it needs are installed.
    public static var isPlayable: Bool {
        Places.isExecutable("/usr/bin/dbus-daemon")
            && FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/gi")
    }

    /// Starts it and waits until it has a bus.
    /// - Parameter lines: A script for `Tests/Rig/geoclue-script`; `nil` for a bus without a GeoClue.
    public init(_ lines: String?) throws {
        child = try ChildProcess(
            Places.rig("geoclue-script"), ["-"] + (lines == nil ? ["--absent"] : []), input: lines ?? "")
        _ = waitUntil { child.output.contains("\n") }
    }

    deinit {
        // Gently, so that it ends its own bus.
        child.signal(SIGTERM)
        _ = child.wait()
    }

    /// The output: one JSON object per line.
    public var output: String { child.output }
    /// The error output.
    public var errors: String { child.errors }

    /// The variables by which a program finds its bus.
    public var environment: [String: String] {
        let first = Data((output.split(separator: "\n").first ?? "").utf8)
        let members = try? JSONSerialization.jsonObject(with: first) as? [String: Any]
        return ["DBUS_SYSTEM_BUS_ADDRESS": members?["address"] as? String ?? "unix:path=/nonexistent"]
    }
}
