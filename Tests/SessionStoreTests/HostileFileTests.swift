import Foundation
import GRDB
import SensorModel
import SessionStore
import TestSupport
import Testing

@Suite struct HostileFileTests {
    /// One session's bytes, made once for all tests.
    private static let session = Result {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.odograph").path
        var random = RandomEvents(seed: 21)
        let writer = try SessionWriter(creating: path, header: SessionHeader(created: Instant(seconds: 0)))
        for _ in 0..<8 { try writer.append(random.take(300)) }
        try writer.close()
        return try Data(contentsOf: URL(filePath: path))
    }

    private func withSession(_ body: (_ path: String, _ folder: URL) throws -> Void) throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "a.odograph")
        try Self.session.get().write(to: file)
        try body(file.path, folder)
    }

    private func spoil(_ path: String, _ sql: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    private func read(_ path: String) throws -> Int { try SessionReader(opening: path).loggedEvents().count }

    @Test func `a file that is not a session is reported as such`() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "b.odograph").path
        #expect(throws: SessionError.notFound(path: path)) { try read(path) }
        for content in ["", "<gpx/>", String(repeating: "SQLite format 3\u{0}", count: 500)] {
            try content.write(toFile: path, atomically: true, encoding: .utf8)
            #expect(throws: SessionError.notASession(path: path)) { try read(path) }
        }
        #expect(throws: SessionError.notASession(path: folder.path)) { try read(folder.path) }
        let foreign = folder.appending(path: "c.sqlite").path
        try spoil(foreign, "CREATE TABLE fix(a)")
        #expect(throws: SessionError.notASession(path: foreign)) { try read(foreign) }
        #expect(throws: SessionError.notASession(path: "/dev/zero")) { try read("/dev/zero") }
    }

    @Test func `a newer format says so and is left alone`() throws {
        try withSession { path, _ in
            try spoil(path, "PRAGMA user_version = 9")
            #expect(throws: SessionError.newerFormat(path: path, format: 9)) { try read(path) }
            #expect(throws: SessionError.newerFormat(path: path, format: 9)) { try SessionWriter(resuming: path) }
            #expect("\(SessionError.newerFormat(path: path, format: 9))".contains("newer Odograph, format 9"))
        }
    }

    @Test(arguments: [
        "UPDATE chunk SET count = 4000000000",
        "UPDATE chunk SET count = -1",
        "UPDATE chunk SET count = 'many'",
        "UPDATE chunk SET samples = zeroblob(15000000), count = 4096 WHERE id = 1",
        "UPDATE chunk SET samples = 'text'",
        "UPDATE chunk SET scaling = 12345",
        "UPDATE chunk SET stream = 'fix'",
        "UPDATE chunk SET encoding = 4611686018427387904",
        "UPDATE chunk SET device = -1",
        "UPDATE fix SET mode = 'x'",
        "UPDATE fix SET device = 70000",
        "UPDATE fix SET latitude = x'00'",
        "UPDATE fix SET satellites = 1e300",
        "UPDATE fix SET late = 2",
        "UPDATE sky SET satellites = '[[1,2'",
        "UPDATE sky SET satellites = replace(hex(zeroblob(100000)), '00', '[')",
        "UPDATE event SET kind = 'unheard of'",
        "UPDATE event SET payload = NULL WHERE kind = 'source'",
        "UPDATE event SET payload = '{}'",
        "UPDATE event SET batch = -id",
        "UPDATE fix SET batch = 1; UPDATE event SET batch = 1; UPDATE chunk SET batch = 1; UPDATE chunk SET count = 1",
        "DROP TABLE fix",
        "DROP TABLE fix; CREATE VIEW fix AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x FROM c) SELECT * FROM c",
        "DELETE FROM session",
        "UPDATE session SET parameters = 'x'",
    ]) func `a spoilt value ends in a sentence`(sql: String) throws {
        try withSession { path, _ in
            try spoil(path, sql)
            let error = #expect(throws: SessionError.self) { try read(path) }
            #expect(error?.description.contains("damaged") == true)
        }
    }

    @Test(arguments: [
        "UPDATE event SET batch = 9223372036854775807 WHERE id = (SELECT max(id) FROM event)",
        "UPDATE scaling SET id = 9223372036854775807 WHERE id = (SELECT max(id) FROM scaling)",
    ]) func `a number after which none can come is damage to a writer`(sql: String) throws {
        try withSession { path, _ in
            try spoil(path, sql)
            let error = #expect(throws: SessionError.self) {
                try SessionWriter.correct(path, with: [.placeName("Home", at: Instant(seconds: 0))])
            }
            #expect(error?.description.contains("damaged") == true)
        }
    }

    @Test func `the good part of a damaged file is read`() throws {
        try withSession { path, _ in
            try spoil(path, "UPDATE chunk SET samples = zeroblob(1) WHERE id > (SELECT max(id) / 2 FROM chunk)")
            let (events, damage) = try SessionReader(opening: path).readableEvents(into: [LoggedEvent]()) { $0 += $1 }
            #expect(events.count > 200)
            #expect(damage != nil)
        }
    }

    @Test func `events that were numbered astray are read in the order of their numbers`() throws {
        try withSession { path, _ in
            let before = try SessionReader(opening: path).events()
            // The second half of the batches says that it was before the first.
            for table in ["fix", "sky", "chunk", "event"] {
                try spoil(path, "UPDATE \(table) SET sequence = sequence + CASE WHEN batch < 4 THEN 5000 ELSE 0 END")
            }
            let reader = try SessionReader(opening: path)
            let after = try reader.events()
            #expect(after.count == before.count)
            #expect(after.first?.payload != before.first?.payload)
            #expect(zip(after, after.dropFirst()).allSatisfy { $0.sequence < $1.sequence })
            let counted = reader.readableEvents(into: [UInt64]()) { $0 += $1.map(\.event.sequence) }
            #expect(counted.events == after.map(\.sequence))
        }
    }

    @Test func `whoever has read enough ends the reading`() throws {
        try withSession { path, _ in
            let reader = try SessionReader(opening: path)
            var batches = 0
            #expect(throws: CancellationError.self) {
                try reader.readableEvents(into: ()) { _, _ in
                    batches += 1
                    if batches == 2 { throw CancellationError() }
                }
            }
            #expect(batches == 2)
        }
    }

    @Test func `room is made for the events there are, and never for more than the file can hold`() throws {
        try withSession { path, _ in
            let reader = try SessionReader(opening: path)
            #expect(try reader.expectedEventCount >= reader.events().count)
            let size = try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
            for number in ["9223372036854775807", "-9223372036854775807", "'x'"] {
                try spoil(path, "UPDATE chunk SET sequence = \(number) WHERE id = (SELECT max(id) FROM chunk)")
                #expect(0...size ~= reader.expectedEventCount)
            }
        }
    }

    @Test func `bytes overwritten anywhere never crash the reader`() throws {
        try withSession { path, folder in
            let whole = try Data(contentsOf: URL(filePath: path))
            var random = RandomEvents(seed: 55)
            for number in 0..<120 {
                var data = whole
                for _ in 0..<(1 << (number % 8)) {
                    let place = Int.random(in: 0..<data.count, using: &random)
                    data[place] = UInt8.random(in: 0...255, using: &random)
                }
                if number % 5 == 0 { data = data.prefix(Int.random(in: 0..<data.count, using: &random)) }
                let target = folder.appending(path: "x.odograph")
                try data.write(to: target)
                guard let reader = try? SessionReader(opening: target.path) else { continue }
                _ = reader.readableEvents(into: 0) { $0 += $1.count }
            }
        }
    }

    @Test func `reading leaves nothing behind, not even of a log that was never folded`() throws {
        try withSession { path, folder in
            try spoil(path, "PRAGMA journal_mode = WAL; UPDATE session SET title = 'left open'")
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
            let before = try Data(contentsOf: URL(filePath: path))
            #expect(try read(path) == 2_400)
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.odograph"])
        }
    }
}
