public import Foundation

/// A Wayland compositor of a test's own (sway without a monitor), with a pointer and a keyboard, ended with it.
public final class WaylandServer: Screen {
    /// The width in logical pixels.
    public let width: Int
    /// The height in logical pixels.
    public let height: Int
    /// The pixels of a picture per logical pixel.
    public let scale: Double
    private let folder: URL
    private let compositor: ChildProcess
    private let socket: String
    private let controlSocket: String
    private let hand: AnsweringProgram

    /// Starts a compositor.
    /// - Parameters:
    ///   - width: The screen's width in logical pixels; it has `scale` times as many.
    ///   - height: Its height.
    ///   - scale: Pixels per logical pixel.
    public init(width: Int, height: Int, scale: Double = 1) throws {
        (self.width, self.height, self.scale) = (width, height, scale)
        // Not in TMPDIR: the user “nobody” might not have access to it, and a socket's path must be short.
        let folder = URL(filePath: "/tmp/odograph-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.folder = folder
        try PlainShare.write(in: folder.appending(path: "share"))
        let size = "\(Int(Double(width) * scale))x\(Int(Double(height) * scale))"
        let settings = folder.appending(path: "sway")
        try """
        output HEADLESS-1 resolution \(size) scale \(scale) position 0 0
        default_border none
        default_floating_border none
        focus_follows_mouse no
        input type:keyboard repeat_rate 0
        for_window [app_id=".*"] floating enable, move absolute position 0 0
        xwayland disable
        """.write(to: settings, atomically: true, encoding: .utf8)
        compositor = try Self.startCompositor(settings: settings, in: folder)
        func socket(named prefix: String) -> String? {
            (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?
                .first { $0.hasPrefix(prefix) && !$0.hasSuffix(".lock") }.map { folder.appending(path: $0).path }
        }
        let compositor = compositor
        _ = waitUntil(seconds: 20) {
            socket(named: "wayland-") != nil && socket(named: "sway-ipc") != nil || !compositor.isRunning
        }
        guard let display = socket(named: "wayland-"), let control = socket(named: "sway-ipc") else {
            throw Programs.Missing(description: "sway did not start: \(compositor.errors)")
        }
        (self.socket, controlSocket) = (display, control)
        hand = try AnsweringProgram(
            Places.rig("wayland-hand"), ["\(width)", "\(height)"], environment: ["WAYLAND_DISPLAY": display])
    }

    deinit {
        // The compositor writes into its folder until it ends.
        compositor.signal(SIGKILL)
        _ = compositor.wait()
        try? FileManager.default.removeItem(at: folder)
    }

    /// sway refuses to run as root, so it runs as the user “nobody” in that case.
    private static func startCompositor(settings: URL, in folder: URL) throws -> ChildProcess {
        let nobody: uid_t = 65_534
        var command = [try Programs.required("sway"), "--config", settings.path]
        if getuid() == 0 {
            for path in [folder.path, settings.path] { chown(path, nobody, nobody) }
            command =
                [try Programs.required("setpriv"), "--reuid", "\(nobody)", "--regid", "\(nobody)", "--clear-groups"]
                + command
        }
        chmod(folder.path, 0o700)
        return try ChildProcess(
            command[0], Array(command.dropFirst()),
            environment: [
                "XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "WLR_BACKENDS": "headless",
                "WLR_HEADLESS_OUTPUTS": "1", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
                "WAYLAND_DISPLAY": "", "DISPLAY": "", "XCURSOR_PATH": folder.path + "/share/icons",
            ])
    }

    /// The environment of a program that draws on it.
    public var environment: [String: String] {
        withoutDesktop.merging(
            [
                "DISPLAY": "", "GDK_BACKEND": "wayland", "WAYLAND_DISPLAY": socket, "XDG_RUNTIME_DIR": folder.path,
                "XDG_DATA_DIRS": folder.appending(path: "share").path,
            ]
        ) { $1 }
    }

    /// Carries out words of xdotool.
    public func act(_ words: String) throws -> String {
        let parts = words.split(separator: " ").map(String.init)
        switch parts.first {
        case "search": return try search(parts.last ?? "").map { "\($0.number)\n" }.joined()
        case "getwindowgeometry":
            return try windows().filter { "\($0.number)" == parts.last }
                .map { "X=\($0.x)\nY=\($0.y)\nWIDTH=\($0.width)\nHEIGHT=\($0.height)\n" }.joined()
        case "windowsize", "windowraise": return try arrange(parts)
        default:
            try hand.act(words)
            return ""
        }
    }

    /// Returns the pixels of a part: three bytes each, row by row.
    public func pixels(x: Int, y: Int, width: Int, height: Int) throws -> Data {
        let file = folder.appending(path: "look.ppm")
        _ = try act("look \(x) \(y) \(width) \(height) \(file.path)")
        // A header of three lines, then the pixels.
        let content = try Data(contentsOf: file)
        return content.suffix(Int(Double(width) * scale) * Int(Double(height) * scale) * 3)
    }

    private struct Window {
        var number: Int
        var name: String
        var (x, y, width, height) = (0, 0, 0, 0)
    }

    private func search(_ pattern: String) throws -> [Window] {
        let expression = try Regex(pattern).ignoresCase()
        return try windows().filter { $0.name.contains(expression) }
    }

    private func windows() throws -> [Window] {
        let tree = try JSONSerialization.jsonObject(with: Data(control(["-t", "get_tree"]).utf8))
        func leaves(_ node: Any) -> [Window] {
            guard let node = node as? [String: Any] else { return [] }
            let inner = ["nodes", "floating_nodes"].flatMap { (node[$0] as? [Any] ?? []).flatMap(leaves) }
            guard node["pid"] != nil, let number = node["id"] as? Int, let name = node["name"] as? String else {
                return inner
            }
            let place = node["rect"] as? [String: Int] ?? [:]
            return inner + [
                Window(
                    number: number, name: name, x: place["x"] ?? 0, y: place["y"] ?? 0, width: place["width"] ?? 0,
                    height: place["height"] ?? 0)
            ]
        }
        return leaves(tree)
    }

    /// Places windows by hand: `windowsize N W H`, `windowraise N windowmove N X Y`; then what else the words say.
    private func arrange(_ words: [String]) throws -> String {
        guard words.count >= 4 else { return "" }
        let isSize = words[0] == "windowsize"
        let used = isSize ? 4 : min(6, words.count)
        let change =
            isSize
            ? "resize set \(words[2]) \(words[3]), move absolute position 0 0"
            : "move absolute position \(words[used - 2]) \(words[used - 1])"
        _ = try control(["[con_id=\(words[1])] floating enable, focus, \(change)"])
        return words.count > used ? try act(words[used...].joined(separator: " ")) : ""
    }

    private func control(_ arguments: [String]) throws -> String {
        try ChildProcess.run(
            Programs.required("swaymsg"), ["--socket", controlSocket] + arguments,
            environment: ["WAYLAND_DISPLAY": socket]
        ).output
    }
}
