import Replay
import SensorModel

/// Puts the rows of all tables into the order of a session.
struct EventMerge {
    /// A table and how far it was read.
    private struct Cursor {
        let rows: EventRows
        /// The rows in their order; `nil` if they are in order as they were pushed.
        let order: [Int32]?
        var next = 0
        var place: Place

        var row: Int { order.map { Int($0[next]) } ?? next }
    }

    /// The place of an event: nanoseconds of time and the rank of its kind, or the sequence of a recorded session.
    private struct Place: Comparable {
        var instant: Int64
        var rank: Int

        static func < (left: Place, right: Place) -> Bool {
            left.instant != right.instant ? left.instant < right.instant : left.rank < right.rank
        }
    }

    private let tables: [EventRows]
    /// True if the order is that of a recorded session.
    private let isRecorded: Bool
    private let eventOrder = EventOrder()

    /// Creates the merge of tables.
    /// - Throws: ``CoreError`` if some rows have a place in the order of a recorded session, and others do not.
    init(_ tables: [EventRows]) throws(CoreError) {
        self.tables = tables.filter { $0.count > 0 }
        isRecorded = self.tables.contains(where: \.hasSequence)
        guard isRecorded else { return }
        for table in self.tables {
            for row in 0..<table.count where table.sequence(row) == nil {
                throw .badShape(
                    "Row \(row) of “\(table.table.rawValue)” has no sequence; every row needs one, or none has one.")
            }
        }
    }

    /// Returns the session. O(n) if the rows of each table are in order, otherwise O(n log n).
    /// - Throws: ``CoreError`` for a value that means nothing.
    func recording() throws(CoreError) -> Recording {
        let fixes = tables.first { $0.table == .fix }?.count ?? 0
        if isRecorded {
            var columns = EventColumns(wholeFixes: fixes > Self.manyFixes ? 0 : Self.manyFixes)
            try forEach { event in
                var event = event
                event.sequence = UInt64(columns.count)
                columns.append(event)
            }
            return Recording(columns: columns)
        }
        var assembly = RecordingAssembly()
        assembly.reserveCapacity(fixes: fixes)
        try forEach { assembly.append($0) }
        return assembly.finish()
    }

    /// Fixes of a day: more of them are kept in columns from the start.
    private static let manyFixes = 100_000

    /// Calls `body` with every event in order.
    private func forEach(_ body: (SensorEvent) -> Void) throws(CoreError) {
        var cursors = tables.map(cursor(over:))
        while !cursors.isEmpty {
            var least = 0
            for index in cursors.indices.dropFirst() where cursors[index].place < cursors[least].place { least = index }
            // As many rows of this table as come before those of the others.
            var until: Place?
            for index in cursors.indices where index != least {
                until = until.map { min($0, cursors[index].place) } ?? cursors[index].place
            }
            var isAtEnd = false
            repeat {
                let row = cursors[least].row
                body(try event(cursors[least].rows, row))
                cursors[least].next += 1
                isAtEnd = cursors[least].next == cursors[least].rows.count
                if !isAtEnd { cursors[least].place = place(of: cursors[least].row, in: cursors[least].rows) }
            } while !isAtEnd && until.map { cursors[least].place < $0 } != false
            if isAtEnd { cursors.remove(at: least) }
        }
    }

    private func event(_ rows: EventRows, _ row: Int) throws(CoreError) -> SensorEvent {
        SensorEvent(time: rows.time(row), received: rows.received(row), payload: try rows.payload(row))
    }

    private func place(of row: Int, in rows: EventRows) -> Place {
        if isRecorded { return Place(instant: rows.sequence(row) ?? 0, rank: 0) }
        let place = eventOrder.place(of: rows.time(row), received: rows.received(row))
        return Place(instant: place.nanoseconds, rank: rows.table.rank)
    }

    private func cursor(over rows: EventRows) -> Cursor {
        var last: Place?
        var isSorted = true
        for row in 0..<rows.count {
            let place = place(of: row, in: rows)
            if let last, place < last {
                isSorted = false
                break
            }
            last = place
        }
        guard !isSorted else { return Cursor(rows: rows, order: nil, place: place(of: 0, in: rows)) }
        // The row decides between equal places: the order of the pushes.
        let order = (0..<rows.count).map { Int32(truncatingIfNeeded: $0) }.sorted {
            let (left, right) = (place(of: Int($0), in: rows), place(of: Int($1), in: rows))
            return left != right ? left < right : $0 < $1
        }
        return Cursor(rows: rows, order: order, place: place(of: Int(order[0]), in: rows))
    }
}
