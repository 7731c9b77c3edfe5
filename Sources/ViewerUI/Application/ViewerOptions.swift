/// What a start of the program asks for.
public struct ViewerOptions: Sendable {
    /// One of the tabs at the right.
    public enum Pane: String, Sendable, CaseIterable {
        /// The tuning panel.
        case tune
        /// Stops and moves.
        case day
        /// A month of the library.
        case history
        /// Attitude, acceleration and rotation.
        case motion
        /// The sensors.
        case sensors
    }

    /// A measured drive of the window.
    public enum Benchmark: String, Sendable, CaseIterable {
        /// Drags the map.
        case pan
        /// Drags the replay slider.
        case scrub
        /// Changes a parameter of the simplifier.
        case tune
        /// Changes a parameter of the position filter.
        case tunePosition = "tune-position"
        /// Changes a parameter of the attitude filter.
        case tuneAttitude = "tune-attitude"
        /// Opens what is asked for, and tells when it was seen.
        case open
        /// Opens and closes windows, and counts what is left of them.
        case windows
    }

    /// A picture of the window.
    public struct Screenshot: Sendable {
        /// Where the picture goes.
        public var path: String

        /// Asks for a picture.
        public init(path: String) { self.path = path }
    }

    /// The files: one is opened, several become sessions of the library.
    public var files: [String] = []
    /// The session to open; `nil` for none, and for several. Maps among the files are no sessions.
    var file: String? {
        let sessions = files.filter { !TileClient.isMap(path: $0) }
        return sessions.count == 1 ? sessions.first : nil
    }
    /// Whether to open the simulated day.
    public var isDemo = false
    /// The picture to take; the program ends after it.
    public var screenshot: Screenshot?
    /// The drive to measure; the program ends after it.
    public var benchmark: Benchmark?
    /// Seconds from the session's start to show.
    public var seconds: Double?
    /// The window's size in pixels.
    public var size: (width: Int, height: Int)?
    /// The tab to show.
    public var pane: Pane?
    /// Whether dark colours are asked for, whatever the desktop says.
    public var isDark: Bool?

    /// Asks for nothing in particular.
    public init() {}

    /// Whether the program ends by itself.
    var isUnattended: Bool { screenshot != nil || benchmark != nil }
}
