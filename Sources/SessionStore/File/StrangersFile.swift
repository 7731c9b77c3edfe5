import CSQLite
import GRDB

/// What a connection is told before it looks into a file that may be anybody's.
enum StrangersFile {
    /// Creates a connection believe nothing that the file says about itself, and end questions that lead in circles.
    ///
    /// To be called before anything is asked; ``trust(_:)`` lifts the limit of a question's length.
    /// - Parameter takesViews: Whether views may be asked; a session has none.
    static func defend(_ database: Database, takesViews: Bool = false) throws {
        guard let connection = database.sqliteConnection,
            CSQLiteDefend(connection, Int32(SessionBounds.valueBytes), takesViews ? 1 : 0) == 0
        else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "SQLite lacks a protection that Odograph needs")
        }
        try database.execute(
            sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
    }

    /// Lets a question take as long as it needs, once the file's schema was looked at.
    static func trust(_ database: Database) {
        if let connection = database.sqliteConnection { CSQLiteTrust(connection) }
    }
}
