import FusionCore
import Geodesy
import SensorModel
import Synchronization
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

    @Test func `devices keep their numbers`() {
        let devices = DeviceNumbers()
        let first = devices.number(of: "a")
        #expect(devices.number(of: "b") != first)
        #expect(devices.number(of: "a") == first)
    }
}
