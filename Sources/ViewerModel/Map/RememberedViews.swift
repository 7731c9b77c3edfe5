public import Geometry
import Glibc
public import SensorModel

/// The views of the map with which the user left the latest sessions. They are stored as text in the settings.
public struct RememberedViews: Sendable, Hashable {
    /// A session, identified by its file and its start: another file at the same path starts at another time.
    public struct Session: Sendable, Hashable {
        /// The session's file.
        public var path: String
        /// The instant of its first event.
        public var start: Instant

        /// Identifies a session.
        public init(path: String, start: Instant) {
            self.path = path
            self.start = start
        }
    }

    /// The centre and the zoom of a map.
    public struct View: Sendable, Hashable {
        /// The coordinate at the map's centre.
        public var centre: Coordinate
        /// The zoom: the world is 256 x 2^zoom pixels wide.
        public var zoom: Double

        /// Creates a view. Its values are stored exactly, so that a session that is opened again has the same pixels.
        public init(centre: Coordinate, zoom: Double) {
            // Dragging the map around the world adds 360 degrees.
            let longitude = remainder(centre.longitude, 360)
            self.centre = Coordinate(latitude: centre.latitude, longitude: longitude)
            self.zoom = zoom
        }

        /// Whether a map can show the view; a stored text may contain any number.
        var isPossible: Bool { centre.isValid && Self.zooms.contains(zoom) }

        private static let zooms = 0.0...24.0
    }

    private struct Entry: Sendable, Hashable {
        var session: Session
        var view: View
    }

    /// The maximum number of stored views.
    public static let most = 64
    /// The maximum length of a path, in bytes of UTF-8.
    public static let longestPath = 1_024
    private var entries: [Entry] = []

    /// Creates a list without views.
    public init() {}

    /// Reads ``text``; ignores lines in another format.
    public init(text: String) {
        for line in text.split(separator: "\n").suffix(Self.most) {
            let parts = line.split(separator: " ", maxSplits: 4)
            guard parts.count == 5, let zoom = Double(parts[0]), let latitude = Double(parts[1]),
                let longitude = Double(parts[2]), let start = Int64(parts[3])
            else { continue }
            let centre = Coordinate(latitude: latitude, longitude: longitude)
            let session = Session(path: String(parts[4]), start: Instant(nanoseconds: start))
            remember(View(centre: centre, zoom: zoom), of: session)
        }
    }

    /// A line for each view: zoom, latitude, longitude, start, path.
    public var text: String {
        entries.map { entry in
            let (session, view) = (entry.session, entry.view)
            return "\(view.zoom) \(view.centre.latitude) \(view.centre.longitude) "
                + "\(session.start.nanoseconds) \(session.path)"
        }
        .joined(separator: "\n")
    }

    /// The number of stored views.
    public var count: Int { entries.count }

    /// Returns the view with which a session was left; `nil` if none is stored.
    public func view(of session: Session) -> View? { entries.last { $0.session == session }?.view }

    /// Stores the view with which a session is left, and removes the oldest views beyond ``most``.
    public mutating func remember(_ view: View, of session: Session) {
        forget(path: session.path)
        guard view.isPossible, session.path.hasPrefix("/"), session.path.utf8.count <= Self.longestPath,
            !session.path.contains(where: \.isNewline)
        else { return }
        entries.append(Entry(session: session, view: view))
        entries.removeFirst(max(0, entries.count - Self.most))
    }

    /// Removes the view of a file.
    public mutating func forget(path: String) { entries.removeAll { $0.session.path == path } }
}
