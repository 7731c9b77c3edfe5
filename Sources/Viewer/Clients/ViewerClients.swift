public import FusionCore
public import Replay
public import SensorModel
public import ViewerModel

/// The window's connections to files, devices and the network, as closures that the program provides.
public struct ViewerClients: Sendable {
    /// Reads a session or any file that can be imported; runs off the main actor.
    public var open: @Sendable (_ path: String) async throws -> OpenedSession
    /// Reads one or several files into one session, and reports the fraction read. Ends if the task is cancelled. `nil`
    /// if ``open`` is used instead.
    public var openFiles:
        (
            @Sendable (_ paths: [String], _ progress: @escaping @Sendable (Double) -> Void) async throws ->
                OpenedSession
        )?
    /// Creates the built-in simulated day.
    public var demo: @Sendable () async throws -> OpenedSession
    /// Lists the sessions of a folder (`nil` for the library's own): first with what is already known about them, then
    /// again whenever more has been read.
    public var library: @Sendable (_ folder: String?) -> AsyncStream<[LibraryList.Session]>
    /// Reads the lines of sessions of a folder (`nil` for the library's own), in parts, off the main actor: first those that
    /// are known, then the others; `nil` if there is no library.
    public var lines: (@Sendable (_ folder: String?, _ paths: [String]) -> AsyncStream<LibraryLines>)?
    /// Stores the parameters that the user chose in a session's file; `nil` if nothing can be stored.
    public var saveParameters: (@Sendable (_ path: String, _ parameters: Parameters) async throws -> Void)?
    /// Keeps the parameters that the user chose for files; `nil` if nothing can be kept.
    public var tuning: TuningClient?
    /// Records; `nil` if recording is not possible.
    public var recording: RecordingClient?
    /// Reports the state of a request's sensors about ten times per second, for as long as the stream is read; `nil` if that
    /// is not possible.
    ///
    /// While a recorder runs, only it can read the sensors, so its reports are delivered. The stream ends when a
    /// recording begins or ends; request it again after that.
    public var readings: (@Sendable (RecordingClient.Request) async -> AsyncStream<SensorReading>)?
    /// Changes the library; `nil` if that is not possible.
    public var changes: LibraryClient?
    /// Reads days of the library and stores the user's corrections; `nil` if there is no library.
    public var day: DayClient?
    /// Returns the totals of the sessions of a folder (`nil` for the library's own) for each of several time spans, off the
    /// main actor; `nil` if there is no library.
    public var histories: (@Sendable (_ folder: String?, _ spans: [TimeSpan]) async -> [HistoryDay])?
    /// Reads the user's own paces; `nil` if there is no library.
    public var paces: PacesClient?
    /// Reads map files; `nil` if that is not possible.
    public var tiles: TileClient?
    /// Runs programs of the user's own; `nil` if that is not possible.
    public var filter: OwnFilterClient?
    /// A private folder that is deleted at logout; `nil` if there is none.
    public var runtimeFolder: String?
    /// The usual endings of the names of files that can be read.
    public var endings: [String] = []

    /// Creates a client from its closures.
    public init(
        open: @escaping @Sendable (_ path: String) async throws -> OpenedSession,
        demo: @escaping @Sendable () async throws -> OpenedSession,
        library: @escaping @Sendable (_ folder: String?) -> AsyncStream<[LibraryList.Session]> = { _ in
            AsyncStream { $0.finish() }
        },
        recording: RecordingClient? = nil, changes: LibraryClient? = nil, day: DayClient? = nil,
        tiles: TileClient? = nil, tuning: TuningClient? = nil,
        saveParameters: (@Sendable (_ path: String, _ parameters: Parameters) async throws -> Void)? = nil
    ) {
        self.open = open
        self.demo = demo
        self.library = library
        self.recording = recording
        self.changes = changes
        self.day = day
        self.tiles = tiles
        self.tuning = tuning
        self.saveParameters = saveParameters
    }

    /// Returns a closure that reads files into one session and reports the fraction read.
    package func reading(
        _ paths: [String]
    ) -> @Sendable (_ progress: @escaping @Sendable (Double) -> Void) async throws -> OpenedSession {
        { [openFiles, open] progress in
            if let openFiles { return try await openFiles(paths, progress) }
            guard let path = paths.first else { throw CancellationError() }
            return try await open(path)
        }
    }
}

/// A part of the library's lines.
public struct LibraryLines: Sendable {
    /// The lines.
    public var lines: [LibraryLine]
    /// The reasons why other sessions cannot be read, by path.
    public var failures: [String: String]

    /// Creates a part.
    public init(_ lines: [LibraryLine], failures: [String: String] = [:]) {
        (self.lines, self.failures) = (lines, failures)
    }
}

/// A session as it was read.
public struct OpenedSession: Sendable {
    /// The name for the user.
    public var title: String
    /// The file of the session; `nil` for one created in memory.
    public var path: String?
    /// Its events.
    public var recording: Recording
    /// The parameters it was recorded with.
    public var parameters: Parameters
    /// The problems of the file, if there are any.
    public var notes: [String]
    /// The routes, lines without times and waypoints that are drawn with the session.
    public var features: [MapFeature]

    /// Creates a session.
    public init(
        title: String, path: String?, recording: Recording, parameters: Parameters = .init(), notes: [String] = [],
        features: [MapFeature] = []
    ) {
        self.title = title
        self.path = path
        self.recording = recording
        self.parameters = parameters
        self.notes = notes
        self.features = features
    }
}

/// The control of recordings. They run in a separate process, so that closing the window loses nothing.
public struct RecordingClient: Sendable {
    /// The sources to record.
    public struct Request: Sendable, Hashable {
        /// The address of gpsd: host and port.
        public var gpsdAddress: String
        /// Whether the location that GeoClue states is recorded too.
        public var usesGeoClue: Bool
        /// The addresses of motion sensors.
        public var sensorAddresses: [String]
        /// Choices for individual sensors: `NAME=RATE`, `NAME=off`.
        public var sensorChoices: [String]
        /// The folder for the file; `nil` for the library's own.
        public var folder: String?
    }

    /// The reports of a recording: its progress, and its end.
    public enum Report: Sendable {
        /// Events in the order in which they are written to the file.
        case events([SensorEvent])
        /// The recording has another date than until now: all events follow again.
        case restarted
        /// The problem that the user should know about; `nil` without one.
        case trouble(String?)
        /// The number of seconds that a slow disk has not stored; `nil` if it is fast enough. The mark is true if what is
        /// shown is not safe yet.
        case unsaved(seconds: Int?, isUnsafe: Bool)
        /// Which sensor the user has no permission to read, and what to do about it; `nil` if there is none.
        case permission(String?)
        /// The recording has ended; the value is the session's path.
        case ended(path: String?)
        /// The recording could not continue.
        case failed(String)
    }

    /// Starts a recorder as a separate process, and follows it.
    public var start: @Sendable (Request) async throws -> AsyncStream<Report>
    /// Follows a recording that is already running; `nil` if there is none.
    public var attach: @Sendable () async -> AsyncStream<Report>?
    /// Ends the recording normally.
    public var stop: @Sendable () async -> Void
    /// Marks the present moment of the recording with a text.
    public var mark: @Sendable (_ text: String) async -> Void

    /// Creates a client from its closures.
    public init(
        start: @escaping @Sendable (Request) async throws -> AsyncStream<Report>,
        attach: @escaping @Sendable () async -> AsyncStream<Report>?, stop: @escaping @Sendable () async -> Void,
        mark: @escaping @Sendable (_ text: String) async -> Void
    ) {
        self.start = start
        self.attach = attach
        self.stop = stop
        self.mark = mark
    }
}
