import FusionCore
import SensorModel
import Testing

@testable import Recorder

/// Recordings on disks that are slow, and on one that hangs.
@Suite struct SlowDiskTests {
    private let start = Instant(seconds: 1_700_000_000)

    private func estimates(of events: [SensorEvent]) -> [Estimate] {
        var core = FusionCore()
        var estimates: [Estimate] = []
        for event in events { core.consume(event) { estimates.append($0) } }
        return estimates
    }

    @Test(arguments: [0.05, 0.15, 0.3, 0.5, 0.95, 1.1, 3])
    func `a slow disk delays neither estimates nor the end, and the file by two writes`(latency: Double) throws {
        let fast = try SlowDisk(start: start) { _ in 0 }
        let slow = try SlowDisk(start: start) { _ in latency }
        var oldest = 0.0
        fast.run(seconds: 60)
        slow.run(seconds: 60) { oldest = max(oldest, $0.elapsed - $0.newestSaved) }
        #expect(oldest <= 2 * latency + 0.3)
        #expect(fast.end() <= 0.1 && slow.end() <= 3 * latency + 0.1)
        #expect(slow.batches.map(\.events) == fast.batches.map(\.events))
        #expect(slow.batches.map(\.estimates) == fast.batches.map(\.estimates))
        #expect(slow.log.events == fast.log.events && slow.log.isClosed)
        let told = slow.statuses.compactMap(\.slowDiskSeconds)
        #expect(told.isEmpty == (latency < 1) && told.allSatisfy { Double($0) <= 2 * latency + 1.3 })
        #expect(slow.statuses.contains(where: \.isUnsafe) == (latency > 1))
        #expect(slow.statuses.allSatisfy { $0.fileTrouble == nil && $0.lostCount == 0 })
        #expect(abs((slow.statuses.last?.diskLatency ?? 0) - latency) < 2 * SlowDisk.step)
    }

    @Test func `a file that a kill leaves gives the estimates that were shown, to the bit`() throws {
        let disk = try SlowDisk(start: start) { _ in 0.7 }
        for seconds in [0.4, 5.3, 0.1, 11.9, 0.25, 6.6] {
            disk.run(seconds: seconds)
            let kept = disk.log.events
            let emitted = disk.batches.flatMap(\.events)
            #expect(kept == Array(emitted.prefix(kept.count)) && kept.count <= emitted.count)
            let shown = disk.batches.flatMap(\.estimates)
            let replayed = estimates(of: kept)
            #expect(replayed == Array(shown.prefix(replayed.count)))
            // What waits follows without a gap, as an end at that time would have had it.
            let left = kept + disk.log.waiting.map(\.event)
            #expect(left.map(\.sequence) == Array(0..<UInt64(left.count)))
        }
        #expect(disk.log.events.count > 5_000)
    }

    @Test func `a write that hangs for a minute is reported, and loses nothing`() throws {
        let disk = try SlowDisk(start: start) { $0 >= 10 && $0 < 60 ? 70 - $0 : 0 }
        disk.run(seconds: 80)
        _ = disk.end()
        let troubled = disk.statuses.indices.filter { disk.statuses[$0].fileTrouble != nil }
        // One status per second, the first after a second.
        #expect(troubled.first == 15 && troubled.last == 68)
        #expect(disk.log.events == disk.batches.flatMap(\.events))
        #expect(disk.log.events.count { $0.fix != nil } == 800)
    }

    @Test func `beyond the bound the raw lines go first, then samples, and the file counts what is missing`() throws {
        var settings = Recorder.Settings()
        settings.reserve = 400_000
        settings.writtenReserve = 10_000
        let disk = try SlowDisk(start: start, settings) { $0 >= 10 && $0 < 60 ? 70 - $0 : 0 }
        var largest = 0
        disk.run(seconds: 80) { largest = max(largest, $0.engine.reserve.size) }
        _ = disk.end()
        #expect(largest < 410_000)
        #expect(
            disk.statuses[60].messages.contains { $0.description.hasPrefix("The memory for unwritten data is full") })
        let kept = disk.log.logged
        #expect(kept.count { $0.event.fix != nil } == 800)
        let lines = kept.count { if case .gpsd? = $0.raw { true } else { false } }
        let status = try #require(disk.statuses.last)
        #expect(status.lostCount > 5_000 && status.fileTrouble == nil)
        let dropped = kept.compactMap { logged -> DropReport? in
            if case .drop(let report) = logged.event.payload { report } else { nil }
        }
        #expect(Set(dropped.map(\.stream)) == [.acceleration, .rotation, .magneticField])
        #expect(dropped.reduce(0) { $0 + $1.count } == status.lostCount)
        #expect(UInt64(kept.count + status.lostCount) == disk.engine.status(at: disk.now).eventCount)
        let notes = kept.compactMap { if case .note(let note) = $0.event.payload { note.text } else { nil } }
        #expect(notes.map { $0.prefix { $0.isNumber } } == ["\(800 - lines)"] && lines < 400)
    }

    @Test func `samples and lines wait only for so long`() throws {
        var settings = Recorder.Settings()
        settings.reserveSpan = 20
        let disk = try SlowDisk(start: start, settings) { $0 >= 10 && $0 < 60 ? 70 - $0 : 0 }
        disk.run(seconds: 80)
        _ = disk.end()
        #expect(disk.log.events.count { $0.fix != nil } == 800)
        let samples = disk.log.events.filter { $0.payload.sample != nil }.map { $0.received - start }
        #expect(!samples.contains { $0 > 11 && $0 < 48 } && samples.contains { $0 > 51 && $0 < 69 })
    }

    @Test func `a disk that hangs at the end is given up for the next place`() throws {
        let aside = MemoryLog()
        let disk = try SlowDisk(start: start, asides: [aside.file]) { $0 >= 10 ? 1_000 : 0 }
        disk.run(seconds: 20)
        let seconds = disk.end()
        #expect(seconds > 29 && seconds < 31)
        #expect(disk.log.events + aside.events == disk.batches.flatMap(\.events))
        let status = disk.engine.status(at: disk.now)
        #expect(status.hasEnded && status.unwrittenCount == status.asideCount)
        #expect(status.asideCount == aside.events.count)
        #expect(status.fileTrouble?.description == "The disk did not respond for 30 s.")
    }
}
