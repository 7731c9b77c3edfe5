import CSQLite
import GRDB

/// The protections of a connection to an untrusted file.
enum UntrustedDatabase {
    /// Protects a connection against a hostile schema, and limits the length of queries.
    ///
    /// Call this before the first query; ``trust(_:)`` removes the limit.
    /// - Parameter allowsViews: Whether views are allowed; sessions contain none.
    static func harden(_ database: Database, allowsViews: Bool = false) throws {
        guard let connection = database.sqliteConnection,
            CSQLiteDefend(connection, Int32(SessionBounds.valueBytes), allowsViews ? 1 : 0) == 0
        else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "SQLite lacks a protection that Odograph needs")
        }
        try database.execute(
            sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
    }

    /// Removes the limit for queries, after the file's schema has been checked.
    static func trust(_ database: Database) {
        if let connection = database.sqliteConnection { CSQLiteTrust(connection) }
    }
}
