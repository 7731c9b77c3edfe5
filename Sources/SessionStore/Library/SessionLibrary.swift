public import Foundation
import SensorModel

/// A session of the library.
public struct SessionEntry: Sendable, Hashable, Identifiable {
    /// The file.
    public var path: String
    /// What it holds; nil until ``SessionLibrary/summarize(_:)`` told, or where it cannot be read.
    public var summary: SessionSummary?
    /// Why it cannot be read.
    public var problem: SessionError?
    /// True while it is recorded, or where a recording was not ended.
    public var isOpen: Bool

    /// The file, by which it is told from others.
    public var id: String { path }
}

/// The user's sessions: the files of one folder, with an index that can always be made again from them.
public struct SessionLibrary: Sendable {
    /// The folder.
    public let folder: String
    let index: LibraryIndex

    /// Opens a folder, and makes it, for its owner only, where it is not there.
    /// - Throws: ``SessionError`` where that cannot be done.
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

    /// Opens a folder that is there: looking makes no library.
    /// - Returns: The library; nil if there is no such folder.
    /// - Throws: ``SessionError`` where it cannot be opened.
    public static func existing(_ folder: String = standardFolder()) throws(SessionError) -> SessionLibrary? {
        FileManager.default.fileExists(atPath: folder) ? try SessionLibrary(folder: folder) : nil
    }

    /// Returns `$ODOGRAPH_LIBRARY`, `$XDG_DATA_HOME/odograph` or `~/.local/share/odograph`.
    public static func standardFolder(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String {
        func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        if let folder = absolute("ODOGRAPH_LIBRARY") { return folder }
        if let data = absolute("XDG_DATA_HOME") { return data + "/odograph" }
        return (absolute("HOME") ?? NSHomeDirectory()) + "/.local/share/odograph"
    }

    /// Returns the sessions, the newest first, with what the index knows of them. Reads no session.
    public func entries() -> [SessionEntry] {
        let names = names()
        index.forget(allBut: Set(names))
        return sorted(names.map { entry($0) })
    }

    /// Returns the sessions, the newest first; those that the index does not know are read. O(n) in what is new.
    public func summarizedEntries() -> [SessionEntry] {
        sorted(entries().map { $0.summary == nil ? summarize($0) : $0 })
    }

    /// Reads a session and keeps its summary in the index.
    /// - Returns: The entry with its summary, or with the reason why there is none.
    public func summarize(_ entry: SessionEntry) -> SessionEntry {
        var entry = entry
        let stamp = stamp(entry.path)
        do throws(SessionError) {
            let summary = try SessionReader(opening: entry.path).summary()
            entry.summary = summary
            entry.problem = nil
            index.keep(summary, of: (entry.path as NSString).lastPathComponent, stamp: stamp)
        } catch {
            entry.problem = error
        }
        return entry
    }

    /// Gives a session another title; its file keeps its name.
    /// - Throws: ``SessionError``, ``SessionError/alreadyRecording(path:)`` while it is recorded.
    public func rename(_ entry: SessionEntry, to title: String) throws(SessionError) {
        let writer = try SessionWriter(resuming: entry.path)
        var header = try SessionReader(opening: entry.path).header
        header.title = title
        try writer.update(header)
        try writer.close()
    }

    /// Removes a session for good.
    /// - Throws: ``SessionError``, ``SessionError/alreadyRecording(path:)`` while it is recorded.
    public func remove(_ entry: SessionEntry) throws(SessionError) {
        // Whoever has the lock may remove; it ends with this scope.
        let lock = try SessionLock(path: entry.path)
        defer { withExtendedLifetime(lock) {} }
        guard unlink(entry.path) == 0 else { throw .notPermitted(path: entry.path) }
        DatabaseCompanion.removeAll(beside: entry.path)
    }

    /// Copies a session from elsewhere into the library, whole or not at all.
    /// - Returns: Its entry.
    /// - Throws: ``SessionError`` where it is no session, or cannot be copied.
    public func add(_ path: String) throws(SessionError) -> SessionEntry {
        let events = try SessionReader(opening: path)
        let name = freeName((path as NSString).lastPathComponent)
        let target = folder + "/" + name
        try SessionError.translating(target) {
            try SessionWriter.make(target, header: events.header) { copy in
                var failure: SessionError?
                try events.forEachBatch { batch in
                    guard failure == nil else { return }
                    do throws(SessionError) { try copy.append(batch) } catch { failure = error }
                }
                if let failure { throw failure }
            }
        }
        return summarize(entry(name))
    }

    private func freeName(_ wanted: String) -> String {
        let base = (wanted as NSString).deletingPathExtension
        var name = "\(base).\(Schema.fileExtension)"
        var number = 2
        while access(folder + "/" + name, F_OK) == 0 {
            name = "\(base)_\(number).\(Schema.fileExtension)"
            number += 1
        }
        return name
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
