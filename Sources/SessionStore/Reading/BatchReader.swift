import Foundation
import GRDB
import SensorModel

/// Reads a session batch by batch, in the order of its events, with memory that does not grow with the file.
struct BatchReader {
    /// The part of a session to read.
    enum Part {
        /// All events, with their raw data, in the order in which they were appended.
        case stored
        /// All events, with their raw data.
        case everything
        /// All events, without the lines from gpsd.
        case events
        /// All events except samples.
        case withoutSamples
        /// The last rows of each table, which include the last batch.
        case lastRows
    }

    private let database: Database
    private let part: Part
    private let scalings: [Int64: SampleScaling]
    private let json = StoredJSON()
    private let texts = PayloadText()
    /// The nanoseconds to add to all times, if the session has the receiver's date.
    private let translation: Int64
    private let hidden: HiddenSpans

    /// Prepares to read a part of a session.
    init(_ database: Database, part: Part) throws {
        self.database = database
        self.part = part
        var scalings: [Int64: SampleScaling] = [:]
        for known in try ScalingRow.fetchAll(database) { scalings[known.id] = known.scaling }
        self.scalings = scalings
        translation = part.isForUse ? Self.translation(database) : 0
        hidden = part.isForUse ? try HiddenRow.fetch(database) : HiddenSpans()
    }

    /// Returns the nanoseconds that the decisions about clocks add to all times, which is the same in each; zero without
    /// one, or if the file is damaged before it.
    static func translation(_ database: Database) -> Int64 {
        let rows = "(SELECT kind, payload FROM event ORDER BY id LIMIT \(room))"
        let first = try? String.fetchOne(
            database, sql: "SELECT payload FROM \(rows) WHERE kind = 'clock' AND typeof(payload) = 'text' LIMIT 1")
        return first.flatMap { try? StoredJSON().value(StoredPayload.self, of: $0).clock?.translation } ?? 0
    }

    /// Calls a closure with each event, in order.
    func forEach(_ body: (LoggedEvent) throws -> Void) throws {
        try forEachBatch { try $0.forEach(body) }
    }

    /// Calls a closure with the events of each batch, in order. The user's decisions about fixes are first, because
    /// they have to precede the fixes.
    func forEachBatch(_ body: ([LoggedEvent]) throws -> Void) throws {
        guard part.isForUse else { return try forEachStoredBatch(body) }
        guard !hidden.isEmpty else { return try forEachBatchInOrder(body) }
        var selection = VisibleEvents(hidden)
        var visible: [LoggedEvent] = []
        func forward() throws {
            if !visible.isEmpty { try body(visible) }
            visible.removeAll(keepingCapacity: true)
        }
        try forEachBatchInOrder { batch in
            for logged in batch { selection.append(logged, to: &visible) }
            try forward()
        }
        selection.finish(&visible)
        try forward()
    }

    private func forEachBatchInOrder(_ body: ([LoggedEvent]) throws -> Void) throws {
        try forEachBatchOfRulings(body)
        try forEachStoredBatch { batch in
            guard batch.contains(where: \.event.isFixRuling) else { return try body(batch) }
            let others = batch.filter { !$0.event.isFixRuling }
            if !others.isEmpty { try body(others) }
        }
    }

    private func forEachBatchOfRulings(_ body: ([LoggedEvent]) throws -> Void) throws {
        let cursor = try cursor(
            "(SELECT * FROM event ORDER BY id LIMIT \(Self.room))", Self.eventColumns,
            condition: "WHERE kind = 'correction'", decode: event)
        var rulings: [LoggedEvent] = []
        while let batch = cursor.batch {
            try cursor.take(batch: batch) { if $0.event.isFixRuling { rulings.append($0) } }
            guard rulings.count >= Batch.largestCount else { continue }
            try body(rulings)
            rulings.removeAll(keepingCapacity: true)
        }
        if !rulings.isEmpty { try body(rulings) }
    }

    /// The number of rows for which a file has room. SQLite skips rows that do not match without checking their IDs, so
    /// that a search in a file whose pages form a cycle would never end.
    private static let room = "(SELECT page_count FROM pragma_page_count()) * \(mostRowsOfPage)"
    /// The number of rows that fit on the largest page that SQLite supports. A row has a length, an ID, and the type of
    /// each column, of one byte each at least.
    private static let mostRowsOfPage = 65_536 / (2 + eventColumns.count)
    private static let eventColumns = ["sequence", "time", "received", "late", "kind", "payload"]

    private func forEachStoredBatch(_ body: ([LoggedEvent]) throws -> Void) throws {
        let cursors = try self.cursors()
        var events: [LoggedEvent] = []
        while let batch = cursors.compactMap(\.batch).min() {
            events.removeAll(keepingCapacity: true)
            for cursor in cursors { try cursor.take(batch: batch) { events.append($0) } }
            guard events.count <= Batch.largestCount else { throw StoredValueError.unexpected }
            events.sort { $0.event.sequence < $1.event.sequence }
            try body(events)
        }
    }

    private func cursors() throws -> [TableCursor] {
        var cursors = [
            try cursor("fix", ["sequence", "time", "received", "late"] + Schema.fixValues, decode: fix),
            try cursor(
                "sky",
                ["sequence", "time", "received", "late", "device", "hdop", "vdop", "pdop", "satellites"], decode: sky),
            try cursor("event", Self.eventColumns, decode: event),
        ]
        if part != .withoutSamples {
            cursors.append(
                try cursor(
                    "chunk",
                    ["sequence", "time", "device", "stream", "late", "encoding", "scaling", "count", "samples"],
                    decode: chunk))
        }
        return cursors
    }

    private func cursor(
        _ table: String, _ columns: [String], condition: String = "", decode: @escaping TableCursor.Decode
    ) throws -> TableCursor {
        let hasRaw = (part == .everything || part == .stored) && table != "chunk"
        let list = (["id", "batch"] + columns).joined(separator: ",") + (hasRaw ? ",raw" : "")
        let tail = part == .lastRows ? "WHERE id > (SELECT max(id) FROM \(table)) - \(Batch.largestCount)" : condition
        // Cached, because a session that is being recorded is queried repeatedly.
        let statement = try database.cachedStatement(sql: "SELECT \(list) FROM \(table) \(tail) ORDER BY id")
        return try TableCursor(try StoredRows(statement), decode: decode)
    }

    private func logged(_ row: StoredRow, _ payload: SensorEvent.Payload, raw column: Int) throws -> LoggedEvent {
        let event = SensorEvent(
            time: Instant(nanoseconds: try row.integer(3)).moved(by: translation),
            received: Instant(nanoseconds: try row.integer(4)).moved(by: translation),
            sequence: UInt64(bitPattern: try row.integer(2)), isLate: try row.flag(5), payload: payload)
        guard column < row.count, let line = try row.text(column) else { return LoggedEvent(event) }
        return LoggedEvent(event, raw: .gpsd(line))
    }

    private func fix(_ row: StoredRow, _ take: (LoggedEvent) -> Void) throws {
        take(try logged(row, .fix(try FixRow.fix(row, from: 6)), raw: 6 + Schema.fixValues.count))
    }

    private func sky(_ row: StoredRow, _ take: (LoggedEvent) -> Void) throws {
        guard let text = try row.text(10) else { throw StoredValueError.unexpected }
        let sky = Sky(
            device: try row.device(6), satellites: try json.value([StoredSatellite].self, of: text).map(\.satellite),
            horizontalDilution: try row.number(7), verticalDilution: try row.number(8),
            positionDilution: try row.number(9))
        take(try logged(row, .sky(sky), raw: 11))
    }

    private func event(_ row: StoredRow, _ take: (LoggedEvent) -> Void) throws {
        guard let kind = try row.text(6) else { throw StoredValueError.unexpected }
        take(try logged(row, try texts.payload(of: kind, try row.text(7)), raw: 8))
    }

    private func chunk(_ row: StoredRow, _ take: (LoggedEvent) -> Void) throws {
        let scaling = try row.optionalInteger(8)
        guard let stream = try row.text(5).flatMap(StreamKind.init(rawValue:)),
            let encoding = SampleChunk.Encoding(rawValue: Int(try row.integer(7))),
            let count = Int(exactly: try row.integer(9))
        else { throw StoredValueError.unexpected }
        let key = SampleChunk.Key(
            stream: stream, device: try row.device(4), isLate: try row.flag(6), encoding: encoding, scaling: scaling)
        let start = try row.integer(3) &+ translation
        let sequence = try row.integer(2)
        let isWhole = try row.blob(10) { bytes in
            SampleChunk.unpack(
                key, scaling: scaling.flatMap { scalings[$0] }, start: start, sequence: sequence, count: count,
                bytes: bytes, take: take)
        }
        guard isWhole else { throw StoredValueError.unexpected }
    }
}

extension BatchReader.Part {
    /// True if the events are those of the session's date, and the user's decisions about fixes come before all others.
    fileprivate var isForUse: Bool {
        switch self {
        case .everything, .events, .withoutSamples: true
        case .stored, .lastRows: false
        }
    }
}
