import FusionCore
import Geometry
import Replay
import SensorModel
import Synchronization
import Testing

@testable import Recorder

/// Recordings with receivers and computers whose dates are wrong.
@Suite struct SessionClockTests {
    private let start = Instant(seconds: 1_796_000_000)
    private let release = Instant(seconds: 1_795_219_200)
    private static let weeks = Double(GPSWeekEra.nanoseconds) / 1e9

    /// A recording of 60 s, with a fix of a walk every second from the third on.
    private struct Course {
        /// The lead of the receiver's clock over the recorder's in seconds, at each fix; `nil` without a fix.
        var lead: (Int) -> Double? = { _ in 0 }
        /// The delay from a fix to its arrival in seconds, at each fix.
        var delay: (Int) -> Double = { _ in 0.2 }
        /// The time of the first event.
        var start: Instant
        var isSynchronized = true
        /// The lead of the system's clock over the recorder's in seconds.
        var systemLead = 0.0
    }

    private struct Outcome {
        var log: MemoryLog
        var live: [Estimate] = []
        /// The longest time from the arrival of an event to its leaving, in seconds.
        var longestHold = 0.0

        var fixes: [SensorEvent] { log.events.filter { $0.fix != nil } }
        var decisions: [ClockDecision] {
            log.events.compactMap { if case .clock(let decision) = $0.payload { decision } else { nil } }
        }
        var rejections: [FixVerdict.Rejection?] {
            live.compactMap { if case .verdict(let verdict) = $0 { .some(verdict.rejection) } else { nil } }
        }
        var positions: Int { live.count { if case .position = $0 { true } else { false } } }
    }

    private func run(_ course: Course) throws -> Outcome {
        var outcome = Outcome(log: MemoryLog())
        var settings = Recorder.Settings()
        settings.release = release
        let engine = try RecordingEngine(
            file: outcome.log.file, parameters: .init(), settings: settings, at: course.start)
        engine.clock.isSystemSynchronized = course.isSynchronized
        var arrivals: [(at: Double, event: LoggedEvent)] = (3..<60).compactMap { second in
            guard let lead = course.lead(second) else { return nil }
            let fix = Fix(
                device: DeviceID(4), coordinate: Coordinate(latitude: 50 + Double(second) * 1.2e-5, longitude: 14),
                horizontalAccuracy: 4, speed: 1.3)
            let arrival = Double(second) + course.delay(second)
            return (
                arrival,
                LoggedEvent(
                    SensorEvent(
                        time: course.start + (Double(second) + lead), received: course.start + arrival,
                        payload: .fix(fix)), raw: .gpsd("{}"))
            )
        }
        arrivals.sort { $0.at < $1.at }
        func take(_ batch: RecorderBatch, at now: Instant) {
            outcome.live += batch.estimates
            for event in batch.events { outcome.longestHold = max(outcome.longestHold, now - event.received) }
        }
        for step in 0..<300 {
            let now = course.start + Double(step) / 5
            while let next = arrivals.first, next.event.event.received <= now {
                engine.take(SourceUpdate(events: [next.event]), at: now)
                arrivals.removeFirst()
            }
            take(engine.step(to: now, systemTime: now + course.systemLead), at: now)
        }
        take(engine.end(at: course.start + 60), at: course.start + 60)
        var straight: [Estimate] = []
        var core = FusionCore()
        for event in outcome.log.events { core.consume(event) { straight.append($0) } }
        #expect(straight == outcome.live)
        #expect(outcome.log.events.map(\.sequence) == (0..<UInt64(outcome.log.events.count)).map { $0 })
        return outcome
    }

    @Test(arguments: [-3, -2, -1, 1]) func `a receiver off by 1024 weeks gives the recording of a right one`(
        eras: Double
    ) throws {
        let right = try run(Course(start: start))
        let wrong = try run(Course(lead: { _ in eras * Self.weeks }, start: start))
        #expect(right.decisions.isEmpty && wrong.decisions.map(\.reason) == [.weekRollover])
        #expect(wrong.decisions.map(\.shift) == [-Int64(eras) * GPSWeekEra.nanoseconds])
        #expect(wrong.decisions.map(\.translation) == [0])
        #expect(wrong.fixes.map(\.time) == right.fixes.map(\.time))
        #expect(wrong.rejections == right.rejections && wrong.positions == right.positions)
        #expect(wrong.live.filter { if case .status = $0 { true } else { false } }.count == 1)
    }

    @Test(arguments: [true, false]) func `a receiver whose date is before the release gets the recorder's`(
        isSynchronized: Bool
    ) throws {
        let right = try run(Course(start: start))
        let wrong = try run(Course(lead: { _ in -197 * 86_400 }, start: start, isSynchronized: isSynchronized))
        #expect(wrong.decisions.map(\.reason) == [.impossibleDate] && wrong.decisions.map(\.translation) == [0])
        // The delay of the line cannot be told from the clock.
        #expect(zip(wrong.fixes, right.fixes).allSatisfy { abs(($0.time - $1.time) - 0.2) < 1e-6 })
        #expect(wrong.rejections == right.rejections && wrong.positions == right.positions)
        #expect(wrong.longestHold < 5)
    }

    @Test(arguments: [-777_600.0, -3_600, 3_600, 3_456_000])
    func `of two possible dates, that of a synchronized system counts, otherwise the receiver's`(lead: Double) throws {
        let synchronized = try run(Course(lead: { _ in lead }, start: start))
        let isTomorrow = lead > 86_400
        #expect(synchronized.decisions.map(\.reason) == [isTomorrow ? .impossibleDate : .systemSynchronized])
        #expect(synchronized.decisions.map(\.translation) == [0])
        let other = try run(Course(lead: { _ in lead }, start: start, isSynchronized: false))
        #expect(other.decisions.map(\.reason) == [.systemUnsynchronized])
        let translation = try #require(other.decisions.first?.translation)
        // What readers add gives the receiver's own times.
        for fix in other.fixes {
            let own = start + ((fix.fix?.coordinate?.latitude ?? 0) - 50) / 1.2e-5 + lead
            #expect(abs(fix.time.moved(by: translation) - own) < 1e-3)
        }
        #expect(other.rejections == synchronized.rejections)
        #expect(other.rejections.count { $0 != nil } == (try run(Course(start: start))).rejections.count { $0 != nil })
    }

    @Test func `a computer without a date takes the receiver's, and lifts it over the release`() throws {
        for eras in [0.0, 1] {
            let receiver = start + -eras * Self.weeks
            let bare = Instant(seconds: 100)
            let outcome = try run(Course(lead: { _ in receiver - bare }, start: bare))
            let decision = try #require(outcome.decisions.first)
            #expect(outcome.decisions.count == 1 && decision.reason == .systemUnsynchronized)
            let first = try #require(outcome.fixes.first)
            #expect(abs(first.time.moved(by: decision.translation) - (start + 3)) < 1e-3)
        }
    }

    @Test func `a system that was set to the receiver's date is believed with it`() throws {
        let lead = 5 * 86_400.0
        let outcome = try run(Course(lead: { _ in lead }, start: start, systemLead: lead))
        let decision = try #require(outcome.decisions.first)
        #expect(abs(Double(decision.translation) / 1e9 - lead) < 1)
    }

    @Test func `a cached fix and a backlog are old, and no clock is wrong`() throws {
        let cached = try run(Course(lead: { $0 < 9 ? Double(-70_000 - $0) : 0 }, start: start))
        #expect(cached.decisions.isEmpty)
        #expect(cached.rejections.filter { $0 == .stale }.count == 6)
        let backlog = try run(Course(delay: { $0 < 50 ? 50.2 - Double($0) : 0.2 }, start: start))
        #expect(backlog.decisions.isEmpty)
        let later = try run(Course(delay: { 10..<50 ~= $0 ? 50.2 - Double($0) : 0.2 }, start: start))
        #expect(later.decisions.isEmpty)
    }

    @Test func `a receiver that finds its date goes on where it was`() throws {
        let right = try run(Course(start: start))
        let corrected = try run(Course(lead: { $0 < 30 ? -Self.weeks : 0 }, start: start))
        #expect(corrected.decisions.map(\.reason) == [.weekRollover, .agreement])
        #expect(corrected.fixes.map(\.time) == right.fixes.map(\.time) && corrected.rejections == right.rejections)
    }

    @Test func `a clock that says anything holds nothing for long, and makes few decisions`() throws {
        var random = SeededGenerator(seed: 9)
        let leads = (0..<60).map { _ in Double.random(in: -1e9...1e9, using: &random) }
        let odd = try run(Course(lead: { leads[$0] }, start: start))
        #expect(odd.decisions.isEmpty && odd.longestHold < 12)
        let hopping = try run(Course(lead: { $0.isMultiple(of: 2) ? 0 : -Self.weeks }, start: start))
        #expect(hopping.decisions.count <= 16)
        let far = try run(Course(lead: { _ in 7e9 }, start: start, isSynchronized: false))
        #expect(far.decisions.map(\.reason) == [.impossibleDate])
        for extreme in [Int64.min, .max] {
            var clock = SessionClock(release: release)
            var event = SensorEvent(
                time: Instant(nanoseconds: extreme), received: start,
                payload: .fix(Fix(coordinate: Coordinate(latitude: 1, longitude: 1))))
            #expect(clock.consume(&event) == nil && event.time.nanoseconds == extreme)
        }
    }

    @Test func `a file that begins later has the decision too`() throws {
        let log = Mutex(MemoryLog())
        let isIntact = Atomic(true)
        let file = SessionLogFile(
            path: nil, open: { log.withLock { $0 } }, isIntact: { isIntact.load(ordering: .relaxed) })
        var settings = Recorder.Settings()
        (settings.writtenReserve, settings.release) = (2_000, release)
        let engine = try RecordingEngine(file: file, parameters: .init(), settings: settings, at: start)
        for step in 0..<300 {
            let now = start + Double(step) / 5
            let fix = Fix(
                device: DeviceID(4), coordinate: Coordinate(latitude: 50, longitude: 14), horizontalAccuracy: 4)
            let event = SensorEvent(time: now + -Self.weeks, received: now, payload: .fix(fix))
            engine.take(SourceUpdate(events: [LoggedEvent(event)]), at: now)
            if step == 200 {
                log.withLock { $0 = MemoryLog() }
                isIntact.store(false, ordering: .relaxed)
            }
            _ = engine.step(to: now, systemTime: now)
            if step == 210 { isIntact.store(true, ordering: .relaxed) }
        }
        _ = engine.end(at: start + 60)
        let events = log.withLock { $0.events }
        #expect(events.contains { if case .clock = $0.payload { true } else { false } })
        #expect((events.first { $0.fix != nil }?.sequence ?? 0) > 100)
    }
}
