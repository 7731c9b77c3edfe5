public import Foundation

/// A display of a test's own, with a pointer and a keyboard, ended with it.
public protocol Screen: AnyObject {
    /// The width in pixels.
    var width: Int { get }
    /// The height in pixels.
    var height: Int { get }
    /// The pixels of a picture per pixel of `width`.
    var scale: Double { get }
    /// The environment of a program that draws on it: no desktop, no settings kept, nothing but this display.
    var environment: [String: String] { get }

    /// Carries out words of xdotool, and returns what it prints.
    func act(_ words: String) throws -> String

    /// Returns the pixels of a part: three bytes each, row by row.
    func pixels(x: Int, y: Int, width: Int, height: Int) throws -> Data
}

extension Screen {
    /// Keeps what the whole screen shows as a PNG file.
    public func keepPicture(at path: String) throws {
        let tool = try Programs.required("convert")
        let raw = path + ".rgb"
        try pixels(x: 0, y: 0, width: width, height: height).write(to: URL(filePath: raw))
        defer { try? FileManager.default.removeItem(atPath: raw) }
        let size = "\(Int(Double(width) * scale))x\(Int(Double(height) * scale))"
        _ = try ChildProcess.run(tool, ["-size", size, "-depth", "8", "rgb:\(raw)", path])
    }
}

/// Starts a display: Xvfb, or a Wayland compositor if `ODOGRAPH_TEST_SCREEN` is `wayland`.
public func makeScreen(width: Int, height: Int) throws -> any Screen {
    isOnWayland ? try WaylandServer(width: width, height: height) : try XServer(width: width, height: height)
}

/// Whether the tests of the window run on Wayland.
public let isOnWayland = ProcessInfo.processInfo.environment["ODOGRAPH_TEST_SCREEN"] == "wayland"

/// Settings that keep a test's program apart from the desktop of whoever runs it.
let withoutDesktop = [
    "GSK_RENDERER": "cairo", "GSETTINGS_BACKEND": "memory", "GTK_A11Y": "none", "GTK_THEME": "",
    "DBUS_SESSION_BUS_ADDRESS": "disabled:", "GIO_USE_VOLUME_MONITOR": "unix",
]

/// Programs of the system.
public enum Programs {
    /// A program that is not installed.
    public struct Missing: Error, CustomStringConvertible {
        /// The sentence.
        public let description: String

        /// Creates the error.
        public init(description: String) { self.description = description }
    }

    /// Returns where a program lies on the path.
    public static func find(_ program: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return path.split(separator: ":").map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Returns where a program lies.
    /// - Throws: `Missing` if it is not installed.
    public static func required(_ program: String) throws -> String {
        guard let path = find(program) else { throw Missing(description: "\(program) is not installed") }
        return path
    }
}
