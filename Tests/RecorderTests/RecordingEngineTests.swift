import FusionCore
import Geometry
import Replay
import SensorModel
import Synchronization
import Testing

@testable import Recorder

@Suite struct RecordingEngineTests {
    private let start = Instant(seconds: 1_700_000_000)

    private func fix(_ second: Double, received: Double? = nil) -> LoggedEvent {
        let fix = Fix(
            coordinate: Coordinate(latitude: 50 + second * 1e-5, longitude: 14), horizontalAccuracy: 4, speed: 1.1)
        return LoggedEvent(
            SensorEvent(time: start + second, received: start + (received ?? second + 0.2), payload: .fix(fix)),
            raw: .gpsd("{}"))
    }

    private func engine(_ file: SessionLogFile, _ settings: Recorder.Settings = .init()) throws -> RecordingEngine {
        try RecordingEngine(file: file, parameters: .init(), settings: settings, at: start)
    }

    /// Runs an engine over some seconds of fixes, one a second, and calls `each` before every step.
    @discardableResult
    private func run(
        _ engine: RecordingEngine, from first: Int = 0, seconds: Int, fixes: Bool = true,
        systemOffset: (Double) -> Double = { _ in 0 }, each: (Int) -> Void = { _ in }
    ) -> [RecorderBatch] {
        var batches: [RecorderBatch] = []
        for step in (first * 5)..<((first + seconds) * 5) {
            let now = Double(step) / 5
            each(step)
            if fixes, step % 5 == 1 {
                engine.take(SourceUpdate(events: [fix(now - 0.2, received: now)]), at: start + now)
            }
            batches.append(engine.step(to: start + now, systemTime: start + now + systemOffset(now)))
        }
        return batches
    }

    @Test func `live estimates are those of a straight run over the file, bit for bit`() throws {
        let log = MemoryLog()
        let engine = try engine(log.file)
        var live: [Estimate] = run(engine, seconds: 40).flatMap(\.estimates)
        live += run(engine, from: 40, seconds: 20, fixes: false).flatMap(\.estimates)
        live += run(engine, from: 60, seconds: 20).flatMap(\.estimates)
        live += engine.end(at: start + 80).estimates
        var straight: [Estimate] = []
        var core = FusionCore()
        for event in log.events { core.consume(event) { straight.append($0) } }
        #expect(live == straight)
        #expect(live.contains { if case .status(let status) = $0 { status.kind == .signalLost } else { false } })
        #expect(log.events.count { $0.payload == .tick } == 40)
        #expect(log.events.count { $0.fix != nil } == 60)
        #expect(log.isClosed)
    }

    @Test func `a session begins with what was learned, and hears of a building when it comes near`() throws {
        let log = MemoryLog()
        let stride = Learned.Stride(model: "frequency", constant: 1.1, variance: 0.001, stretches: 3)
        let near = Learned.Building(entrance: Coordinate(latitude: 50.009, longitude: 14), heights: [3.5])
        let far = Learned.Building(entrance: Coordinate(latitude: 51, longitude: 14), heights: [4])
        let farther = Learned.Building(entrance: Coordinate(latitude: 50.00921, longitude: 14.001), heights: [5])
        let engine = try RecordingEngine(
            file: log.file, parameters: .init(), learned: Learned(stride: stride, buildings: [far, farther, near]),
            settings: .init(), at: start)
        var live = run(engine, seconds: 40).flatMap(\.estimates)
        live += engine.end(at: start + 40).estimates
        let told = log.events.compactMap { event -> (place: Int, learned: Learned)? in
            guard case .learned(let learned) = event.payload else { return nil }
            return (log.events.firstIndex(of: event) ?? -1, learned)
        }
        // The fixes move north at a metre per second: the second building is within a kilometre half a minute later.
        #expect(
            told.map(\.learned) == [Learned(stride: stride), Learned(buildings: [near]), Learned(buildings: [farther])])
        #expect(told.first?.place == 0)
        #expect(engine.core.learned == Learned(stride: stride, buildings: [near, farther]))
        var straight: [Estimate] = []
        var core = FusionCore()
        for event in log.events { core.consume(event) { straight.append($0) } }
        #expect(live == straight && core.learned == engine.core.learned)
    }

    @Test func `a batch says what the file lacks`() throws {
        let log = MemoryLog()
        let engine = try engine(log.file)
        var seen = 0
        for step in 0..<100 {
            let now = start + Double(step) / 5
            engine.take(SourceUpdate(events: [fix(Double(step) / 5)]), at: now)
            let batch = engine.advance(to: now, systemTime: now)
            #expect(batch.firstUnwritten == UInt64(seen))
            // The file gets every other batch, together with the one before.
            guard step % 2 == 0 else { continue }
            engine.write(at: now)
            seen = Int(engine.firstUnwrittenSequence)
            #expect(log.events.count == seen && (seen > 0 || step < 5))
        }
        #expect(seen > 90)
    }

    @Test func `whatever came is in the file after the next write, in the order that an end would give it`() throws {
        let (log, whole) = (MemoryLog(), MemoryLog())
        let (killed, ended) = (try engine(log.file), try engine(whole.file))
        var random = SeededGenerator(seed: 5)
        var taken = 0
        for step in 0..<101 {
            let now = Double(step) / 8
            let takenBefore = taken
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let fix = fix(now - .random(in: 0...0.8, using: &random), received: now)
                for engine in [killed, ended] { engine.take(SourceUpdate(events: [fix]), at: start + now) }
                taken += 1
            }
            for engine in [killed, ended] { _ = engine.step(to: start + now) }
            // A write is due with every other step at the latest.
            #expect((log.logged + log.waiting).count { $0.event.fix != nil } >= takenBefore)
        }
        _ = killed.step(to: start + 101 / 8)
        let left = log.logged + log.waiting
        ended.end(at: start + 100 / 8)
        #expect(left == whole.logged && whole.waiting.isEmpty && !log.waiting.isEmpty)
    }

    @Test func `nothing is written where nothing came`() throws {
        let log = MemoryLog()
        let engine = try engine(log.file)
        for step in 0..<80 { _ = engine.step(to: start + Double(step) / 8) }
        // Each of five ticks once when it came and once when its place was final.
        #expect(log.appendCount == 10)
    }

    @Test func `a full disk is reported, and nothing is lost once there is space again`() throws {
        let log = MemoryLog()
        let engine = try engine(log.file)
        run(engine, seconds: 10)
        log.isFull = true
        let during = run(engine, from: 10, seconds: 20)
        #expect(engine.status(at: start + 30).fileTrouble?.description == "No space left.")
        #expect(engine.status(at: start + 30).unwrittenCount > 0)
        #expect(during.flatMap(\.events).count > 20)
        log.isFull = false
        run(engine, from: 30, seconds: 5)
        #expect(engine.status(at: start + 35).fileTrouble == nil)
        engine.end(at: start + 35)
        #expect(log.events.count { $0.fix != nil } == 35)
        #expect(log.events.map(\.sequence) == (0..<UInt64(log.events.count)).map { $0 })
    }

    @Test func `what a full disk does not take at the end goes into the first place that has room`() throws {
        let (log, full, aside) = (MemoryLog(), MemoryLog(), MemoryLog())
        let engine = try RecordingEngine(
            file: log.file, asides: [full.file, aside.file], parameters: .init(), settings: .init(), at: start)
        let report = SourceReport(device: DeviceID(3), name: "imu", streams: [.acceleration], state: .connected)
        engine.take(SourceUpdate(events: [LoggedEvent(SensorEvent(time: start, payload: .source(report)))]), at: start)
        run(engine, seconds: 10)
        (log.isFull, full.isFull) = (true, true)
        run(engine, from: 10, seconds: 20)
        engine.end(at: start + 30)
        #expect(full.events.isEmpty)
        #expect(aside.events.first?.sourceReport == report && aside.isClosed)
        let all = log.events + aside.events.dropFirst()
        #expect(all.map(\.sequence) == (0..<UInt64(all.count)).map { $0 })
        #expect(all.count { $0.fix != nil } == 30)
    }

    @Test func `what no place takes whole is kept in several, each event once, and the rest is counted`() throws {
        let log = MemoryLog()
        let asides = [0, 5, 0, 4, 3].map { room in
            let aside = MemoryLog()
            aside.room = room
            return aside
        }
        let discarded = Mutex<[Int]>([])
        let files = asides.enumerated().map { index, aside in
            SessionLogFile(
                path: "\(index)", open: { aside }, discard: { discarded.withLock { $0.append(index) } })
        }
        let engine = try RecordingEngine(
            file: log.file, asides: files, parameters: .init(), settings: .init(), at: start)
        let report = SourceReport(device: DeviceID(3), name: "imu", streams: [.acceleration], state: .connected)
        engine.take(SourceUpdate(events: [LoggedEvent(SensorEvent(time: start, payload: .source(report)))]), at: start)
        run(engine, seconds: 10)
        log.isFull = true
        run(engine, from: 10, seconds: 20)
        engine.end(at: start + 30)
        #expect(discarded.withLock { $0 } == [0, 2])
        let status = engine.status(at: start + 30)
        #expect(status.asidePaths == ["1", "3", "4"])
        let kept = asides.flatMap { $0.events.dropFirst() }
        #expect(status.asideCount == kept.count && status.unwrittenCount > kept.count)
        #expect(asides.filter { !$0.events.isEmpty }.allSatisfy { $0.events.first?.sourceReport == report })
        let all = log.events + kept
        #expect(all.map(\.sequence) == (0..<UInt64(all.count)).map { $0 })
        #expect(UInt64(log.events.count + status.unwrittenCount) == status.eventCount)
    }

    @Test func `a disk that stays full costs the oldest events, counted, and bounded memory`() throws {
        let log = MemoryLog()
        var settings = Recorder.Settings()
        settings.reserve = 20_000
        settings.writtenReserve = 5_000
        let engine = try engine(log.file, settings)
        run(engine, seconds: 5)
        log.isFull = true
        run(engine, from: 5, seconds: 200)
        log.isFull = false
        run(engine, from: 205, seconds: 3)
        engine.end(at: start + 208)
        let status = engine.status(at: start + 208)
        #expect(status.lostCount > 0)
        #expect(UInt64(log.events.count + status.lostCount) == status.eventCount)
        #expect(log.events.last?.sequence == status.eventCount - 1)
    }

    @Test func `a file that vanishes is made again with what memory holds`() throws {
        let logs = Mutex<[MemoryLog]>([])
        let isThere = Atomic(true)
        let file = SessionLogFile(
            path: "x.odograph",
            open: {
                let log = MemoryLog()
                logs.withLock { $0.append(log) }
                isThere.store(true, ordering: .relaxed)
                return log
            }, isIntact: { isThere.load(ordering: .relaxed) })
        let engine = try engine(file)
        run(engine, seconds: 10)
        isThere.store(false, ordering: .relaxed)
        run(engine, from: 10, seconds: 10)
        engine.end(at: start + 20)
        let all = logs.withLock { $0 }
        #expect(all.count == 2)
        #expect(all.last?.events.count { $0.fix != nil } == 20)
        #expect(
            engine.status(at: start + 20).messages.first?.description.hasPrefix("x.odograph was moved or removed")
                == true)
    }

    @Test func `a system clock that is set is an event, and the order does not care`() throws {
        let log = MemoryLog()
        let engine = try engine(log.file)
        run(engine, seconds: 30, systemOffset: { $0 < 10 ? 0 : $0 < 20 ? 3_600 : -7_200 })
        engine.end(at: start + 30)
        let steps = log.events.compactMap { event -> Double? in
            if case .clockStep(let step) = event.payload { step } else { nil }
        }
        #expect(steps.count == 2)
        #expect(abs(steps[0] - 3_600) < 0.001)
        #expect(abs(steps[1] + 10_800) < 0.001)
        #expect(!log.events.contains { $0.isLate })
        let places = log.events.map { EventOrder().place(of: $0) }
        #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test func `a suspend is a gap, not a burst of ticks`() throws {
        let log = MemoryLog()
        let engine = try engine(log.file)
        run(engine, seconds: 10)
        run(engine, from: 3_610, seconds: 10)
        engine.end(at: start + 3_620)
        #expect(log.events.count { $0.payload == .tick } == 10)
    }

    @Test func `silence is on the status within ten seconds`() throws {
        let engine = try engine(MemoryLog().file)
        run(engine, seconds: 20)
        #expect(abs((engine.status(at: start + 20).speed ?? 0) - 1.1) < 0.05)
        #expect(engine.status(at: start + 20).fixCount == 20)
        run(engine, from: 20, seconds: 11, fixes: false)
        let status = engine.status(at: start + 31)
        #expect(status.isSignalLost)
        #expect(status.speed == nil || status.isSpeedEstimated)
        #expect(status.accuracy == nil)
    }
}
