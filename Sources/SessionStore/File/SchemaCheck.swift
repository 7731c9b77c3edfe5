import GRDB

/// Verifies that a database is a session before its contents are used.
enum SchemaCheck {
    /// Checks the identifier, the format, and the tables.
    /// - Throws: ``SessionError`` if the file is not a session, is too new, or lacks a table with the required columns.
    static func check(_ database: Database, path: String) throws {
        let application = try Int64.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        guard application == Schema.applicationID else { throw SessionError.notASession(path: path) }
        let format = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard format <= Schema.format else { throw SessionError.newerFormat(path: path, format: format) }
        guard format >= 1 else { throw SessionError.damaged(path: path, detail: "it has no format number") }
        for (table, columns) in Schema.columns {
            guard try isPlainTable(table, database), try Set(columns).isSubset(of: plainColumns(of: table, database))
            else { throw SessionError.damaged(path: path, detail: "its table “\(table)” is not a session's") }
        }
    }

    /// Returns whether an optional table exists.
    /// - Throws: `StoredValueError` if the table exists but is not a plain table with the columns.
    static func isPlain(_ table: String, with columns: [String], _ database: Database) throws -> Bool {
        let isThere = try Bool.fetchOne(
            database, sql: "SELECT count(*) > 0 FROM sqlite_schema WHERE name = ?", arguments: [table])
        guard isThere ?? false else { return false }
        guard try isPlainTable(table, database), try Set(columns).isSubset(of: plainColumns(of: table, database)) else {
            throw StoredValueError.unexpected
        }
        return true
    }

    /// Returns whether a table is an ordinary one.
    ///
    /// Views and virtual tables have no root page. Sessions contain neither, and one from an untrusted file could run
    /// forever.
    private static func isPlainTable(_ name: String, _ database: Database) throws -> Bool {
        try Bool.fetchOne(
            database, sql: "SELECT type = 'table' AND rootpage > 0 FROM sqlite_schema WHERE name = ?",
            arguments: [name]) ?? false
    }

    private static func plainColumns(of table: String, _ database: Database) throws -> Set<String> {
        try Set(
            String.fetchAll(
                database, sql: "SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0", arguments: [table]))
    }
}
