import Foundation

/// An X server of a test's own, on a free display number, ended with it.
public final class XServer {
    private let process: ChildProcess
    /// The display as `DISPLAY` names it.
    public let display: String
    /// The screen's width in pixels.
    public let width: Int
    /// The screen's height in pixels.
    public let height: Int

    /// Says why there is no server.
    public struct Missing: Error, CustomStringConvertible {
        /// What is wrong.
        public let description: String

        /// Makes the error.
        public init(description: String) { self.description = description }
    }

    /// Starts a server.
    /// - Parameters:
    ///   - width: The screen's width in pixels.
    ///   - height: Its height.
    ///   - endsWithLastClient: True for one that nobody ends: it does so itself once nobody draws on it any more.
    public init(width: Int = 1600, height: Int = 1000, endsWithLastClient: Bool = false) throws {
        guard let program = Self.find("Xvfb") else { throw Missing(description: "Xvfb is not installed") }
        (self.width, self.height) = (width, height)
        let process = try ChildProcess(
            program,
            [
                "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-nolisten", "tcp",
                endsWithLastClient ? "-terminate" : "-noreset",
            ])
        self.process = process
        _ = waitUntil(seconds: 20) { !process.output.isEmpty || !process.process.isRunning }
        let number = process.output.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !number.isEmpty else { throw Missing(description: "Xvfb did not start: \(process.errors)") }
        display = ":\(number)"
        if endsWithLastClient { process.removeFiles() }
    }

    /// The environment of a program that draws on it: no desktop, no settings kept, nothing but this server.
    public var environment: [String: String] {
        [
            "DISPLAY": display, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GSETTINGS_BACKEND": "memory",
            "GTK_A11Y": "none", "WAYLAND_DISPLAY": "", "DBUS_SESSION_BUS_ADDRESS": "disabled:",
            "GIO_USE_VOLUME_MONITOR": "unix", "GTK_THEME": "",
        ]
    }

    /// Returns where a program lies on the path.
    public static func find(_ program: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return path.split(separator: ":").map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
