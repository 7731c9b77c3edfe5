import GRDB
import SensorModel

/// The rows of the table `hidden`: the time spans that the user hid. Sessions of which everything is visible lack it.
enum HiddenRow {
    private static let table = "hidden"
    private static let columns = ["id", "start", "finish"]
    /// The maximum number of spans in a session.
    private static let largestCount = 10_000

    private static let creation = """
        CREATE TABLE IF NOT EXISTS hidden(id INTEGER PRIMARY KEY, start INTEGER NOT NULL, finish INTEGER NOT NULL)
        """

    /// Replaces the spans.
    static func replace(with hidden: HiddenSpans, in database: Database) throws {
        try database.execute(sql: creation)
        try database.execute(sql: "DELETE FROM hidden")
        for span in hidden.spans {
            try database.execute(
                sql: "INSERT INTO hidden(start, finish) VALUES (?, ?)",
                arguments: [span.start.nanoseconds, span.end.nanoseconds])
        }
    }

    /// Returns the spans; none if there is no table.
    static func fetch(_ database: Database) throws -> HiddenSpans {
        var hidden = HiddenSpans()
        guard try SchemaCheck.isPlain(table, with: columns, database) else { return hidden }
        let rows = try StoredRows(
            database.cachedStatement(sql: "SELECT id, start, finish FROM hidden ORDER BY id LIMIT \(largestCount + 1)"))
        var count = 0
        while let row = try rows.next() {
            count += 1
            guard count <= largestCount else { throw StoredValueError.unexpected }
            hidden.hide(
                from: Instant(nanoseconds: try row.integer(1)), until: Instant(nanoseconds: try row.integer(2)))
        }
        return hidden
    }
}
