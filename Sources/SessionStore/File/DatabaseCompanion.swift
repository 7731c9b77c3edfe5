import Glibc

/// A file that SQLite keeps beside a database, named as the database with a suffix.
public enum DatabaseCompanion: String, CaseIterable, Sendable {
    /// The write-ahead log: what was written and is not yet in the database itself.
    case log = "-wal"
    /// The index of the log, shared by those who have the database open.
    case logIndex = "-shm"
    /// What a change that did not end has to be undone with.
    case journal = "-journal"

    /// Returns the path of the companion of a database.
    public func path(beside database: String) -> String { database + rawValue }

    /// Removes what lies beside a database, if anything does.
    public static func removeAll(beside database: String) {
        for companion in allCases { unlink(companion.path(beside: database)) }
    }

    /// Removes a database with what lies beside it, if anything does.
    public static func remove(with database: String) {
        unlink(database)
        removeAll(beside: database)
    }
}
