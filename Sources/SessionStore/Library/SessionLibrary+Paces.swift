public import FusionCore
public import SensorModel

/// The user's own paces, as the sessions of a library show them.
public struct LearnedPaces: Sendable, Hashable {
    /// The paces; those of the average person for activities that no session states.
    public var paces = OwnPaces()
    /// The number of sessions with a stated or corrected pace.
    public var sessions = 0

    /// Creates the paces of the average person.
    public init() {}

    init(of summaries: [SessionSummary]) {
        paces = OwnPaces(sessions: summaries.flatMap(\.paces).map { ($0.activity, $0.speed) })
        sessions = summaries.count
    }
}

extension SessionLibrary {
    /// The time until which the paces of sessions were forgotten.
    private struct Document: LibraryDocument {
        var format = Self.name
        var version = OwnedFile.version
        var since: Instant

        static let name = "odograph-paces"
        static let flaw = "it does not contain the time since when paces are learned"
    }

    private var pacesFile: OwnedFile { OwnedFile(path: folder + "/paces.json") }

    /// Returns the user's own paces, as some sessions of the library show them. If it cannot be read which ones were forgotten,
    /// all were. O(sessions).
    public func learnedPaces(from entries: [SessionEntry]) -> LearnedPaces {
        let document: Document?
        do { document = try pacesFile.document() } catch { return LearnedPaces() }
        let since = document?.since ?? Instant(nanoseconds: .min)
        return LearnedPaces(
            of: entries.compactMap(\.summary).filter { !$0.paces.isEmpty && $0.end.map { $0 > since } ?? false })
    }

    /// Returns the parameters of new sessions: the defaults with the user's own paces. Reads the index, no session.
    public func parametersOfNewSessions() -> Parameters {
        var parameters = Parameters()
        parameters.activity.paces = learnedPaces(from: entries()).paces
        return parameters
    }

    /// Forgets the paces of all sessions until a time.
    /// - Throws: ``SessionError`` if the library cannot be written.
    public func forgetPaces(until now: Instant) throws(SessionError) {
        try pacesFile.update(putsDamagedAside: true) { (_: Document?) in Document(since: now) }
    }
}
