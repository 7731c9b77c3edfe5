package import ViewerModel

/// A part of the window, of which a narrow one has room for one at a time.
package enum WindowPage: Sendable, Hashable {
    /// The map with the timeline below it.
    case map
    /// The gauge and the values at the instant, or the totals of the session.
    case values
    /// One of the tabs of the instruments.
    case tab(ViewerOptions.Pane)

    /// The kind of the part.
    package var kind: WindowLayout.Page {
        switch self {
        case .map: .map
        case .values: .values
        case .tab: .tab
        }
    }
}

/// The options of a start of the program.
public struct ViewerOptions: Sendable {
    /// A tab on the right.
    public enum Pane: String, Sendable, CaseIterable {
        /// The tuning panel.
        case tune
        /// Stops and moves.
        case day
        /// A month of the library.
        case history
        /// Attitude, acceleration and rotation.
        case motion
        /// The connected sensors, live.
        case sensors
    }

    /// A benchmark of the window.
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
        /// Opens the file, and measures when it is drawn.
        case open
        /// Records the file's events again and again for a day, in time lapse.
        case live
        /// Opens and closes windows, and counts the objects that remain.
        case windows
    }

    /// A picture of the window.
    public struct Screenshot: Sendable {
        /// The path of the picture.
        public var path: String
        /// Whether the picture shows the effects of all parameters, which requires a run for each.
        public var showsEffects: Bool

        /// Creates a request for a picture.
        public init(path: String, showsEffects: Bool = false) {
            self.path = path
            self.showsEffects = showsEffects
        }
    }

    /// The files: one is opened, several become sessions of the library.
    public var files: [String] = []
    /// The session to open; `nil` for none, and for several. Map files do not count as sessions.
    package var file: String? {
        let sessions = files.filter { !TileClient.isMap(path: $0) }
        return sessions.count == 1 ? sessions.first : nil
    }
    /// The files whose tracks are added to the map of the session.
    public var tracks: [String] = []
    /// Whether to open the simulated day.
    public var isDemo = false
    /// Whether to show the library on the map.
    public var showsLibrary = false
    /// The picture to take; the program exits afterwards.
    public var screenshot: Screenshot?
    /// The benchmark to run; the program exits afterwards.
    public var benchmark: Benchmark?
    /// The time to show, in seconds from the session's start.
    public var seconds: Double?
    /// The window's size in pixels.
    public var size: (width: Int, height: Int)?
    /// The tab to show.
    public var pane: Pane?
    /// Whether to use dark colours regardless of the desktop's style; `nil` to follow it.
    public var isDark: Bool?

    /// Creates the defaults.
    public init() {}

    /// Whether the program exits without the user.
    package var isUnattended: Bool { screenshot != nil || benchmark != nil }
}
