import Replay
import SensorModel

/// Merges the rows of all tables into the order of a session.
struct EventMerge {
    /// A table and the current position in it. Events are created in blocks, so that finding the columns costs once per
    /// block.
    private final class Cursor {
        private let rows: EventRows
        /// The order of the rows; `nil` if they were pushed in order.
        private let order: [Int32]?
        private let isRecorded: Bool
        private let rank: Int
        private var block: [SensorEvent] = []
        /// The places of the events in the block.
        private var places: [Int64] = []
        private var next = 0
        private var end = 0
        private(set) var place = Place(instant: 0, rank: 0)

        private static let blockLength = 512

        /// Opens a table, which has to have rows.
        init(_ rows: EventRows, order: [Int32]?, isRecorded: Bool) throws(CoreError) {
            self.rows = rows
            self.order = order
            self.isRecorded = isRecorded
            rank = isRecorded ? 0 : rows.table.rank
            try refill()
        }

        /// Calls `body` with the events before a place, and at least with the next event.
        /// - Returns: False if there are no more events.
        func advance(to until: Place?, _ body: (SensorEvent) -> Void) throws(CoreError) -> Bool {
            while true {
                let limit = until.map { rank < $0.rank && $0.instant < .max ? $0.instant + 1 : $0.instant } ?? .max
                let start = next
                repeat { next += 1 } while next < block.count && (until == nil || places[next] < limit)
                block.withUnsafeBufferPointer { events in
                    for index in start..<next { body(events[index]) }
                }
                if next < block.count { break }
                guard end < rows.count else { return false }
                try refill()
                if until.map({ place < $0 }) == false { break }
            }
            place.instant = places[next]
            return true
        }

        private func refill() throws(CoreError) {
            block.removeAll(keepingCapacity: true)
            let start = end
            end = min(rows.count, start + Self.blockLength)
            try rows.appendEvents(start..<end, in: order, to: &block)
            next = 0
            let order = EventOrder()
            places.removeAll(keepingCapacity: true)
            for event in block {
                places.append(
                    isRecorded
                        ? Int64(bitPattern: event.sequence)
                        : order.place(of: event.time, received: event.received).nanoseconds)
            }
            place = Place(instant: places[0], rank: rank)
        }
    }

    /// The place of an event: its time in nanoseconds and the rank of its kind, or its sequence in a recorded session.
    private struct Place: Comparable {
        var instant: Int64
        var rank: Int

        static func < (left: Place, right: Place) -> Bool {
            left.instant != right.instant ? left.instant < right.instant : left.rank < right.rank
        }
    }

    private let tables: [EventRows]
    /// True if the rows have the order of a recorded session.
    private let isRecorded: Bool
    private let eventOrder = EventOrder()

    /// Creates a merge of tables.
    /// - Throws: ``CoreError`` if only some rows have a place in the order of a recorded session.
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

    /// The number of fix attempts.
    var fixCount: Int { tables.first { $0.table == .fix }?.count ?? 0 }

    /// Calls `body` with every event of the session, in order. Inserts the ticks of a `Recording` if there are none.
    ///
    /// The events equal those of `Recording.init(unordered:)`, but are not stored, so that an hour of motion samples is
    /// not copied. O(n) if the rows of each table are in order, otherwise O(n log n).
    /// - Throws: ``CoreError`` for an invalid value.
    func forEach(_ body: (SensorEvent) -> Void) throws(CoreError) {
        guard !isRecorded, !tables.contains(where: { $0.table == .tick }) else { return try forEachPushed(body) }
        var ticks = TickSchedule()
        try forEachPushed { event in
            let place = eventOrder.place(of: event.time, received: event.received)
            while let tick = ticks.next(before: place) { body(SensorEvent(time: tick, payload: .tick)) }
            ticks.consume(place)
            body(event)
        }
        if let tick = ticks.atEnd { body(SensorEvent(time: tick, payload: .tick)) }
    }

    /// Calls `body` with the event of every row, in order.
    private func forEachPushed(_ body: (SensorEvent) -> Void) throws(CoreError) {
        var cursors: [Cursor] = []
        for table in tables { cursors.append(try cursor(over: table)) }
        // Kept separately, because asking each cursor for every event would take longer than the event itself.
        var places = cursors.map(\.place)
        while !cursors.isEmpty {
            // The table with the next event, and the place of the second-next table.
            var first = 0
            var until: Place?
            for index in 1..<max(1, places.count) {
                let later = max(places[index], places[first])
                if places[index] < places[first] { first = index }
                until = until.map { min($0, later) } ?? later
            }
            if try cursors[first].advance(to: until, body) {
                places[first] = cursors[first].place
            } else {
                cursors.remove(at: first)
                places.remove(at: first)
            }
        }
    }

    private func place(of row: Int, in rows: EventRows) -> Place {
        if isRecorded { return Place(instant: rows.sequence(row) ?? 0, rank: 0) }
        let place = eventOrder.place(of: rows.time(row), received: rows.received(row))
        return Place(instant: place.nanoseconds, rank: rows.table.rank)
    }

    private func cursor(over rows: EventRows) throws(CoreError) -> Cursor {
        let isSorted = rows.isSorted(bySequence: isRecorded, in: eventOrder)
        guard !isSorted else { return try Cursor(rows, order: nil, isRecorded: isRecorded) }
        // For equal places, the order of the pushes decides.
        let order = (0..<rows.count).map { Int32(truncatingIfNeeded: $0) }.sorted {
            let (left, right) = (place(of: Int($0), in: rows), place(of: Int($1), in: rows))
            return left != right ? left < right : $0 < $1
        }
        return try Cursor(rows, order: order, isRecorded: isRecorded)
    }
}
