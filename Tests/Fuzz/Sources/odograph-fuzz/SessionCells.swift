import Foundation
import GRDB
import Glibc
import SensorModel
import SessionStore
import Synchronization

/// A session whose values are the fuzzer's: a whole file of its bytes seldom gets past SQLite's own checks, and is opened
/// anew each time. Here one session stays open in memory's file system, and the bytes are changes of its cells.
final class SessionCells: Sendable {
    private let writer: DatabaseQueue
    private let reader: SessionReader
    private let columns: [(table: String, names: [String], rows: Int)]
    private let changed = Mutex<Set<Int>>([])

    /// Makes the session that everything starts from.
    init(events: [SensorEvent]) throws {
        let path = "/dev/shm/odograph-fuzz-cells-\(getpid()).odograph"
        for suffix in ["", "-journal"] { unlink(path + suffix) }
        let header = SessionHeader(title: "a", created: Instant(seconds: 1_700_000_000), programVersion: "1")
        let session = try SessionWriter(creating: path, header: header)
        try session.append(events.map(Self.logged))
        try session.close()
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; PRAGMA cache_size = -4000")
        }
        writer = try DatabaseQueue(path: path, configuration: configuration)
        columns = try writer.writeWithoutTransaction { database in
            try database.execute(sql: "ATTACH ':memory:' AS base")
            return try ["session", "fix", "sky", "scaling", "chunk", "event"].map { table in
                try database.execute(sql: "CREATE TABLE base.\(table) AS SELECT * FROM main.\(table)")
                let rows = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0
                return (table, try database.columns(in: table).map(\.name), rows)
            }
        }
        reader = try SessionReader(opening: path)
        atexit { unlink("/dev/shm/odograph-fuzz-cells-\(getpid()).odograph") }
    }

    /// Acceleration is kept as counts, so that chunks of both encodings are there.
    private static func logged(_ event: SensorEvent) -> LoggedEvent {
        guard case .acceleration = event.payload else { return LoggedEvent(event) }
        return LoggedEvent(event, raw: .counts(x: 4, y: 80, z: 39))
    }

    /// Applies the changes, reads everything, puts the session back.
    func read(_ bytes: [UInt8]) throws {
        var source = ByteSource(bytes: bytes[...])
        try writer.write { database in
            for index in changed.withLock({ $0 }) {
                let table = columns[index].table
                try database.execute(
                    sql: "DELETE FROM main.\(table); INSERT INTO main.\(table) SELECT * FROM base.\(table)")
            }
            var tables: Set<Int> = []
            while !source.isEmpty { tables.insert(change(database, &source)) }
            changed.withLock { $0 = tables }
        }
        _ = reader.readableEvents()
        if bytes.count & 7 == 0 { _ = try? reader.info() }
    }

    /// One change: which table, row and column, and its new value, unless SQLite refuses it.
    private func change(_ database: Database, _ source: inout ByteSource) -> Int {
        let index = Int(source.byte()) % columns.count
        let (table, names, rows) = columns[index]
        guard rows > 0 else { return index }
        let row = Int(source.byte()) % rows
        let name = names[Int(source.byte()) % names.count]
        let kind = source.byte()
        let place = "WHERE rowid = (SELECT rowid FROM main.\(table) LIMIT 1 OFFSET \(row))"
        do {
            switch kind % 8 {
            case 6: try database.execute(sql: "DELETE FROM main.\(table) \(place)")
            case 7: try splice(database, table, name, place, &source)
            default:
                try database.execute(
                    sql: "UPDATE main.\(table) SET \(name) = ? \(place)", arguments: [value(kind, &source)])
            }
            return index
        } catch { return index }
    }

    private func value(_ kind: UInt8, _ source: inout ByteSource) -> DatabaseValue {
        switch kind % 8 {
        case 0: DatabaseValue.null
        case 1: Int64(Int8(bitPattern: source.byte())).databaseValue
        case 2: Int64(bitPattern: source.word()).databaseValue
        case 3: Double(bitPattern: source.word()).databaseValue
        case 4: String(decoding: source.run(), as: UTF8.self).databaseValue
        default: Data(source.run()).databaseValue
        }
    }

    /// Puts bytes into the middle of a text or blob, as damage does.
    private func splice(
        _ database: Database, _ table: String, _ name: String, _ place: String, _ source: inout ByteSource
    ) throws {
        let before = try Row.fetchOne(database, sql: "SELECT \(name) FROM main.\(table) \(place)")
        guard let stored: DatabaseValue = before?[0] else { return }
        let isText = if case .string = stored.storage { true } else { false }
        var data = [UInt8](Data.fromDatabaseValue(stored) ?? Data())
        guard !data.isEmpty else { return }
        let start = Int(source.byte()) % data.count
        let run = source.run()
        data.replaceSubrange(start..<min(data.count, start + run.count), with: run)
        let new = isText ? String(decoding: data, as: UTF8.self).databaseValue : Data(data).databaseValue
        try database.execute(sql: "UPDATE main.\(table) SET \(name) = ? \(place)", arguments: [new])
    }
}

/// Bytes taken one after another; zero once they are used up.
struct ByteSource {
    var bytes: ArraySlice<UInt8>
    var isEmpty: Bool { bytes.isEmpty }

    mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

    mutating func word() -> UInt64 { (0..<8).reduce(0) { word, _ in word << 8 | UInt64(byte()) } }

    /// A length and as many bytes.
    mutating func run() -> ArraySlice<UInt8> {
        let count = Int(byte())
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count)
    }
}
