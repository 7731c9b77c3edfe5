import FusionCore
import Replay
import SensorModel
import Testing

@Suite struct CheckpointsTests {
    private static let walk = SimulatedRecordings.walk
    private static let drive = SimulatedRecordings.drive

    private func rest(of recording: Recording, from count: Int, _ core: FusionCore) -> ([Estimate], Latest) {
        var core = core
        var estimates: [Estimate] = []
        recording.events.forEach(in: count..<recording.events.count) { event in
            core.consume(event) { estimates.append($0) }
            return true
        }
        return (estimates, core.latest)
    }

    @Test(arguments: [SimulatedRecordings.Name.walk, .drive])
    func `seek and continue is a straight run, at fifty cuts`(name: SimulatedRecordings.Name) throws {
        let recording = name.recording
        try #require(recording.events.count > 300)
        var straight = FusionCore()
        var emitted: [Int] = []
        var all: [Estimate] = []
        for event in recording.events {
            emitted.append(all.count)
            straight.consume(event) { all.append($0) }
        }
        let checkpoints = Checkpoints(recording, parameters: .init(), spacing: .init(interval: 16, longestRun: 64))
        var numbers = SeededNumbers(state: 20)
        for _ in 0..<50 {
            let cut = Int.random(in: 0..<recording.events.count, using: &numbers)
            let (estimates, latest) = rest(of: recording, from: cut, checkpoints.core(afterEvents: cut))
            #expect(estimates == Array(all[emitted[cut]...]))
            #expect(latest == straight.latest)
        }
    }

    @Test func `the copies stay few, and the interval grows`() {
        let recording = Self.walk
        for maximum in [2, 7, 50] {
            let spacing = Checkpoints.Spacing(interval: 1, maximumCount: maximum)
            let checkpoints = Checkpoints(recording, parameters: .init(), spacing: spacing)
            #expect(checkpoints.count <= maximum)
            #expect(checkpoints.count * checkpoints.interval >= recording.events.count)
            var core = FusionCore()
            for event in recording.events.prefix(777) { core.consume(event) { _ in } }
            #expect(checkpoints.core(afterEvents: 777).latest == core.latest)
        }
    }

    @Test func `before the start, at the end and beyond`() {
        let checkpoints = Checkpoints(Self.drive, parameters: .init())
        #expect(checkpoints.core(at: Instant(nanoseconds: .min)).latest == Latest())
        #expect(checkpoints.core(afterEvents: -5).latest == Latest())
        #expect(checkpoints.core(at: Instant(nanoseconds: .max)).latest == checkpoints.last.latest)
        #expect(checkpoints.core(afterEvents: .max).latest == checkpoints.last.latest)
    }

    @Test func `an empty recording and one event can be seeked`() {
        let empty = Recording(ordered: [])
        let checkpoints = Checkpoints(empty, parameters: .init())
        #expect(checkpoints.core(afterEvents: 0).latest == Latest())
        var cursor = ReplayCursor(empty, checkpoints: checkpoints)
        cursor.move(to: Instant(seconds: 5))
        #expect(cursor.eventCount == 0)
        let one = Recording(ordered: [SensorEvent(time: Instant(seconds: 1), payload: .tick)])
        #expect(Checkpoints(one, parameters: .init()).core(at: Instant(seconds: 2)).latest == Latest())
    }

    @Test func `a cursor anywhere agrees with a seek`() throws {
        let recording = Self.drive
        let checkpoints = Checkpoints(recording, parameters: .init(), spacing: .init(interval: 32, maximumCount: 20))
        let start = try #require(recording.start)
        let end = try #require(recording.end)
        var cursor = ReplayCursor(recording, checkpoints: checkpoints)
        var numbers = SeededNumbers(state: 4)
        var instant = start
        for step in 0..<200 {
            instant =
                step.isMultiple(of: 10) ? start + Double.random(in: 0...(end - start), using: &numbers) : instant + 1.3
            cursor.move(to: instant)
            #expect(cursor.core.latest == checkpoints.core(at: instant).latest)
            #expect(cursor.eventCount == recording.count(upTo: instant))
        }
    }
}
