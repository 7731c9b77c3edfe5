import GRDB

/// Looks whether a database is a session, before anything in it is believed.
enum SchemaCheck {
    /// Checks the marks and the tables.
    /// - Throws: ``SessionError`` where it is none, too new, or its tables are not plain tables with the columns read.
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

    /// Returns whether a table that a session may lack is there; throws if it is not what it should be.
    /// - Throws: `StoredValueError`.
    static func isPlain(_ table: String, with columns: [String], _ database: Database) throws -> Bool {
        let isThere = try Bool.fetchOne(
            database, sql: "SELECT count(*) > 0 FROM sqlite_schema WHERE name = ?", arguments: [table])
        guard isThere ?? false else { return false }
        guard try isPlainTable(table, database), try Set(columns).isSubset(of: plainColumns(of: table, database)) else {
            throw StoredValueError.unexpected
        }
        return true
    }

    /// Views and virtual tables have no root page; a session has neither, and a foreign one could run for ever.
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
