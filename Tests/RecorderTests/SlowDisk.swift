import FusionCore
import Geometry
import SensorModel

@testable import Recorder

/// A recording on a disk whose writes take a given time, by a clock that does not wait: a receiver at 10 Hz and three
/// streams at 100 Hz.
final class SlowDisk {
    static let step = 0.05
    static let samplesPerStep = 15

    let engine: RecordingEngine
    let log: MemoryLog
    private let start: Instant
    private let latency: (_ elapsed: Double) -> Double
    private var pending: (order: LogOrder, begun: Double, end: Double)?
    private(set) var steps = 0
    /// What was emitted.
    private(set) var batches: [RecorderBatch] = []
    /// The arrival of the newest event that the file has.
    private(set) var newestSaved = 0.0
    /// The statuses, one per second.
    private(set) var statuses: [RecorderStatus] = []

    /// - Parameter latency: The seconds that a write takes which begins after a number of seconds of recording.
    init(
        start: Instant, asides: [SessionLogFile] = [], _ settings: Recorder.Settings = .init(),
        latency: @escaping (_ elapsed: Double) -> Double
    ) throws {
        log = MemoryLog()
        self.start = start
        self.latency = latency
        engine = try RecordingEngine(
            file: log.file, asides: asides, parameters: .init(), settings: settings, at: start)
    }

    var elapsed: Double { Double(steps) * Self.step }
    var now: Instant { start + elapsed }

    /// Records a number of seconds; calls `each` after each step.
    func run(seconds: Double, each: (SlowDisk) -> Void = { _ in }) {
        for _ in 0..<Int((seconds / Self.step).rounded()) {
            steps += 1
            engine.take(SourceUpdate(events: arrivals()), at: now)
            // As often as a recorder does.
            if steps % 5 == 0 { batches.append(engine.advance(to: now, systemTime: now)) }
            turnDisk()
            if steps % 20 == 0 { statuses.append(engine.status(at: now)) }
            each(self)
        }
    }

    /// Ends the recording, and returns the seconds that it took. A file takes as long to close as to write.
    func end() -> Double {
        let requested = elapsed
        batches.append(engine.finish(at: now))
        while !engine.hasEnded, elapsed - requested < 200 {
            turnDisk()
            steps += 1
        }
        return elapsed - requested - Self.step
    }

    private func turnDisk() {
        if let done = pending, done.end <= elapsed + 1e-9 {
            pending = nil
            engine.take(done.order.writer.perform(done.order), at: now)
            newestSaved = done.begun
        }
        if pending == nil, let order = engine.nextOrder(at: now) {
            let seconds = latency(elapsed)
            pending = (order, elapsed, elapsed + seconds * (order.isLast ? 2 : 1))
            if seconds == 0 { turnDisk() }
        } else if pending != nil, let order = engine.nextOrder(at: now) {
            // The recorder has given up the one that hangs.
            pending = nil
            engine.take(order.writer.perform(order), at: now)
        }
    }

    private func arrivals() -> [LoggedEvent] {
        var events: [LoggedEvent] = []
        for index in 0..<Self.samplesPerStep {
            let time = now + Double(index / 3) * 0.01 + -Self.step
            let sample = VectorSample(device: DeviceID(2), x: Double(steps % 7), y: Double(index), z: 9.81)
            let payload: SensorEvent.Payload =
                switch index % 3 {
                case 0: .acceleration(sample)
                case 1: .rotation(sample)
                default: .magneticField(sample)
                }
            events.append(LoggedEvent(SensorEvent(time: time, received: now, payload: payload)))
        }
        guard steps % 2 == 0 else { return events }
        let coordinate = Coordinate(latitude: 50 + elapsed * 1e-5, longitude: 14)
        let fix = Fix(device: DeviceID(1), coordinate: coordinate, horizontalAccuracy: 4, speed: 1.1)
        return events + [
            LoggedEvent(
                SensorEvent(time: now + -0.1, received: now, payload: .fix(fix)),
                raw: .gpsd(String(repeating: "x", count: 300)))
        ]
    }
}
