import FusionCore
import Geometry
import SensorModel
import Testing

@testable import Recorder

/// A recorder that is stopped, or suspended with its machine.
@Suite struct RecorderPauseTests {
    private let start = Instant(seconds: 1_700_000_000)

    private func fix(_ second: Double, received: Double, offset: Double) -> LoggedEvent {
        let fix = Fix(
            device: DeviceID(1), coordinate: Coordinate(latitude: 50 + second * 1e-5, longitude: 14),
            horizontalAccuracy: 4, speed: 1.1)
        return LoggedEvent(
            SensorEvent(time: start + second + offset, received: start + received, payload: .fix(fix)))
    }

    private func sample(_ second: Double) -> LoggedEvent {
        let sample = VectorSample(device: DeviceID(2), x: second, y: 0, z: 9.81)
        let time = start + second
        return LoggedEvent(SensorEvent(time: time, received: time + 0.1, payload: .acceleration(sample)))
    }

    /// Records two minutes, of which the second half of the first is a pause, and returns what was emitted and stored.
    private func record(offset: Double) throws -> (log: MemoryLog, estimates: [Estimate]) {
        let log = MemoryLog()
        let engine = try RecordingEngine(file: log.file, parameters: .init(), settings: .init(), at: start)
        var live: [Estimate] = []
        for step in 0..<480 {
            let now = Double(step) / 4
            guard now <= 30 || now > 90 else { continue }
            if now == 90.25 {
                // The receiver's reports waited in a socket; the sensors' were stamped by a program that ran.
                for second in 30..<90 {
                    let arrived = now + Double(second - 30) * 0.001
                    let fix = fix(Double(second), received: arrived, offset: offset)
                    engine.take(SourceUpdate(events: [fix]), at: start + arrived)
                }
                engine.take(SourceUpdate(events: (300..<900).map { sample(Double($0) / 10) }), at: start + now + 0.06)
            }
            if step % 4 == 1 {
                engine.take(
                    SourceUpdate(events: [fix(now - 0.25, received: now, offset: offset), sample(now - 0.1)]),
                    at: start + now + (now == 90.25 ? 0.06 : 0))
            }
            live += engine.step(to: start + now + (now == 90.25 ? 0.07 : 0)).estimates
        }
        return (log, live + engine.end(at: start + 120).estimates)
    }

    @Test(arguments: [0, -619_315_200.0])
    func `what waited during a pause is neither stale nor a disagreement of clocks`(offset: Double) throws {
        let (log, live) = try record(offset: offset)
        let verdicts = live.compactMap { if case .verdict(let verdict) = $0 { verdict } else { nil } }
        #expect(verdicts.count == 120)
        let stale = verdicts.count { $0.rejection == .stale }
        let statuses = live.compactMap { if case .status(let status) = $0 { status.kind } else { nil } }
        let complaints = statuses.count { $0 == .clockDisagrees }
        // A clock that is wrong from the start is told once, after its first ten fixes.
        #expect(offset == 0 ? stale == 0 && complaints == 0 : stale < 10 && complaints == 1)
        #expect(verdicts.suffix(100).allSatisfy { $0.isAccepted })
        #expect(!statuses.contains(.signalLost))
        var core = FusionCore()
        var replayed: [Estimate] = []
        for event in log.events { core.consume(event) { replayed.append($0) } }
        #expect(replayed == live)
    }

    @Test func `a pause is noted, and what waited is in order with what did not`() throws {
        let events = try record(offset: 0).log.events
        let notes = events.compactMap { if case .note(let note) = $0.payload { note } else { nil } }
        #expect(notes.map(\.kind) == [.doubted] && notes[0].text.contains("for 60 s"))
        #expect(!events.contains { $0.isLate })
        let times = events.filter { $0.fix != nil || $0.payload.sample != nil }.map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
        let delays = events.compactMap { $0.fix == nil ? nil : $0.received - $0.time }
        #expect(delays.count == 120 && delays.allSatisfy { abs($0 - 0.25) < 0.001 })
        #expect(events.count { $0.payload.sample != nil } == 60 + 600)
    }
}
