import GRDB

/// The rows of events whose order is not final: the last rows of each table, until the next append.
struct WaitingRows {
    /// The last permanent row of each table.
    private let lastRows: [Int64]

    private static let tables = Schema.eventTables + ["scaling"]

    /// Records the current end of all tables; rows that follow are temporary.
    init(after database: Database) throws {
        lastRows = try Self.tables.map { table in
            try Int64.fetchOne(try database.cachedStatement(sql: "SELECT max(id) FROM \(table)")) ?? 0
        }
    }

    /// Removes the temporary rows.
    func remove(from database: Database) throws {
        for (table, row) in zip(Self.tables, lastRows) {
            try database.cachedStatement(sql: "DELETE FROM \(table) WHERE id > ?").execute(arguments: [row])
        }
    }
}
