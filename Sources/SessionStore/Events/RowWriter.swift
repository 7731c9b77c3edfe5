import Foundation
import GRDB
import SensorModel

/// Writes batches to the tables.
struct RowWriter {
    private let json = StoredJSON()
    private let texts = PayloadText()

    /// Writes events to a batch and, as necessary, to the following ones.
    /// - Parameters:
    ///   - events: The events, in the order of the session.
    ///   - batch: The batch to start with; replaced by the last batch.
    ///   - scalings: The current scalings, updated by the source reports among the events.
    func write(
        _ events: [LoggedEvent], from batch: inout Batch, scalings: inout Scalings, to database: Database
    ) throws {
        for start in stride(from: 0, to: events.count, by: Batch.largestCount) {
            let part = events[start..<min(start + Batch.largestCount, events.count)]
            if !batch.hasRoom(for: part) { batch = Batch(number: batch.number + 1) }
            batch.add(part, scalings: &scalings)
            batch.markWritten(rows: try write(batch, to: database))
        }
    }

    /// Writes the parts of a batch that are not in the tables yet.
    /// - Returns: The rows of all its chunks, in their order.
    func write(_ batch: Batch, to database: Database) throws -> [Int64] {
        for scaling in batch.newScalings { try ScalingRow.insert(scaling, into: database) }
        for logged in batch.others {
            switch logged.event.payload {
            case .fix(let fix): try write(fix, logged, batch.number, database)
            case .sky(let sky): try write(sky, logged, batch.number, database)
            default: try writeEvent(logged, batch.number, database)
            }
        }
        return try batch.chunks.map { try write($0, batch.number, database) }
    }

    private func write(_ chunk: SampleChunk, _ batch: Int64, _ database: Database) throws -> Int64 {
        if let row = chunk.row {
            if chunk.events.count > chunk.writtenCount {
                try database.cachedStatement(sql: "UPDATE chunk SET count = ?, samples = ? WHERE id = ?")
                    .execute(arguments: [chunk.events.count, Data(chunk.packed()), row])
            }
            return row
        }
        guard let first = chunk.events.first?.event else { throw StoredValueError.unexpected }
        try insert(
            Self.chunk,
            [
                batch.databaseValue, StoredValue.sequence(first.sequence), first.time.nanoseconds.databaseValue,
                Int(chunk.key.device.rawValue).databaseValue, chunk.key.stream.rawValue.databaseValue,
                chunk.key.isLate.databaseValue, chunk.key.encoding.rawValue.databaseValue,
                chunk.key.scaling?.databaseValue ?? .null, chunk.events.count.databaseValue,
                Data(chunk.packed()).databaseValue,
            ], database)
        return database.lastInsertedRowID
    }

    private func write(_ fix: Fix, _ logged: LoggedEvent, _ batch: Int64, _ database: Database) throws {
        try insert(
            Self.fix, common(logged.event, batch) + FixRow.values(of: fix) + [raw(logged.raw)], database)
    }

    private func write(_ sky: Sky, _ logged: LoggedEvent, _ batch: Int64, _ database: Database) throws {
        try insert(
            Self.sky,
            common(logged.event, batch) + [
                Int(sky.device.rawValue).databaseValue, StoredValue.number(sky.horizontalDilution),
                StoredValue.number(sky.verticalDilution), StoredValue.number(sky.positionDilution),
                try json.text(sky.satellites.map(StoredSatellite.init)).databaseValue, raw(logged.raw),
            ], database)
    }

    private func writeEvent(_ logged: LoggedEvent, _ batch: Int64, _ database: Database) throws {
        let payload = try texts.text(of: logged.event.payload)
        try insert(
            Self.event,
            common(logged.event, batch) + [
                logged.event.payload.kind.databaseValue, payload?.databaseValue ?? .null,
                raw(logged.raw),
            ], database)
    }

    // Built only once, because building the statement takes as long as writing a short row.
    private static let chunk = insertion(
        into: "chunk",
        ["batch", "sequence", "time", "device", "stream", "late", "encoding", "scaling", "count", "samples"])
    private static let fix = insertion(into: "fix", commonColumns + Schema.fixValues + ["raw"])
    private static let sky = insertion(
        into: "sky", commonColumns + ["device", "hdop", "vdop", "pdop", "satellites", "raw"])
    private static let event = insertion(into: "event", commonColumns + ["kind", "payload", "raw"])
    private static let commonColumns = ["batch", "sequence", "time", "received", "late"]

    private static func insertion(into table: String, _ columns: [String]) -> String {
        let marks = Array(repeating: "?", count: columns.count).joined(separator: ",")
        return "INSERT INTO \(table)(\(columns.joined(separator: ","))) VALUES (\(marks))"
    }

    private func common(_ event: SensorEvent, _ batch: Int64) -> [DatabaseValue] {
        [
            batch.databaseValue, StoredValue.sequence(event.sequence), event.time.nanoseconds.databaseValue,
            event.received.nanoseconds.databaseValue, event.isLate.databaseValue,
        ]
    }

    private func raw(_ raw: RawReport?) -> DatabaseValue {
        guard case .gpsd(let line) = raw else { return .null }
        return StoredValue.text(line)
    }

    private func insert(_ sql: String, _ values: [DatabaseValue], _ database: Database) throws {
        // Boxed as existentials: for values of a single type, GRDB uses a key path, which it looks up each time.
        let boxed: [(any DatabaseValueConvertible)?] = try StoredValue.checked(values).map { $0 }
        try database.cachedStatement(sql: sql).execute(arguments: StatementArguments(boxed))
    }
}
