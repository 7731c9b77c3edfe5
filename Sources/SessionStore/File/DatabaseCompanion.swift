import Glibc

/// A file that SQLite keeps next to a database, named like the database with a suffix.
public enum DatabaseCompanion: String, CaseIterable, Sendable {
    /// The write-ahead log: data that has been written but is not yet in the database file.
    case log = "-wal"
    /// The index of the log, shared by all connections to the database.
    case logIndex = "-shm"
    /// The data to undo an incomplete change.
    case journal = "-journal"

    /// Returns the path of the companion of a database.
    public func path(beside database: String) -> String { database + rawValue }

    /// Removes the companions of a database, if there are any.
    public static func removeAll(beside database: String) {
        for companion in allCases { unlink(companion.path(beside: database)) }
    }

    /// Removes a database and its companions, if they exist.
    public static func remove(with database: String) {
        unlink(database)
        removeAll(beside: database)
    }
}
