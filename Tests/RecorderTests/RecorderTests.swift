import Foundation
import FusionCore
import Geodesy
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
        let appendsBeforeStop = Mutex(0)
        let source = ScriptedSource { context, deliver in
            for _ in 0..<20 { deliver(Self.marker(context)) }
            Thread.detachNewThread {
                _ = waitUntil { log.appendCount >= 10 }
                appendsBeforeStop.withLock { $0 = log.appendCount }
                stop.withLock { $0 }?()
            }
        }
        let recorder = try Recorder(file: log.file, sources: [source], clock: Self.clockWithoutTimer())
        stop.withLock { $0 = { recorder.stop() } }
        await recorder.run()
        #expect(appendsBeforeStop.withLock { $0 } >= 10)
    }

    @Test func `the end is not held up by what was not processed yet`() async throws {
        let log = MemoryLog()
        let stop = Mutex<(@Sendable () -> Void)?>(nil)
        let count = 20_000
        let appendsAtStop = Mutex(Int.max)
        let source = ScriptedSource(whenStopped: { appendsAtStop.withLock { $0 = log.appendCount } }) {
            context, deliver in
            for _ in 0..<count { deliver(Self.marker(context)) }
            stop.withLock { $0 }?()
        }
        let recorder = try Recorder(file: log.file, sources: [source], clock: Self.clockWithoutTimer())
        stop.withLock { $0 = { recorder.stop() } }
        await recorder.run()
        #expect(appendsAtStop.withLock { $0 } < count)
        #expect(log.events.count { $0.payload == .marker("m") } == count)
    }

    @Test func `devices keep their numbers`() {
        let devices = DeviceNumbers()
        let first = devices.number(of: "a")
        #expect(devices.number(of: "b") != first)
        #expect(devices.number(of: "a") == first)
    }
}
