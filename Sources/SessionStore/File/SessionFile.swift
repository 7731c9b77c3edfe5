import Foundation
import GRDB

/// Creates and opens session databases.
enum SessionFile {
    /// The maximum time to wait for another program's lock, in seconds.
    private static let busySeconds = 5

    /// Creates an empty session under its final name, either completely or not at all.
    static func create(at path: String, fill: (Database) throws -> Void) throws(SessionError) {
        let draft = try DraftFile(of: path)
        try SessionError.translating(path) {
            var configuration = Configuration()
            configuration.journalMode = .default
            configuration.prepareDatabase { database in
                // Large pages waste less space for chunks of one or two kilobytes.
                // A draft waits for the disk once, when it is complete.
                try database.execute(sql: "PRAGMA page_size = 16384; PRAGMA synchronous = OFF")
            }
            let queue = try DatabaseQueue(path: draft.path, configuration: configuration)
            try queue.write { database in
                try Schema.migrate(database)
                try fill(database)
            }
            // At this point, the journal of the change is named like the draft. A journal named like the session could
            // reappear after a power failure and undo the recording.
            try queue.writeWithoutTransaction { _ = try String.fetchOne($0, sql: "PRAGMA journal_mode = WAL") }
            try queue.close()
        }
        try draft.synchronize(of: path)
        // The name is on disk once the file has been opened for writing.
        try publish(draft.path, as: path)
    }

    /// Creates a database for a draft, which no other program opens: without a journal and without waiting for the
    /// disk.
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

    /// Moves a complete file to its final name; an existing file is never replaced.
    static func publish(_ draft: String, as path: String) throws(SessionError) {
        guard access(path, F_OK) != 0 else { throw .alreadyExists(path: path) }
        // SQLite would apply the log of a removed file to the new one.
        DatabaseCompanion.removeAll(beside: path)
        if link(draft, path) == 0 {
            unlink(draft)
            return
        }
        guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS else { throw error(errno, path: path) }
        // On a file system without hard links, a file created between the check and the move would be replaced.
        guard rename(draft, path) == 0 else { throw error(errno, path: path) }
    }

    /// Ensures that a new name, like the contents of its file, survives a power failure.
    static func syncFolder(of path: String) {
        let name = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let folder = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    /// Opens a session for appending, with a write-ahead log, so that each commit is on disk before it returns.
    ///
    /// Waits for the disk twice: for the log's header and for the folder. The first commit would do so otherwise.
    static func openForWriting(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(Double(busySeconds))
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { database in
            try UntrustedDatabase.harden(database)
            UntrustedDatabase.trust(database)
            _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
            try database.execute(
                sql: """
                    PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = \(SessionBounds.logPages);
                    PRAGMA journal_size_limit = \(SessionBounds.logBytes)
                    """)
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        // This change of nothing begins the log. With the folder, the end of the journal of a complete file, which has
        // just changed its mode, is on disk: the journal must not reappear.
        try queue.write { database in
            let format = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            try database.execute(sql: "PRAGMA user_version = \(format)")
        }
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        return queue
    }

    /// Moves the write-ahead log into the database and truncates it, as far as readers and the free space allow.
    static func shrinkLog(_ queue: DatabaseQueue) {
        try? queue.writeWithoutTransaction { database in
            // Do not wait for readers, because the recording continues.
            try database.execute(sql: "PRAGMA busy_timeout = 0")
            defer { try? database.execute(sql: "PRAGMA busy_timeout = \(busySeconds * 1_000)") }
            _ = try Row.fetchAll(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    /// Returns the free space of the disk that contains a file, in bytes; `nil` if it is not known.
    static func freeBytes(at path: String) -> UInt64? {
        var disk = statvfs()
        guard statvfs(path, &disk) == 0 else { return nil }
        let (bytes, isTooLarge) = UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize))
        return isTooLarge ? .max : bytes
    }

    /// Sets the size at which the write-ahead log is moved into the database, which makes the disk busy for longer than
    /// several commits do.
    static func adaptLog(_ queue: DatabaseQueue, isSlow: Bool) throws {
        let pages = isSlow ? SessionBounds.slowLogPages : SessionBounds.logPages
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_autocheckpoint = \(pages)") }
    }

    /// Moves the write-ahead log into the database, so that a single file remains, and closes the database.
    ///
    /// Waits for the disk once: the log is on disk already, and any state of the two files after a power failure
    /// is complete. Their names need not be on disk: a log that returns contains nothing new.
    static func fold(_ queue: DatabaseQueue, _ lock: SessionLock?) throws {
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA synchronous = OFF")
            if !isCopied(from: database) || lock?.synchronize() != true {
                try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(TRUNCATE)")
            }
            // If a reader is using the log, the file remains in two parts, but complete.
            _ = try? String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE")
        }
        try queue.close()
    }

    /// Copies the write-ahead log into the database. Returns `false` if it could not be copied as a whole.
    private static func isCopied(from database: Database) -> Bool {
        guard let row = try? Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(PASSIVE)") else { return false }
        return row[0] == 0 && row[1] as Int == row[2]
    }

    /// Opens an untrusted file without writing to it.
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
                UntrustedDatabase.trust(database)
            }
            return queue
        }
    }

    /// Returns the size of a session in bytes, including its log, and whether there is a log: if so, the session is
    /// being recorded or its recording did not end cleanly.
    static func extent(_ path: String) -> (size: Int, isOpen: Bool) {
        let sizes = [path, DatabaseCompanion.log.path(beside: path)].map { name in
            var status = stat()
            return stat(name, &status) == 0 ? Int(status.st_size) : nil
        }
        return (sizes.reduce(0) { $0 + ($1 ?? 0) }, sizes[1] != nil)
    }

    /// Returns whether to open the file without its journal. A power failure during a change of journal mode leaves a
    /// journal of the first page, which a reader must not roll back; the rest of the file is valid either way.
    private static func needsNoJournal(_ error: DatabaseError) -> Bool {
        [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode.primaryResultCode)
    }

    private static func reader(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(Double(busySeconds))
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { try UntrustedDatabase.harden($0) }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        _ = try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema") }
        return queue
    }

    /// Returns whether a file is in write-ahead mode but has no log; to read it, SQLite would create files next to it.
    private static func isUnchanging(_ path: String) -> Bool {
        guard access(DatabaseCompanion.log.path(beside: path), F_OK) != 0, let file = FileHandle(forReadingAtPath: path)
        else { return false }
        defer { try? file.close() }
        guard let head = try? file.read(upToCount: 20), head.count == 20 else { return false }
        return head[19] == 2
    }

    /// Returns a URI for which SQLite reads only the file itself, without locks and without a log.
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
