import Foundation
import SensorModel
import SessionStore
import TestSupport
import Testing

@Suite struct SessionCrashTests {
    private func copy(_ path: String, into folder: URL, number: Int) throws -> String {
        let target = folder.appending(path: "copy-\(number).odograph").path
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: target + suffix)
        }
        return target
    }

    /// The result of the last append: the events, and their offset in the log in bytes.
    private struct LastCommit {
        var events: Int
        var logStart: Int
    }

    private func size(of path: String) throws -> Int {
        guard FileManager.default.fileExists(atPath: path) else { return 0 }
        return try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    }

    /// Writes batches and hands over the file as it lies on disk after each.
    private func record(
        _ batches: Int, seed: UInt64,
        after: (_ copy: String, _ written: [LoggedEvent], _ last: LastCommit) throws -> Void
    ) throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.odograph").path
        var random = RandomEvents(seed: seed)
        let writer = try SessionWriter(creating: path, header: SessionHeader(created: Instant(seconds: 0)))
        var written: [LoggedEvent] = []
        for number in 0..<batches {
            let events = random.take(Int.random(in: 1...40, using: &random))
            let last = LastCommit(events: events.count, logStart: try size(of: path + "-wal"))
            try writer.append(events)
            written += events
            try after(try copy(path, into: folder, number: number), written, last)
        }
    }

    @Test func `a recorder that vanishes between two commits loses nothing`() throws {
        try record(20, seed: 3) { copy, written, _ in
            let read = try SessionReader(opening: copy).loggedEvents()
            #expect(read == written)
        }
    }

    @Test func `a log cut at any byte loses the last commit and no more`() throws {
        var cuts = RandomEvents(seed: 8)
        try record(20, seed: 4) { copy, written, last in
            let log = copy + "-wal"
            let end = try size(of: log)
            try #require(last.logStart < end)
            let cut = Int.random(in: last.logStart..<end, using: &cuts)
            try #require(truncate(log, off_t(cut)) == 0)
            let read = try SessionReader(opening: copy).loggedEvents()
            #expect(read == written.dropLast(last.events))
        }
    }

    @Test func `the log begins with the session, so that the first commit waits for the disk once`() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.odograph").path
        let writer = try SessionWriter(creating: path, header: SessionHeader(created: Instant(seconds: 0)))
        let start = try size(of: path + "-wal")
        #expect(start > 0)
        for length in [0, 20, start / 2, start] {
            let cut = try copy(path, into: folder, number: length)
            try #require(truncate(cut + "-wal", off_t(length)) == 0)
            #expect(try SessionReader(opening: cut).loggedEvents().isEmpty)
        }
        try writer.close()
        #expect(try SessionReader(opening: path).loggedEvents().isEmpty)
    }

    /// Writes batches, each with some that wait: their order is not final, so that the next append has them again.
    private func recordWaiting(
        _ batches: Int, seed: UInt64,
        after: (_ copy: String, _ before: [LoggedEvent], _ now: [LoggedEvent], _ logStart: Int) throws -> Void
    ) throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.odograph").path
        var random = RandomEvents(seed: seed)
        let writer = try SessionWriter(creating: path, header: SessionHeader(created: Instant(seconds: 0)))
        let events = random.take(batches * 20)
        var (final, shown): (Int, [LoggedEvent]) = (0, [])
        for number in 0..<batches {
            let next = min(events.count, final + Int.random(in: 0...20, using: &random))
            let waiting = events[next..<min(events.count, next + Int.random(in: 0...30, using: &random))]
            let start = try size(of: path + "-wal")
            try writer.append(Array(events[final..<next]), waiting: Array(waiting))
            final = next
            let now = events[..<final] + waiting
            try after(try copy(path, into: folder, number: number), shown, Array(now), start)
            shown = Array(now)
        }
        try writer.append(Array(events[final...]))
        try writer.close()
        #expect(try SessionReader(opening: path).loggedEvents() == events)
    }

    @Test func `a recorder that vanishes leaves what was waiting too, and the next append replaces it`() throws {
        try recordWaiting(40, seed: 12) { copy, _, now, _ in
            #expect(try SessionReader(opening: copy).loggedEvents() == now)
            let writer = try SessionWriter(resuming: copy)
            #expect(writer.nextSequence == (now.last.map { $0.event.sequence + 1 } ?? 0))
            try writer.close()
        }
    }

    @Test func `a log cut at any byte has what waited before or what waits now, never a part`() throws {
        var cuts = RandomEvents(seed: 8)
        try recordWaiting(40, seed: 13) { copy, before, now, start in
            let end = try size(of: copy + "-wal")
            guard start < end else { return }
            try #require(truncate(copy + "-wal", off_t(Int.random(in: start..<end, using: &cuts))) == 0)
            let read = try SessionReader(opening: copy).loggedEvents()
            #expect(read == before || read == now)
        }
    }

    @Test func `a recording that ends without what waited does not keep it`() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.odograph").path
        var random = RandomEvents(seed: 14)
        let events = random.take(60)
        let writer = try SessionWriter(creating: path, header: SessionHeader(created: Instant(seconds: 0)))
        try writer.append(Array(events[..<40]), waiting: Array(events[40...]))
        try writer.close()
        #expect(try SessionReader(opening: path).loggedEvents().count == 40)
    }

    @Test func `a session that a crash left is gone on with`() throws {
        try record(12, seed: 6) { copy, written, _ in
            let writer = try SessionWriter(resuming: copy)
            let marker = SensorEvent(
                time: Instant(seconds: 5), sequence: writer.nextSequence, payload: .marker("back again"))
            try writer.append([LoggedEvent(marker)])
            try writer.close()
            #expect(!FileManager.default.fileExists(atPath: copy + "-wal"))
            let read = try SessionReader(opening: copy).loggedEvents()
            #expect(read == written + [LoggedEvent(marker)])
        }
    }

    @Test func `the log of a removed session never gets into a new one of its name`() throws {
        try record(3, seed: 9) { copy, written, _ in
            try FileManager.default.removeItem(atPath: copy)
            let writer = try SessionWriter(creating: copy, header: SessionHeader(created: Instant(seconds: 0)))
            try writer.append(written)
            try writer.close()
            let read = try SessionReader(opening: copy).loggedEvents()
            #expect(read == written)
        }
    }

    @Test func `an append in many parts is the same session as one in few`() throws {
        var random = RandomEvents(seed: 31)
        let events = random.take(3_000)
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        for part in [60, 400, 3_000] {
            let path = folder.appending(path: "\(part).odograph").path
            let writer = try SessionWriter(creating: path, header: SessionHeader(created: Instant(seconds: 0)))
            for start in stride(from: 0, to: events.count, by: part) {
                try writer.append(Array(events[start..<min(start + part, events.count)]))
            }
            try writer.close()
            #expect(try SessionReader(opening: path).loggedEvents() == events)
        }
    }
}
