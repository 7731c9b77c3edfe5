import Foundation
import FusionCore
import Geometry
import SensorModel
import Synchronization
import TestSupport
import Testing

@testable import Recorder

@Suite struct RecorderTests {
    @Test func `a recorder takes from all its sources until it is stopped, and keeps their last words`() async throws {
        let log = MemoryLog()
        let clock = RecorderClock.system()
        let now = clock.now()
        let last = LoggedEvent(SensorEvent(time: now, payload: .marker("last")))
        let sources = (1...3).map { number in
            ScriptedSource(last: number == 2 ? [last] : []) { context, deliver in
                let time = context.clock.now()
                for index in 0..<100 {
                    let sample = VectorSample(device: DeviceID(UInt16(number)), x: Double(index), y: 0, z: 0)
                    deliver(
                        SourceUpdate(events: [LoggedEvent(SensorEvent(time: time, payload: .acceleration(sample)))]))
                }
            }
        }
        let published = Mutex<[SensorEvent]>([])
        let recorder = try Recorder(
            file: log.file, sources: sources, clock: clock,
            publish: { batch in
                published.withLock { $0 += batch.events }
            })
        Task {
            try await Task.sleep(for: .milliseconds(300))
            recorder.stop()
        }
        let status = await recorder.run()
        #expect(status.hasEnded)
        #expect(log.isClosed)
        #expect(published.withLock { $0 } == log.events)
        for number in 1...3 {
            let values = log.events.compactMap { event -> Double? in
                if case .acceleration(let sample) = event.payload, sample.device.rawValue == number {
                    sample.x
                } else {
                    nil
                }
            }
            #expect(values == (0..<100).map(Double.init))
        }
        #expect(log.events.contains { $0.payload == .marker("last") })
    }

    /// A clock that advances by a second each time it is read, and whose timer never fires.
    private static func clockWithoutTimer() -> RecorderClock {
        let seconds = Mutex(1.7e9)
        let next: @Sendable () -> Instant = {
            seconds.withLock { seconds in
                seconds += 1
                return Instant(nanoseconds: Int64(seconds) * 1_000_000_000)
            }
        }
        return RecorderClock(now: next, systemTime: next, sleep: { _ in try await Task.sleep(for: .seconds(3_600)) })
    }

    private static func marker(_ context: SourceContext) -> SourceUpdate {
        SourceUpdate(events: [LoggedEvent(SensorEvent(time: context.clock.now(), payload: .marker("m")))])
    }

    @Test func `what arrives is written without waiting for a late timer`() async throws {
        let log = MemoryLog()
        let stop = Mutex<(@Sendable () -> Void)?>(nil)
        let writtenBeforeStop = Mutex(0)
        let source = ScriptedSource { context, deliver in
            for _ in 0..<20 { deliver(Self.marker(context)) }
            Thread.detachNewThread {
                _ = waitUntil { log.logged.count + log.waiting.count >= 20 }
                writtenBeforeStop.withLock { $0 = log.logged.count + log.waiting.count }
                stop.withLock { $0 }?()
            }
        }
        let recorder = try Recorder(file: log.file, sources: [source], clock: Self.clockWithoutTimer())
        stop.withLock { $0 = { recorder.stop() } }
        await recorder.run()
        #expect(writtenBeforeStop.withLock { $0 } >= 20)
    }

    @Test func `the end is not held up by what was not processed yet`() async throws {
        let log = MemoryLog()
        let stop = Mutex<(@Sendable () -> Void)?>(nil)
        let count = 20_000
        let stopped = DispatchSemaphore(value: 0)
        let isStoppedFirst = Atomic(false)
        let source = ScriptedSource(whenStopped: { stopped.signal() }) { context, deliver in
            for _ in 0..<count { deliver(Self.marker(context)) }
            stop.withLock { $0 }?()
        }
        let recorder = try Recorder(
            file: log.file, sources: [source], clock: Self.clockWithoutTimer(),
            publish: { _ in
                // The first batch waits for the stop; all that follow it have not been processed.
                guard !isStoppedFirst.load(ordering: .relaxed) else { return }
                isStoppedFirst.store(stopped.wait(timeout: .now() + 20) == .success, ordering: .relaxed)
            })
        stop.withLock { $0 = { recorder.stop() } }
        await recorder.run()
        let wasStoppedFirst = isStoppedFirst.load(ordering: .relaxed)
        #expect(wasStoppedFirst)
        #expect(log.events.count { $0.payload == .marker("m") } == count)
    }

    @Test func `a write that hangs holds up neither the estimates nor the reports`() async throws {
        let log = MemoryLog()
        let hang = DispatchSemaphore(value: 0)
        let isHanging = Atomic(false)
        let file = SessionLogFile(
            path: nil,
            open: {
                HangingLog(log) {
                    isHanging.store(true, ordering: .relaxed)
                    hang.wait()
                }
            })
        let published = Atomic(0)
        let lacking = Mutex(0.0)
        let stop = Mutex<(@Sendable () -> Void)?>(nil)
        let source = ScriptedSource { context, deliver in
            Thread.detachNewThread {
                var sent = 0
                // What is published while a write hangs has not been written.
                _ = waitUntil {
                    deliver(Self.marker(context))
                    sent += 1
                    return isHanging.load(ordering: .relaxed) && published.load(ordering: .relaxed) > 20
                        && lacking.withLock { $0 } > 1
                }
                #expect(log.events.isEmpty && published.load(ordering: .relaxed) > 20)
                hang.signal()
                stop.withLock { $0 }?()
            }
        }
        let recorder = try Recorder(
            file: file, sources: [source], clock: .system(),
            announce: { status in lacking.withLock { $0 = status.unsavedSeconds ?? 0 } },
            publish: { published.add($0.events.count, ordering: .relaxed) })
        stop.withLock { $0 = { recorder.stop() } }
        let status = await recorder.run()
        #expect(status.unwrittenCount == 0 && status.unsavedSeconds == nil)
        #expect(log.events.count == published.load(ordering: .relaxed))
    }

    @Test func `devices keep their numbers`() {
        let devices = DeviceNumbers()
        let first = devices.number(of: "a")
        #expect(devices.number(of: "b") != first)
        #expect(devices.number(of: "a") == first)
    }
}

/// A log whose first append hangs.
private final class HangingLog: SessionLog {
    private let log: MemoryLog
    private let hang: @Sendable () -> Void
    private let hasHung = Atomic(false)

    init(_ log: MemoryLog, _ hang: @escaping @Sendable () -> Void) {
        self.log = log
        self.hang = hang
    }

    func append(_ events: [LoggedEvent], waiting: [LoggedEvent]) throws {
        if !hasHung.exchange(true, ordering: .relaxed) { hang() }
        try log.append(events, waiting: waiting)
    }

    func close() { log.close() }
}
