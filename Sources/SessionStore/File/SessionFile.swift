import Foundation
import GRDB

/// Opens and makes the database of a session.
enum SessionFile {
    /// The time for which another program's lock is waited for, in seconds.
    private static let busySeconds = 5

    /// Creates an empty session under its final name, whole or not at all.
    static func create(at path: String, fill: (Database) throws -> Void) throws(SessionError) {
        let draft = try DraftFile(of: path)
        try SessionError.translating(path) {
            var configuration = Configuration()
            configuration.journalMode = .default
            configuration.prepareDatabase { database in
                // Large pages waste less on chunks of one or two kilobytes.
                try database.execute(sql: "PRAGMA page_size = 16384; PRAGMA synchronous = FULL")
            }
            let queue = try DatabaseQueue(path: draft.path, configuration: configuration)
            try queue.write { database in
                try Schema.migrate(database)
                try fill(database)
            }
            // Here the change's own journal bears the draft's name: one that a power cut brought back beside the
            // session would undo what was recorded since.
            try queue.writeWithoutTransaction { _ = try String.fetchOne($0, sql: "PRAGMA journal_mode = WAL") }
            try queue.close()
        }
        try publish(draft.path, as: path)
        syncFolder(of: path)
    }

    /// Creates a database that no other program opens before it is whole: without a journal, and not on disk yet.
    static func openDraft(_ draft: DraftFile, fill: (Database) throws -> Void) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.journalMode = .default
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA page_size = 16384; PRAGMA synchronous = OFF")
            _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = OFF")
            _ = try String.fetchOne(database, sql: "PRAGMA locking_mode = EXCLUSIVE")
        }
        let queue = try DatabaseQueue(path: draft.path, configuration: configuration)
        try queue.write { database in
            try Schema.migrate(database)
            try fill(database)
        }
        return queue
    }

    /// Gives a whole file its final name; an existing file is never replaced.
    static func publish(_ draft: String, as path: String) throws(SessionError) {
        guard access(path, F_OK) != 0 else { throw .alreadyExists(path: path) }
        // The log of a file that was removed would be played into the new one.
        DatabaseCompanion.removeAll(beside: path)
        if link(draft, path) == 0 {
            unlink(draft)
            return
        }
        guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS else { throw error(errno, path: path) }
        // A file system without hard links: the moment between the look and the move is not guarded.
        guard rename(draft, path) == 0 else { throw error(errno, path: path) }
    }

    /// Creates a new name survive a power cut as its file does.
    static func syncFolder(of path: String) {
        let name = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let folder = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    /// Opens a session to add to it: write-ahead log, every commit on disk before it returns.
    static func openForWriting(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(Double(busySeconds))
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { database in
            try StrangersFile.defend(database)
            StrangersFile.trust(database)
            _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
            try database.execute(
                sql: """
                    PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = \(SessionBounds.logPages);
                    PRAGMA journal_size_limit = \(SessionBounds.logBytes)
                    """)
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        // A file that was whole changed its kind of journal just now: its journal must not come back.
        syncFolder(of: path)
        return queue
    }

    /// Folds the write-ahead log in and cuts it, as far as readers allow; a disk without room for that keeps it.
    static func shrinkLog(_ queue: DatabaseQueue) {
        try? queue.writeWithoutTransaction { database in
            // A reader is not waited for: the recording continues.
            try database.execute(sql: "PRAGMA busy_timeout = 0")
            defer { try? database.execute(sql: "PRAGMA busy_timeout = \(busySeconds * 1_000)") }
            _ = try Row.fetchAll(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    /// Returns the free bytes of the disk that a file is on; `nil` if that cannot be known.
    static func freeBytes(at path: String) -> UInt64? {
        var disk = statvfs()
        guard statvfs(path, &disk) == 0 else { return nil }
        return UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize)).partialValue
    }

    /// Folds the write-ahead log in and leaves one file behind.
    static func fold(_ queue: DatabaseQueue) throws {
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            // A reader at this moment keeps the log in use: the file stays in two parts, and whole.
            _ = try? String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE")
        }
        let path = queue.path
        try queue.close()
        syncFolder(of: path)
    }

    /// Opens a file that may be anything, and writes nothing.
    static func openForReading(_ path: String) throws(SessionError) -> DatabaseQueue {
        var status = stat()
        guard !path.utf8.contains(0), stat(path, &status) == 0 else { throw error(errno, path: path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notASession(path: path) }
        guard access(path, R_OK) == 0 else { throw .notPermitted(path: path) }
        return try SessionError.translating(path) {
            let queue: DatabaseQueue
            do {
                queue = try reader(isUnchanging(path) ? try unchanging(path) : path)
            } catch let error as DatabaseError where needsNoJournal(error) {
                queue = try reader(try unchanging(path))
            }
            try queue.read { database in
                try SchemaCheck.check(database, path: path)
                StrangersFile.trust(database)
            }
            return queue
        }
    }

    /// Returns how many bytes a session takes with its log, and whether it has one: is being recorded, or was not ended.
    static func extent(_ path: String) -> (size: Int, isOpen: Bool) {
        let sizes = [path, DatabaseCompanion.log.path(beside: path)].map { name in
            var status = stat()
            return stat(name, &status) == 0 ? Int(status.st_size) : nil
        }
        return (sizes.reduce(0) { $0 + ($1 ?? 0) }, sizes[1] != nil)
    }

    /// A power that fails while the kind of journal is changed leaves a journal of the first page, which a reader must
    /// not roll back; what else is in the file is whole with it or without.
    private static func needsNoJournal(_ error: DatabaseError) -> Bool {
        [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode.primaryResultCode)
    }

    private static func reader(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(Double(busySeconds))
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { try StrangersFile.defend($0) }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        _ = try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema") }
        return queue
    }

    /// Returns whether a file was left in write-ahead mode without a log: SQLite would make files beside it to read it.
    private static func isUnchanging(_ path: String) -> Bool {
        guard access(DatabaseCompanion.log.path(beside: path), F_OK) != 0, let file = FileHandle(forReadingAtPath: path)
        else { return false }
        defer { try? file.close() }
        guard let head = try? file.read(upToCount: 20), head.count == 20 else { return false }
        return head[19] == 2
    }

    /// Names a file so that SQLite reads it alone, without locks and without a log.
    private static func unchanging(_ path: String) throws -> String {
        guard let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) else {
            throw SessionError.notPermitted(path: path)
        }
        return "file:" + (path.hasPrefix("/") ? "//" : "") + escaped + "?immutable=1"
    }

    static func error(_ number: Int32, path: String) -> SessionError {
        switch number {
        case ENOENT, ENOTDIR: .notFound(path: path)
        case EEXIST: .alreadyExists(path: path)
        case ENOSPC, EDQUOT: .diskFull(path: path)
        case EACCES, EPERM, EROFS: .notPermitted(path: path)
        default: .inputOutput(path: path, detail: String(cString: strerror(number)))
        }
    }
}
