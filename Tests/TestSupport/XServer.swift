public import Foundation

/// An X server of a test's own, on a free display number, ended with it.
public final class XServer: Screen {
    private let process: ChildProcess
    /// Holds the picture as Xvfb draws it: to ask for it would take a program of its own for each look.
    private let folder: URL
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
        folder = try temporaryFolder()
        let process = try ChildProcess(
            Programs.required("Xvfb"),
            [
                // The pointer would be part of the picture.
                "-fbdir", folder.path, "-nocursor",
                // Without auto-repeat: on a busy machine the hand may let go of a key too late.
                "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-nolisten", "tcp", "-r",
                endsWithLastClient ? "-terminate" : "-noreset",
            ])
        self.process = process
        _ = waitUntil(seconds: 20) { process.output.hasSuffix("\n") || !process.isRunning }
        let number = process.output.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !number.isEmpty else { throw Programs.Missing(description: "Xvfb did not start: \(process.errors)") }
        display = ":\(number)"
    }

    // Its picture is too large to be kept until the tests end.
    deinit { try? FileManager.default.removeItem(at: folder) }

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
        try Data(contentsOf: folder.appending(path: "Xvfb_screen0"), options: .alwaysMapped).withUnsafeBytes { file in
            // XWD: big-endian words of a header, with its length, the bytes of a row, and the number of colours behind it.
            func word(_ index: Int) -> Int {
                Int(UInt32(bigEndian: file.load(fromByteOffset: 4 * index, as: UInt32.self)))
            }
            let (first, row) = (word(0) + 12 * word(19), word(12))
            var pixels: [UInt8] = []
            pixels.reserveCapacity(width * height * 3)
            for line in y..<min(y + height, self.height) {
                for place in x..<min(x + width, self.width) {
                    let pixel = file.loadUnaligned(fromByteOffset: first + line * row + 4 * place, as: UInt32.self)
                    pixels.append(UInt8(truncatingIfNeeded: pixel >> 16))
                    pixels.append(UInt8(truncatingIfNeeded: pixel >> 8))
                    pixels.append(UInt8(truncatingIfNeeded: pixel))
                }
            }
            return Data(pixels)
        }
    }
}
