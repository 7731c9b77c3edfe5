public import Foundation

/// An X server of a test's own, on a free display number, ended with it.
public final class XServer: Screen {
    private let process: ChildProcess
    /// The display as `DISPLAY` names it.
    public let display: String
    /// The width in logical pixels.
    public let width: Int
    /// The height in logical pixels.
    public let height: Int
    /// The pixels of a picture per pixel of `width`.
    public let scale = 1.0

    /// Starts a server.
    /// - Parameters:
    ///   - width: The screen's width in pixels.
    ///   - height: Its height.
    ///   - endsWithLastClient: True for a server that ends by itself after its last client.
    public init(width: Int = 1600, height: Int = 1000, endsWithLastClient: Bool = false) throws {
        (self.width, self.height) = (width, height)
        let process = try ChildProcess(
            Programs.required("Xvfb"),
            [
                // Without auto-repeat: on a busy machine the hand may let go of a key too late.
                "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-nolisten", "tcp", "-r",
                endsWithLastClient ? "-terminate" : "-noreset",
            ])
        self.process = process
        _ = waitUntil(seconds: 20) { process.output.hasSuffix("\n") || !process.isRunning }
        let number = process.output.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !number.isEmpty else { throw Programs.Missing(description: "Xvfb did not start: \(process.errors)") }
        display = ":\(number)"
        if endsWithLastClient { process.removeFiles() }
    }

    /// The environment of a program that draws on it.
    public var environment: [String: String] {
        withoutDesktop.merging(["DISPLAY": display, "GDK_BACKEND": "x11", "WAYLAND_DISPLAY": ""]) { $1 }
    }

    /// Carries out words of xdotool.
    public func act(_ words: String) throws -> String {
        let arguments = words.split(separator: " ").map(String.init)
        return try ChildProcess.run(Programs.required("xdotool"), arguments, environment: environment).output
    }

    /// Returns the pixels of a part: three bytes each, row by row.
    public func pixels(x: Int, y: Int, width: Int, height: Int) throws -> Data {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "look.rgb")
        _ = try ChildProcess.run(
            Programs.required("import"),
            ["-window", "root", "-crop", "\(width)x\(height)+\(x)+\(y)", "-depth", "8", "rgb:\(file.path)"],
            environment: environment)
        return try Data(contentsOf: file)
    }
}
