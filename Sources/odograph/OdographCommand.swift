public import ArgumentParser
public import Viewer
import ViewerUI

/// The command line of the window.
struct OdographCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "odograph",
        abstract: "Show, replay and record sessions of a GPS receiver and motion sensors.",
        version: ViewerApplication.version)

    @Argument(
        help:
            "The session to open, or any file that can be imported; several become sessions of the library. A map file is added to your maps."
    )
    var files: [String] = []

    @Option(help: "Add the track of another file to the map of the session. May be given several times.")
    var track: [String] = []

    @Flag(help: "Open the built-in simulated day.")
    var demo = false

    @Flag(help: "Show all sessions of the library on one map.")
    var library = false

    @Option(
        help: "Draw the window (PNG), the page that is printed (PDF) or the map (SVG), write it to this file and exit.")
    var screenshot: String?

    @Flag(help: "Try all parameters of the session before the picture is taken.")
    var effects = false

    @Option(help: "The time to show, in seconds from the session's start.")
    var at: Double?

    @Option(help: "The window's size, such as 1440x900.")
    var size: WindowSize?

    @Option(help: "The tab at the right: tune, day, history, motion or sensors.")
    var pane: ViewerOptions.Pane?

    @Flag(help: "Use dark colours regardless of the desktop's style.")
    var dark = false

    @Option(help: "Drive the window, print one JSON object and exit.")
    var benchmark: ViewerOptions.Benchmark?

    mutating func validate() throws {
        if demo, !files.isEmpty { throw ValidationError("Give a FILE or --demo, not both.") }
        if files.count > 1, screenshot != nil || benchmark != nil {
            throw ValidationError("Give one FILE with --screenshot or --benchmark: several would go into the library.")
        }
        if let map = files.first(where: TileClient.isMap), screenshot != nil || benchmark != nil {
            throw ValidationError(
                "\(map) is a map. Add it with `odographctl map import`, then give a session with --screenshot or --benchmark."
            )
        }
    }

    func run() throws {
        var options = ViewerOptions()
        options.files = files
        options.tracks = track
        options.isDemo = demo
        options.showsLibrary = library
        options.screenshot = screenshot.map { ViewerOptions.Screenshot(path: $0, showsEffects: effects) }
        options.benchmark = benchmark
        options.seconds = at
        options.size = size.map { ($0.width, $0.height) }
        options.pane = pane
        if dark { options.isDark = true }
        // The main function is synchronous: from here, GLib's main loop serves the main actor.
        let status = MainActor.assumeIsolated { [options] in ViewerApplication.run(options, clients: .live) }
        throw ExitCode(status)
    }
}

/// A window size, written as WIDTHxHEIGHT.
struct WindowSize: ExpressibleByArgument {
    let width: Int
    let height: Int

    /// The allowed width and height, in pixels.
    private static let range = 320...8192

    init?(argument: String) {
        let parts = argument.split(separator: "x").map { Int($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], Self.range.contains(width),
            Self.range.contains(height)
        else { return nil }
        self.width = width
        self.height = height
    }
}

extension ViewerOptions.Pane: ExpressibleByArgument {}
extension ViewerOptions.Benchmark: ExpressibleByArgument {}
