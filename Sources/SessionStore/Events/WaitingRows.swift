import GRDB

/// The rows of events whose place in the order is not final: the last rows of each table, up to the next append.
struct WaitingRows {
    /// The last row of each table that stays.
    private let lastRows: [Int64]

    private static let tables = Schema.eventTables + ["scaling"]

    /// Prepares for rows that follow what a database holds.
    init(after database: Database) throws {
        lastRows = try Self.tables.map { table in
            try Int64.fetchOne(try database.cachedStatement(sql: "SELECT max(id) FROM \(table)")) ?? 0
        }
    }

    /// Removes the rows.
    func remove(from database: Database) throws {
        for (table, row) in zip(Self.tables, lastRows) {
            try database.cachedStatement(sql: "DELETE FROM \(table) WHERE id > ?").execute(arguments: [row])
        }
    }
}
