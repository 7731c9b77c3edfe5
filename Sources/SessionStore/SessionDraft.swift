import CSQLite
import Glibc
public import SensorModel

/// A whole session under a name of its own, which gets its final name once it is on disk.
///
/// Nothing waits for the disk before ``publish(_:)``, which waits once for any number of sessions.
public final class SessionDraft: Sendable {
    /// The final name.
    public let path: String
    private let draft: DraftFile

    /// Events that are written at once.
    private static let batchLength = 50_000

    /// Writes a session.
    /// - Parameters:
    ///   - path: The final name; there must not be such a file.
    ///   - header: What the session says about itself.
    ///   - fill: Appends the events.
    /// - Throws: ``SessionError``, or what `fill` throws.
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

    /// Writes a session of events in their order, and of what is drawn beside them. O(n).
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

    /// Puts sessions on disk, and then gives them their names. Those of one folder wait for the disk together.
    /// - Throws: ``SessionError`` at the first that cannot get its name; those after it have none.
    public static func publish(_ drafts: [SessionDraft]) throws(SessionError) {
        guard let first = drafts.first else { return }
        if drafts.count > 1, let folder = folder(of: first.path) {
            // One call for all of them; without it each file is synchronised by itself.
            let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            let isDone = descriptor >= 0 && CSQLiteSynchronize(descriptor) == 0
            if descriptor >= 0 { close(descriptor) }
            if !isDone { for session in drafts { try session.draft.synchronize(of: session.path) } }
        } else {
            for session in drafts { try session.draft.synchronize(of: session.path) }
        }
        for session in drafts { try SessionFile.publish(session.draft.path, as: session.path) }
        SessionFile.syncFolder(of: first.path)
    }

    /// Removes the drafts in a folder whose programs were killed.
    public static func removeAbandoned(in folder: String) { DraftFile.removeAbandoned(in: folder) }

    private static func folder(of path: String) -> String? {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    }
}
