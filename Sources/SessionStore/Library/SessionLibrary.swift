public import Foundation
import SensorModel

/// A session in the library.
public struct SessionEntry: Sendable, Hashable, Identifiable {
    /// The path of the file.
    public var path: String
    /// The summary; `nil` before ``SessionLibrary/summarize(_:)``, or if the session cannot be read.
    public var summary: SessionSummary?
    /// The reason why the session cannot be read; `nil` if it can.
    public var problem: SessionError?
    /// Whether the session is being recorded, or its recording did not end cleanly.
    public var isOpen: Bool

    /// The path, which identifies the session.
    public var id: String { path }
}

/// The user's sessions: the files in one folder, with an index that can be rebuilt from them.
public struct SessionLibrary: Sendable {
    /// The path of the folder.
    public let folder: String
    let index: LibraryIndex

    /// Opens a folder, and creates it, accessible only to its owner, if it does not exist.
    /// - Throws: ``SessionError`` if this fails.
    public init(folder: String = SessionLibrary.standardFolder()) throws(SessionError) {
        self.folder = folder
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .notPermitted(path: folder)
        }
        index = try LibraryIndex(folder: folder)
    }

    /// Opens an existing folder without creating one.
    /// - Returns: The library; `nil` if the folder does not exist.
    /// - Throws: ``SessionError`` if the folder cannot be opened.
    public static func existing(_ folder: String = standardFolder()) throws(SessionError) -> SessionLibrary? {
        FileManager.default.fileExists(atPath: folder) ? try SessionLibrary(folder: folder) : nil
    }

    /// Returns `$ODOGRAPH_LIBRARY`, `$XDG_DATA_HOME/odograph`, or `~/.local/share/odograph`.
    public static func standardFolder(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String {
        func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        if let folder = absolute("ODOGRAPH_LIBRARY") { return folder }
        if let data = absolute("XDG_DATA_HOME") { return data + "/odograph" }
        return (absolute("HOME") ?? NSHomeDirectory()) + "/.local/share/odograph"
    }

    /// Returns the sessions, newest first, with the summaries in the index. Reads no session files.
    public func entries() -> [SessionEntry] {
        let names = names()
        index.forget(allBut: Set(names))
        return sorted(names.map { entry($0) })
    }

    /// Returns the sessions, newest first. Reads the sessions that are not in the index. O(n) in the new sessions.
    public func summarizedEntries() -> [SessionEntry] {
        sorted(entries().map { $0.summary == nil ? summarize($0) : $0 })
    }

    /// Reads a session and stores its summary in the index.
    /// - Returns: The entry with its summary, or with the reason why there is none.
    public func summarize(_ entry: SessionEntry) -> SessionEntry {
        var entry = entry
        do throws(SessionError) {
            entry.summary = try digest(entry.path).summary
            entry.problem = nil
        } catch {
            entry.problem = error
        }
        return entry
    }

    /// Reads a session, and stores its summary and its line in the index.
    func digest(_ path: String) throws(SessionError) -> (summary: SessionSummary, line: SessionLine) {
        let stamp = stamp(path)
        let digest = try SessionReader(opening: path).digest()
        index.keep(digest.summary, digest.line, of: Self.name(of: path), stamp: stamp)
        return digest
    }

    static func name(of path: String) -> String { (path as NSString).lastPathComponent }

    /// Changes the title of a session; the name of its file stays the same.
    /// - Throws: ``SessionError``, ``SessionError/alreadyRecording(path:)`` while it is recorded.
    public func rename(_ entry: SessionEntry, to title: String) throws(SessionError) {
        let writer = try SessionWriter(resuming: entry.path)
        var header = try SessionReader(opening: entry.path).header
        header.title = title
        try writer.update(header)
        try writer.close()
    }

    private func names() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { ($0 as NSString).pathExtension == Schema.fileExtension }
    }

    private func entry(_ name: String) -> SessionEntry {
        let path = folder + "/" + name
        return SessionEntry(
            path: path, summary: index.summary(of: name, stamp: stamp(path)), problem: nil,
            isOpen: SessionFile.extent(path).isOpen)
    }

    func stamp(_ path: String) -> LibraryIndex.Stamp {
        var stamp = LibraryIndex.Stamp(modified: 0, size: 0)
        for name in [path, DatabaseCompanion.log.path(beside: path)] {
            var status = stat()
            guard stat(name, &status) == 0 else { continue }
            let modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
            stamp.modified = max(stamp.modified, modified)
            stamp.size += Int64(status.st_size)
        }
        return stamp
    }

    private func sorted(_ entries: [SessionEntry]) -> [SessionEntry] {
        entries.sorted {
            let (left, right) = ($0.summary?.start?.nanoseconds ?? .max, $1.summary?.start?.nanoseconds ?? .max)
            return left != right ? left > right : $0.path > $1.path
        }
    }
}
