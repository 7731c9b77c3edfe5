public import Geodesy
import Glibc
public import SensorModel

/// The views of the map that the user left sessions with, the latest last; a bounded number, as text that settings can keep.
public struct RememberedViews: Sendable, Hashable {
    /// The session that a view is of: another file at the same path begins at another instant.
    public struct Session: Sendable, Hashable {
        /// The session's file.
        public var path: String
        /// The instant of its first event.
        public var start: Instant

        /// Creates the name of a session.
        public init(path: String, start: Instant) {
            self.path = path
            self.start = start
        }
    }

    /// The place and the scale that a map shows.
    public struct View: Sendable, Hashable {
        /// The coordinate in the map's middle.
        public var centre: Coordinate
        /// The zoom: the world is 256 x 2^zoom pixels wide.
        public var zoom: Double

        /// Creates a view; it is kept exactly, so that a session that is opened again has the same pixels.
        public init(centre: Coordinate, zoom: Double) {
            // A map that was dragged around the world counts on.
            let longitude = remainder(centre.longitude, 360)
            self.centre = Coordinate(latitude: centre.latitude, longitude: longitude)
            self.zoom = zoom
        }

        /// Whether a map can show it: a text that is read may hold any number.
        var isPossible: Bool { centre.isValid && Self.zooms.contains(zoom) }

        private static let zooms = 0.0...24.0
    }

    private struct Entry: Sendable, Hashable {
        var session: Session
        var view: View
    }

    /// The number of sessions whose views are kept.
    public static let most = 64
    /// The longest path whose view is kept, in bytes of UTF-8.
    public static let longestPath = 1_024
    private var entries: [Entry] = []

    /// Remembers nothing.
    public init() {}

    /// Reads what ``text`` wrote; a line that is something else is left out.
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

    /// The number of views that are kept.
    public var count: Int { entries.count }

    /// Returns the view that a session was left with; `nil` if none is kept.
    public func view(of session: Session) -> View? { entries.last { $0.session == session }?.view }

    /// Keeps the view that a session is left with, and forgets the oldest if there are too many.
    public mutating func remember(_ view: View, of session: Session) {
        forget(path: session.path)
        guard view.isPossible, session.path.hasPrefix("/"), session.path.utf8.count <= Self.longestPath,
            !session.path.contains(where: \.isNewline)
        else { return }
        entries.append(Entry(session: session, view: view))
        entries.removeFirst(max(0, entries.count - Self.most))
    }

    /// Forgets the view of a file.
    public mutating func forget(path: String) { entries.removeAll { $0.session.path == path } }
}
