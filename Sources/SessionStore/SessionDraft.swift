import CSQLite
import Glibc
public import SensorModel

/// A complete session under a temporary name, which is moved to its final name once it is on disk.
///
/// Only ``publish(_:)`` waits for the disk, once for any number of sessions.
public final class SessionDraft: Sendable {
    /// The final path.
    public let path: String
    private let draft: DraftFile

    /// The number of events written per transaction.
    private static let batchLength = 50_000

    /// Writes a session under a temporary name.
    /// - Parameters:
    ///   - path: The final path; the file must not exist.
    ///   - header: The metadata of the session.
    ///   - fill: Appends the events.
    /// - Throws: ``SessionError``, or the error thrown by `fill`.
    public init(_ path: String, header: SessionHeader, fill: (SessionWriter) throws -> Void) throws {
        guard access(path, F_OK) != 0 else { throw SessionError.alreadyExists(path: path) }
        self.path = path
        draft = try DraftFile(of: path)
        let writer = try SessionError.translating(path) { try SessionWriter(draft: draft, of: path, header: header) }
        do {
            try fill(writer)
            try SessionError.translating(path) { try writer.closeDraft() }
        } catch {
            try? writer.closeDraft()
            throw error
        }
    }

    /// Writes a session from events in their order and from map features. O(n).
    public convenience init(
        _ path: String, header: SessionHeader, events: some RandomAccessCollection<SensorEvent>,
        features: [MapFeature] = [], proceed: () throws -> Void = {}
    ) throws {
        try self.init(path, header: header) { writer in
            try writer.append(features)
            var rest = events[...]
            while !rest.isEmpty {
                try proceed()
                try writer.append(rest.prefix(Self.batchLength).map { LoggedEvent($0) })
                rest = rest.dropFirst(Self.batchLength)
            }
        }
    }

    /// Copies a session, including raw data, corrections, and map features, in stored order. O(n).
    /// - Parameters:
    ///   - path: The final path; the file must not exist.
    ///   - reader: The session.
    ///   - hidden: The time spans that the copy hides; `nil` for those that the session hides.
    /// - Throws: ``SessionError``: with the reader's path if that session cannot be read to its end.
    public convenience init(_ path: String, copying reader: SessionReader, hiding hidden: HiddenSpans? = nil) throws {
        try self.init(path, header: reader.storedHeader()) { writer in
            try writer.append(reader.features())
            let hidden = try hidden ?? reader.hiddenSpans()
            if !hidden.isEmpty { try writer.replace(hidden) }
            try reader.forEachBatch(.stored) { try writer.append($0) }
        }
    }

    /// Writes sessions to disk, then moves them to their final names. Several sessions wait for the disk together.
    /// - Throws: ``SessionError`` for the first session that cannot be moved; those after it are not moved either.
    public static func publish(_ drafts: [SessionDraft]) throws(SessionError) {
        for together in Dictionary(grouping: drafts, by: { folder(of: $0.path) }).values {
            // A single call for all sessions of a folder; if it fails, each file is synchronized separately.
            if together.count > 1, synchronize(folder(of: together[0].path)) { continue }
            for session in together { try session.draft.synchronize(of: session.path) }
        }
        for session in drafts { try SessionFile.publish(session.draft.path, as: session.path) }
        for folder in Set(drafts.map { folder(of: $0.path) }) { SessionFile.syncFolder(of: folder) }
    }

    /// Writes everything on a folder's disk; returns whether that succeeded.
    private static func synchronize(_ folder: String) -> Bool {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return CSQLiteSynchronize(descriptor) == 0
    }

    /// Removes drafts from a folder if their programs have ended.
    public static func removeAbandoned(in folder: String) { DraftFile.removeAbandoned(in: folder) }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
    }
}
