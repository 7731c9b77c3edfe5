import SensorModel

/// Iterates over a table in the order of its rows and decodes the events batch by batch.
final class TableCursor {
    /// A closure that decodes a row and passes its events on.
    typealias Decode = (StoredRow, (LoggedEvent) -> Void) throws -> Void

    private let rows: StoredRows
    private let decode: Decode
    private var head: StoredRow?
    private var lastID = Int64.min

    /// The batch of the next row; `nil` at the end.
    private(set) var batch: Int64?

    /// Starts at a table's first row.
    /// - Parameters:
    ///   - rows: The rows, with the ID and the batch as their first columns.
    ///   - decode: Decodes the events of a row.
    init(_ rows: StoredRows, decode: @escaping Decode) throws {
        self.rows = rows
        self.decode = decode
        try advance()
    }

    /// Calls a closure with the events of all rows of a batch.
    func take(batch wanted: Int64, _ body: (LoggedEvent) -> Void) throws {
        while batch == wanted, let row = head {
            try decode(row, body)
            try advance()
        }
    }

    /// Advances to the next row. IDs and batches must ascend, which rejects a file whose pages form a cycle.
    private func advance() throws {
        head = try rows.next()
        guard let head else {
            batch = nil
            return
        }
        let id = try head.integer(0)
        let next = try head.integer(1)
        guard id > lastID, next >= batch ?? 0 else { throw StoredValueError.unexpected }
        lastID = id
        batch = next
    }
}
