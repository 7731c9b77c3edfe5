import Foundation
import GRDB
import Glibc
import SensorModel

@testable import SessionStore

/// A session with values from the fuzzer. A whole file of its bytes rarely passes SQLite's own checks. Here, one
/// session stays open in memory, the bytes are changes of its cells, and all of them are reverted at the end.
final class SessionCells: Sendable {
    private let queue: DatabaseQueue
    private let header: SessionHeader
    private let columns: [(table: String, names: [String], rows: Int)]

    /// Creates the session that everything starts from.
    init(events: [SensorEvent]) throws {
        let path = "/dev/shm/odograph-fuzz-cells-\(getpid()).odograph"
        try SessionSeed.write(events, to: path)
        defer { unlink(path) }
        queue = try DatabaseQueue()
        try DatabaseQueue(path: path).backup(to: queue)
        (header, columns) = try queue.inDatabase { database in
            try UntrustedDatabase.harden(database)
            UntrustedDatabase.trust(database)
            let columns = try ["session", "fix", "sky", "scaling", "chunk", "event"].map { table in
                let rows = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0
                return (table, try database.columns(in: table).map(\.name), rows)
            }
            return (try HeaderRow.fetch(database), columns)
        }
    }

    /// Applies the changes, reads everything, and reverts the changes.
    func read(_ bytes: [UInt8]) throws {
        var source = ByteSource(bytes: bytes[...])
        try queue.inDatabase { database in
            try database.cachedStatement(sql: "BEGIN").execute()
            defer { try? database.cachedStatement(sql: "ROLLBACK").execute() }
            while !source.isEmpty { change(database, &source) }
            // The header is another row to read; its estimates take longer than all the rest.
            guard bytes.count & 7 != 0 else {
                return try SessionFile.readSession(database, header: try HeaderRow.fetch(database))
            }
            try BatchReader(database, part: .everything).forEachBatch { _ in }
        }
    }

    /// One change: which table, row and column, and its new value, unless SQLite refuses it.
    private func change(_ database: Database, _ source: inout ByteSource) {
        let index = Int(source.byte()) % columns.count
        let (table, names, rows) = columns[index]
        guard rows > 0 else { return }
        let row = Int(source.byte()) % rows
        let name = names[Int(source.byte()) % names.count]
        let kind = source.byte()
        let place = Place(table: table, name: name, row: row)
        do {
            switch kind % 8 {
            case 6: try database.cachedStatement(sql: place.deletion).execute(arguments: [row])
            case 7: try splice(database, place, &source)
            default: try set(database, place, value(kind, &source))
            }
        } catch {}
    }

    /// The position of a value.
    private struct Place {
        var table: String
        var name: String
        var row: Int

        var deletion: String { "DELETE FROM \(table) \(condition)" }
        var update: String { "UPDATE \(table) SET \(name) = ? \(condition)" }
        var question: String { "SELECT \(name) FROM \(table) \(condition)" }
        private var condition: String { "WHERE rowid = (SELECT rowid FROM \(table) LIMIT 1 OFFSET ?)" }
    }

    private func set(_ database: Database, _ place: Place, _ value: DatabaseValue) throws {
        try database.cachedStatement(sql: place.update).execute(arguments: [value, place.row])
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

    /// Inserts bytes into the middle of a text or blob, as damage does.
    private func splice(_ database: Database, _ place: Place, _ source: inout ByteSource) throws {
        let question = try database.cachedStatement(sql: place.question)
        guard let stored = try DatabaseValue.fetchOne(question, arguments: [place.row]) else { return }
        let isText = if case .string = stored.storage { true } else { false }
        var data = [UInt8](Data.fromDatabaseValue(stored) ?? Data())
        guard !data.isEmpty else { return }
        let start = Int(source.byte()) % data.count
        let run = source.run()
        data.replaceSubrange(start..<min(data.count, start + run.count), with: run)
        try set(
            database, place,
            isText ? String(decoding: data, as: UTF8.self).databaseValue : Data(data).databaseValue)
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
