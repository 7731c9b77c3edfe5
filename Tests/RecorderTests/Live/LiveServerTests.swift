import Foundation
import Glibc
import SensorModel
import SessionStore
import Synchronization
import TestSupport
import Testing

@testable import Recorder

@Suite struct LiveServerTests {
    private func batch(_ sequences: Range<UInt64>, firstUnwritten: UInt64? = nil) -> RecorderBatch {
        let events = sequences.map {
            SensorEvent(time: Instant(seconds: Double($0)), sequence: $0, payload: .marker("\($0)"))
        }
        return RecorderBatch(events: events, estimates: [], firstUnwritten: firstUnwritten ?? sequences.upperBound)
    }

    private func status(hasEnded: Bool) -> RecorderStatus {
        RecorderStatus(
            process: 1, elapsed: 1, eventCount: 1, fixCount: 0, sources: [], isSpeedEstimated: false,
            isSignalLost: false, messages: [], unwrittenCount: 0, lostCount: 0, asidePaths: [],
            asideCount: 0, hasEnded: hasEnded)
    }

    private func withFolder(_ body: (RuntimeFolder) async throws -> Void) async throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(RuntimeFolder(path: folder.appending(path: "run").path))
    }

    private func sequences(of link: RecorderLink, upTo end: UInt64) async -> [UInt64] {
        var sequences: [UInt64] = []
        for await message in link.messages {
            if case .events(let events) = message { sequences += events.map(\.sequence) }
            if case .ended = message { break }
            if sequences.last == end - 1 { break }
        }
        return sequences
    }

    private func waitFor(_ condition: () -> Bool) async throws {
        for _ in 0..<400 where !condition() { try await Task.sleep(for: .milliseconds(10)) }
        #expect(condition())
    }

    @Test func `followers that come early, in the middle and late all get every event once`() async throws {
        try await withFolder { folder in
            let server = try LiveServer(in: folder, path: "/session", onRequest: { _ in })
            try server.listen()
            let history: RecorderLink.History = { path, take in
                #expect(path == "/session")
                // The file may hold more than the follower is promised.
                for start in stride(from: UInt64(0), to: 250, by: 50) { take(self.batch(start..<(start + 50)).events) }
            }
            let early = try RecorderLink.attach(to: folder, history: history)
            server.publish(batch(0..<100))
            server.publish(batch(100..<200))
            let middle = try RecorderLink.attach(to: folder, history: history)
            server.publish(batch(200..<300))
            let late = try RecorderLink.attach(to: folder, history: { $1(self.batch(0..<300).events) })
            server.publish(batch(300..<301))
            for link in [early, middle, late] {
                #expect(await sequences(of: link, upTo: 301) == Array(0..<301))
            }
            server.close()
        }
    }

    @Test func `a session that gets another date comes again with it, every event once`() async throws {
        let files = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: files) }
        let path = files.appending(path: "a.odograph").path
        let translation: Int64 = 40 * 86_400_000_000_000
        let decision = ClockDecision(
            device: DeviceID(1), reason: .systemUnsynchronized, shift: -translation, translation: translation)
        try await withFolder { folder in
            let writer = try SessionWriter(creating: path, header: SessionHeader(created: Instant(seconds: 0)))
            let server = try LiveServer(in: folder, path: path, onRequest: { _ in })
            try server.listen()
            func add(_ batch: RecorderBatch) throws {
                try writer.append(batch.events.map { LoggedEvent($0) })
                server.publish(batch)
            }
            try add(batch(0..<100))
            let early = try RecorderLink.attach(to: folder, history: RecorderLink.sessionHistory)
            let decided = SensorEvent(time: Instant(seconds: 100), sequence: 100, payload: .clock(decision))
            try add(RecorderBatch(events: [decided], estimates: [], firstUnwritten: 101))
            let follower = Task {
                var (events, restarts): ([SensorEvent], Int) = ([], 0)
                for await message in early.messages {
                    if case .restarted = message { (events, restarts) = ([], restarts + 1) }
                    if case .events(let more) = message { events += more }
                    if restarts > 0, events.last?.sequence ?? 0 >= 120 { break }
                    if case .ended = message { break }
                }
                return (events, restarts)
            }
            for number in UInt64(101)..<200 {
                try add(batch(number..<(number + 1)))
                try await Task.sleep(for: .milliseconds(10))
            }
            let late = try RecorderLink.attach(to: folder, history: RecorderLink.sessionHistory)
            try add(batch(200..<201))
            let (events, restarts) = await follower.value
            #expect(restarts == 1 && events.map(\.sequence) == (0..<UInt64(events.count)).map { $0 })
            for event in events {
                #expect(event.time == Instant(seconds: Double(event.sequence)).moved(by: translation))
            }
            #expect(await sequences(of: late, upTo: 201) == Array(0..<201))
            server.close()
        }
    }

    @Test func `a long past comes in parts, every event once`() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.odograph").path
        let events = batch(0..<50_000).events
        try SessionWriter.make(path, header: SessionHeader(created: Instant(seconds: 0)), events: events)
        var parts: [[SensorEvent]] = []
        try RecorderLink.sessionHistory(path) { parts.append($0) }
        #expect(parts.count > 1)
        #expect(parts.map(\.count).max() ?? 0 < 30_000)
        #expect(parts.flatMap(\.self) == events)
    }

    @Test func `events that the file does not take come from memory`() async throws {
        try await withFolder { folder in
            let server = try LiveServer(in: folder, path: "/session", onRequest: { _ in })
            try server.listen()
            server.publish(batch(0..<10))
            server.publish(batch(10..<20, firstUnwritten: 10))
            server.publish(batch(20..<30, firstUnwritten: 10))
            let link = try RecorderLink.attach(to: folder, history: { $1(self.batch(0..<10).events) })
            #expect(link.hello.firstSequence == 10)
            #expect(await sequences(of: link, upTo: 30) == Array(0..<30))
            server.close()
        }
    }

    private func large(_ sequence: UInt64, firstUnwritten: UInt64? = nil) -> RecorderBatch {
        let text = String(repeating: "x", count: 100_000)
        let event = SensorEvent(time: Instant(seconds: 0), sequence: sequence, payload: .marker(text))
        return RecorderBatch(events: [event], estimates: [], firstUnwritten: firstUnwritten ?? sequence + 1)
    }

    @Test func `a follower that does not read is dropped, can come back, and holds up nobody`() async throws {
        try await withFolder { folder in
            let bounds = LiveServer.Bounds(patience: .milliseconds(300))
            let server = try LiveServer(in: folder, path: "/session", bounds: bounds, onRequest: { _ in })
            try server.listen()
            let stuck = try UnixSocket.connect(to: folder.socketPath)
            defer { close(stuck) }
            let link = try RecorderLink.attach(to: folder)
            try await waitFor { server.followerCount == 2 }
            // So little that the socket takes everything.
            server.publish(batch(0..<10))
            try await waitFor { server.followerCount == 1 }
            let back = try RecorderLink.attach(to: folder, history: { $1(self.batch(0..<10).events) })
            server.publish(batch(10..<20))
            #expect(await sequences(of: link, upTo: 20) == Array(0..<20))
            #expect(await sequences(of: back, upTo: 20) == Array(0..<20))
            server.close()
        }
    }

    @Test func `a link that the recorder dropped attaches again, and gets what it missed from the file, once`()
        async throws
    {
        try await withFolder { folder in
            let bounds = LiveServer.Bounds(patience: .milliseconds(300))
            let server = try LiveServer(in: folder, path: "/session", bounds: bounds, onRequest: { _ in })
            try server.listen()
            let saved = Mutex<[SensorEvent]>([])
            func add(_ sequences: Range<UInt64>) {
                saved.withLock { $0 += batch(sequences).events }
                server.publish(batch(sequences))
            }
            add(0..<10)
            let readings = Atomic(0)
            let isReading = Atomic(false)
            let link = try RecorderLink.attach(to: folder) { _, take in
                let events = saved.withLock(\.self)
                readings.add(1, ordering: .relaxed)
                _ = waitUntil { isReading.load(ordering: .relaxed) }
                take(events)
            }
            add(10..<20)
            try await waitFor { server.followerCount == 0 }
            add(20..<30)
            isReading.store(true, ordering: .relaxed)
            try await waitFor { server.followerCount == 1 }
            add(30..<40)
            #expect(await sequences(of: link, upTo: 40) == Array(0..<40))
            #expect(readings.load(ordering: .relaxed) == 2)
            server.close()
        }
    }

    @Test func `what waits for all followers together is bounded, and shared`() async throws {
        var log = LiveLog(bound: 1 << 20)
        for index in 0..<UInt64(100) { log.append(large(index, firstUnwritten: 0)) }
        #expect(log.end - log.start == 10)
        #expect(log.firstSequence == 90)
        log.append(batch(100..<101))
        #expect(log.firstSequence == 101)
        log.trim(needed: log.end - 3)
        #expect(log.end - log.start == 3)
        log.trim(needed: nil)
        #expect(log.start == log.end)
        try await withFolder { folder in
            let server = try LiveServer(in: folder, path: nil, bounds: .init(bytes: 4 << 20), onRequest: { _ in })
            try server.listen()
            let stuck = try (0..<8).map { _ in try UnixSocket.connect(to: folder.socketPath) }
            defer { for descriptor in stuck { close(descriptor) } }
            let link = try RecorderLink.attach(to: folder)
            try await waitFor { server.followerCount == 9 }
            for index in 0..<UInt64(200) {
                server.publish(large(index))
                try await Task.sleep(for: .milliseconds(1))
            }
            #expect(server.followerCount == 1)
            #expect(await sequences(of: link, upTo: 200).count == 200)
            server.close()
        }
    }

    @Test func `sixteen followers are served, and the next is told so`() async throws {
        try await withFolder { folder in
            let server = try LiveServer(in: folder, path: nil, onRequest: { _ in })
            try server.listen()
            let links = try (0..<16).map { _ in try RecorderLink.attach(to: folder) }
            #expect(throws: LiveError.crowded) { try RecorderLink.attach(to: folder) }
            links[0].detach()
            try await waitFor { server.followerCount == 15 }
            _ = try RecorderLink.attach(to: folder)
            server.close()
        }
    }

    @Test func `a follower that comes while the disk is full gets all that waits for it, and no status of before`()
        async throws
    {
        try await withFolder { folder in
            let server = try LiveServer(in: folder, path: nil, onRequest: { _ in })
            try server.listen()
            for index in 0..<UInt64(120) {
                server.publish(large(index, firstUnwritten: 0))
                server.publish(status(hasEnded: false))
            }
            let link = try RecorderLink.attach(to: folder)
            server.publish(large(120, firstUnwritten: 0))
            var (sequences, statusCount) = ([UInt64](), 0)
            for await message in link.messages {
                if case .events(let events) = message { sequences += events.map(\.sequence) }
                if case .status = message { statusCount += 1 }
                if sequences.last == 120 { break }
            }
            #expect(sequences == Array(0..<121))
            #expect(statusCount == 1)
            server.close()
        }
    }

    @Test func `a follower can ask for the end, and hears the last word`() async throws {
        try await withFolder { folder in
            let asked = Atomic(false)
            let server = try LiveServer(
                in: folder, path: nil, onRequest: { if $0 == .stop { asked.store(true, ordering: .relaxed) } })
            try server.listen()
            let link = try RecorderLink.attach(to: folder)
            link.send(.stop)
            try await waitFor { asked.load(ordering: .relaxed) }
            server.publish(status(hasEnded: true))
            server.close()
            var hasEnded = false
            for await message in link.messages {
                if case .status(let status) = message { hasEnded = status.hasEnded }
                if case .ended(let failure) = message { #expect(failure == nil) }
            }
            #expect(hasEnded)
            #expect(throws: LiveError.noRecorder(folder.socketPath)) { try RecorderLink.attach(to: folder) }
        }
    }

    @Test func `nonsense from a stranger ends only that connection`() async throws {
        try await withFolder { folder in
            let server = try LiveServer(in: folder, path: nil, onRequest: { _ in })
            try server.listen()
            let stranger = try UnixSocket.connect(to: folder.socketPath)
            defer { close(stranger) }
            try await waitFor { server.followerCount == 1 }
            let nonsense: [UInt8] = [255, 255, 255, 255, 1, 2, 3]
            send(stranger, nonsense, nonsense.count, CInt(MSG_NOSIGNAL))
            try await waitFor { server.followerCount == 0 }
            let link = try RecorderLink.attach(to: folder)
            server.publish(batch(0..<5))
            #expect(await sequences(of: link, upTo: 5).count == 5)
            server.close()
        }
    }

    @Test func `only its owner can reach the socket`() async throws {
        try await withFolder { folder in
            let server = try LiveServer(in: folder, path: nil, onRequest: { _ in })
            try server.listen()
            for (path, mode) in [(folder.path, 0o700), (folder.socketPath, 0o600)] {
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect(attributes[.posixPermissions] as? Int == mode)
            }
            server.close()
        }
    }

    @Test func `a second recorder in the same folder is refused by name, and welcome afterwards`() async throws {
        try await withFolder { folder in
            let first = try LiveServer(in: folder, path: "/first", onRequest: { _ in })
            try first.listen()
            #expect(throws: LiveError.busy(process: getpid(), path: "/first")) {
                try LiveServer(in: folder, path: "/second", onRequest: { _ in })
            }
            first.close()
        }
    }

    @Test func `a lock that is a link to another file is not written through`() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
            let target = folder.path + "/target"
            try "kept".write(toFile: target, atomically: true, encoding: .utf8)
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/recorder.lock", withDestinationPath: target)
            let error = #expect(throws: LiveError.self) { try LiveServer(in: folder, path: "/a", onRequest: { _ in }) }
            #expect("\(try #require(error))".contains("is a link"))
            #expect(try String(contentsOfFile: target, encoding: .utf8) == "kept")
            #expect(folder.recorder == nil)
        }
    }
}
