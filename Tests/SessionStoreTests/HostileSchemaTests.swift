import Foundation
import GRDB
import SensorModel
import TestSupport
import Testing

@testable import SessionStore

/// Schemas that an attacker can write into a file: they are neither run nor trusted.
@Suite struct HostileSchemaTests {
    private func withSession(_ sql: String, _ body: (_ path: String) throws -> Void) throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.odograph").path
        var random = RandomEvents(seed: 5)
        let writer = try SessionWriter(creating: path, header: SessionHeader(created: Instant(seconds: 0)))
        try writer.append(random.take(300))
        try writer.close()
        try change(path, sql)
        try body(path)
    }

    private func change(_ path: String, _ sql: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    private func count(_ table: String, _ path: String) throws -> Int {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try #require(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") })
    }

    private static let trap = "CREATE TABLE trap(x); "

    @Test(arguments: [
        "CREATE TRIGGER a AFTER INSERT ON event BEGIN DELETE FROM fix; INSERT INTO trap VALUES (1); END",
        "CREATE TRIGGER a BEFORE INSERT ON event BEGIN SELECT RAISE(ABORT, 'caught'); END",
        "CREATE TRIGGER a AFTER UPDATE ON session BEGIN DELETE FROM fix; INSERT INTO trap VALUES (1); END",
        "CREATE TEMP TABLE u(x); CREATE VIEW w AS SELECT load_extension('trap'); "
            + "CREATE TRIGGER a INSTEAD OF INSERT ON w BEGIN DELETE FROM fix; END",
        "PRAGMA writable_schema = ON; CREATE TABLE aside(x DEFAULT (load_extension('trap')))",
    ]) func `what a schema wants done is not done, neither in reading nor in adding`(sql: String) throws {
        try withSession(Self.trap + sql) { path in
            let fixes = try count("fix", path)
            try #require(fixes > 0)
            #expect(try SessionReader(opening: path).loggedEvents().count == 300)
            let writer = try SessionWriter(resuming: path)
            let event = SensorEvent(
                time: Instant(seconds: 9e8), received: Instant(seconds: 9e8), sequence: writer.nextSequence,
                payload: .marker("mine"))
            try writer.append([LoggedEvent(event)])
            try writer.close()
            #expect(try count("fix", path) == fixes)
            #expect(try count("trap", path) == 0)
            #expect(try SessionReader(opening: path).loggedEvents().count == 301)
        }
    }

    private func expectDefended(_ database: Database, _ path: String) throws {
        #expect(try Bool.fetchOne(database, sql: "PRAGMA trusted_schema") == false)
        #expect(try Bool.fetchOne(database, sql: "PRAGMA cell_size_check") == true)
        #expect(try Bool.fetchOne(database, sql: "PRAGMA foreign_keys") == false)
        // Defensive: the schema cannot be made writable, and no second file be drawn in.
        try? database.execute(sql: "PRAGMA writable_schema = ON")
        #expect(throws: DatabaseError.self) { try database.execute(sql: "DELETE FROM sqlite_schema") }
        #expect(throws: DatabaseError.self) { try database.execute(sql: "ATTACH '\(path)-more' AS more") }
    }

    @Test func `every protection is on, for reading and for adding`() throws {
        try withSession("") { path in
            for queue in [try SessionFile.openForReading(path), try SessionFile.openForWriting(path)] {
                try queue.writeWithoutTransaction { try expectDefended($0, path) }
                try queue.close()
            }
        }
    }

    @Test(arguments: [
        "UPDATE event SET payload = zeroblob(17000000)", "UPDATE fix SET raw = zeroblob(17000000)",
        "UPDATE chunk SET samples = zeroblob(17000000)", "UPDATE session SET parameters = zeroblob(17000000)",
        "UPDATE session SET title = zeroblob(17000000)",
    ]) func `a value beyond all measure is not read`(sql: String) throws {
        try withSession(sql + " WHERE id = (SELECT min(id) FROM \(sql.split(separator: " ")[1]))") { path in
            let error = #expect(throws: SessionError.self) { try SessionReader(opening: path).loggedEvents() }
            #expect(error?.description.contains("damaged") == true)
        }
    }

    /// A session of a handful of rows, so that each tree is one page; an index of a constraint stands second.
    private func makeSmall(_ path: String, rootOf table: String) throws -> Int {
        try change(path, "CREATE TABLE first(x UNIQUE)")
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        try queue.write { database in
            try Schema.migrate(database)
            try HeaderRow.insert(SessionHeader(created: Instant(seconds: 0)), into: database)
            try database.execute(
                sql: """
                    INSERT INTO event(batch, sequence, time, received, late, kind) VALUES (1, 1, 0, 0, 0, 'tick');
                    INSERT INTO fix(batch, sequence, time, received, late, device, mode, accuracyOrigin, timeIsArrival)
                        VALUES (1, 2, 0, 0, 0, 0, 1, 0, 0);
                    INSERT INTO scaling VALUES (1, 1, 'acceleration', 1, 1, 1, 0, 0, 0);
                    """)
        }
        guard table != "sqlite_schema" else { return 1 }
        let root = try queue.read {
            try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_schema WHERE name = ?", arguments: [table])
        }
        return try #require(root)
    }

    // The schema's row that is repeated is the index, which SQLite does not mind to meet again.
    @Test(.timeLimit(.minutes(1)), arguments: [("sqlite_schema", 1), ("event", 0), ("fix", 0), ("scaling", 0)])
    func `a tree that leads in circles comes to an end`(table: String, row: Int) throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "a.odograph")
        let root = try makeSmall(file.path, rootOf: table)
        #expect(try SessionReader(opening: file.path).loggedEvents().count == 2)
        var tree = CircularTree(try Data(contentsOf: file))
        tree.repeatRow(row, ofRoot: root)
        try tree.data.write(to: file)
        let error = #expect(throws: SessionError.self) { try SessionReader(opening: file.path).loggedEvents() }
        #expect(error?.description.contains("damaged") == true)
        #expect(throws: TileFileError.self) { try MBTilesFile(path: file.path) }
    }
}
