public import FusionCore
public import Geometry

/// The changes to sessions of the library; every closure throws an error that says what is wrong.
public struct LibraryClient: Sendable {
    /// The sessions to export.
    public enum Source: Sendable {
        /// A file, with the parameters that it keeps.
        case file(String)
        /// The session in the window, with its tuned parameters and corrections.
        case shown(OpenedSession)
    }

    /// The places that an export leaves out.
    public struct LeftOut: Sendable, Hashable {
        /// The places around which nothing is written.
        public var places: [Coordinate]
        /// The radius that is certainly left out around each, in metres.
        public var radius: Double

        /// Creates places with a radius in metres.
        public init(places: [Coordinate] = [], radius: Double = 300) { (self.places, self.radius) = (places, radius) }
    }

    /// The result of adding a file.
    public struct Addition: Sendable, Hashable {
        /// The number of sessions that were added.
        public var added = 0
        /// The number of activities that the library already contained.
        public var known = 0
        /// The number of files that contain no track or cannot be read.
        public var refused = 0

        /// Creates a count.
        public init(added: Int = 0, known: Int = 0, refused: Int = 0) {
            (self.added, self.known, self.refused) = (added, known, refused)
        }

        /// Adds the result of another file.
        public static func += (left: inout Self, right: Self) {
            left.added += right.added
            left.known += right.known
            left.refused += right.refused
        }
    }

    /// Changes a session's title.
    public var rename: @Sendable (_ path: String, _ title: String) async throws -> Void
    /// Moves a session to the desktop's trash.
    public var moveToBin: @Sendable (_ path: String) async throws -> Void
    /// The result of an export of the library.
    public struct Copies: Sendable, Hashable {
        /// The number of sessions that were written.
        public var written: Int
        /// The reasons why the others were not written.
        public var failures: [String]

        /// Creates a count.
        public init(written: Int, failures: [String]) { (self.written, self.failures) = (written, failures) }
    }

    /// Writes the sessions of a folder (`nil` for the library's own) to files with the given extension in a new folder:
    /// those in a time span, or all, without some places. Calls a closure with the fraction written, 0 ... 1. Ends early if the task is
    /// cancelled; files already written remain.
    public var exportLibrary:
        @Sendable (
            _ folder: String?, _ span: TimeSpan?, _ ending: String, _ leavingOut: LeftOut, _ target: String,
            _ progress: @escaping @Sendable (Double) -> Void
        ) async throws -> Copies
    /// Writes a session's track, or all of its events, to a file, without some places. The file's extension determines the
    /// format.
    public var export: @Sendable (_ source: Source, _ leavingOut: LeftOut, _ target: String) async throws -> Void
    /// Adds a file of any kind to a folder of sessions, `nil` for the library's own: one session for each activity of
    /// an archive. Calls a closure with the fraction read, 0 ... 1. Ends early if the task is cancelled; sessions
    /// already added remain.
    public var add:
        @Sendable (_ path: String, _ folder: String?, _ progress: @escaping @Sendable (Double) -> Void) async throws
            -> Addition

    /// The extension of a file that contains all events.
    public static let eventsEnding = "ndjson"
    /// The extensions of the files that can be exported, including ``eventsEnding``, with the default first.
    public var exportEndings: [String]

    /// Creates a client from its closures.
    public init(
        rename: @escaping @Sendable (_ path: String, _ title: String) async throws -> Void,
        moveToBin: @escaping @Sendable (_ path: String) async throws -> Void,
        export: @escaping @Sendable (_ source: Source, _ leavingOut: LeftOut, _ target: String) async throws -> Void,
        add:
            @escaping @Sendable (
                _ path: String, _ folder: String?, _ progress: @escaping @Sendable (Double) -> Void
            ) async throws -> Addition,
        exportLibrary:
            @escaping @Sendable (
                _ folder: String?, _ span: TimeSpan?, _ ending: String, _ leavingOut: LeftOut, _ target: String,
                _ progress: @escaping @Sendable (Double) -> Void
            ) async throws -> Copies,
        exportEndings: [String]
    ) {
        self.rename = rename
        self.moveToBin = moveToBin
        self.export = export
        self.add = add
        self.exportLibrary = exportLibrary
        self.exportEndings = exportEndings
    }
}
