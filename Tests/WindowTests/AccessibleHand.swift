import Foundation
import TestSupport

/// The program in a window, used by the names that assistive technology sees.
struct AccessibleHand {
    /// The home of the program's user, which holds its library.
    let home: URL
    private let server: XServer

    /// Whether this machine has what it needs.
    static var isPossible: Bool {
        Programs.find("dbus-run-session") != nil
            && FileManager.default.fileExists(atPath: "/usr/libexec/at-spi-bus-launcher")
    }

    init() throws {
        home = try temporaryFolder()
        server = try XServer(width: 1440, height: 900)
    }

    /// Returns the path of a file in the home.
    func path(_ name: String) -> String { home.appending(path: name).path }

    /// Writes a file into the home.
    func write(_ text: String, to name: String) throws {
        let file = home.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    private var environment: [String: String] {
        var environment = server.environment
        for name in ["DBUS_SESSION_BUS_ADDRESS", "GTK_A11Y"] { environment[name] = nil }
        for name in ["HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
            environment[name] = home.path
        }
        environment["TZ"] = "UTC"
        return environment
    }

    /// Runs the program and takes the steps of `accessible-hand`.
    /// - Parameter added: Variables of the program's environment.
    func take(
        _ steps: [String], arguments: [String] = [], environment added: [String: String] = [:]
    ) throws -> ChildProcess.Result {
        try ChildProcess.run(
            Programs.required("dbus-run-session"),
            ["--", Places.rig("accessible-hand")] + steps.flatMap { ["--step", $0] }
                + ["--", Places.program("odograph")] + arguments,
            environment: environment.merging(added) { $1 })
    }

    /// Imports a track as a session of the library.
    func `import`(_ text: String, as name: String) throws -> ChildProcess.Result {
        try write(text, to: "\(name).gpx")
        let library = home.appending(path: "odograph")
        try FileManager.default.createDirectory(at: library, withIntermediateDirectories: true)
        return try ChildProcess.run(
            Places.program("odographctl"),
            ["import", path("\(name).gpx"), "--output", library.appending(path: "\(name).odograph").path],
            environment: environment)
    }
}
