import FusionCore
import Replay
import SensorModel
import Testing

@Suite struct PartStatisticsTests {
    private func run(_ recording: Recording) throws -> (SessionRun, MotionBatches) {
        var engine = TuningEngine(recording)
        let run = engine.run(.init())
        let batches = MotionBatches(of: recording, parameters: .init())
        return try (#require(run), #require(batches))
    }

    @Test func `a walk has peak, mean, steps, pace and time in motion; a rest in it has less of all`() throws {
        let recording = SimulatedRecordings.walk
        let (run, batches) = try run(recording)
        let whole = PartStatistics(of: run, batches)
        let acceleration = try #require(whole.acceleration)
        #expect(acceleration.peak > acceleration.rootMeanSquare && acceleration.rootMeanSquare > 0.3)
        let steps = try #require(whole.steps)
        #expect(abs(steps.interval - 0.53) < 0.1 && steps.variation < 0.2, "\(steps)")
        #expect(abs(whole.distance - 96) < 12, "\(whole.distance)")
        #expect(try abs(#require(whole.movingSpeed) - 1.4) < 0.25)
        let start = try #require(recording.start)
        let rest = PartStatistics(of: run, batches, within: TimeSpan(start: start, end: start + 12))
        #expect(try #require(rest.acceleration).rootMeanSquare < acceleration.rootMeanSquare / 2)
        #expect(rest.steps == nil && rest.distance < 5 && rest.movingTime < 5)
    }

    @Test func `parts make up the whole`() throws {
        let recording = SimulatedRecordings.walk
        let (run, batches) = try run(recording)
        let (start, end) = try (#require(recording.start), #require(recording.end))
        let middle = start + (end - start) / 2
        let parts = [(start, middle), (middle, end)].map {
            PartStatistics(of: run, batches, within: TimeSpan(start: $0.0, end: $0.1))
        }
        let whole = PartStatistics(of: run, batches)
        #expect(abs(parts.reduce(0) { $0 + $1.distance } - whole.distance) < 1e-6)
        #expect(abs(parts.reduce(0) { $0 + $1.movingTime } - whole.movingTime) < 3)
        #expect(parts.compactMap(\.acceleration?.peak).max() == whole.acceleration?.peak)
    }

    @Test func `a drive of fixes alone has a pace and no acceleration`() throws {
        let (run, batches) = try run(SimulatedRecordings.drive)
        let whole = PartStatistics(of: run, batches)
        #expect(whole.acceleration == nil && whole.steps == nil)
        #expect(whole.movingTime > 100 && whole.distance > 2_000)
    }

    @Test func `collecting ends where it is cancelled`() {
        #expect(MotionBatches(of: Recording(ordered: []), parameters: .init()) != nil)
        let events = (0..<70_000).map { SensorEvent(time: Instant(nanoseconds: $0), payload: .tick) }
        #expect(MotionBatches(of: Recording(ordered: events), parameters: .init(), isCancelled: { true }) == nil)
    }

    @Test func `even steps vary by nothing, a pause between two bouts does not count`() throws {
        let start = Instant(seconds: 1_700_000_000)
        func bout(_ offset: Double) -> [Instant] { (0..<20).map { start + (offset + Double($0) * 0.5) } }
        let bouts = bout(0) + bout(60)
        let even = try #require(StepRegularity(of: bouts.reversed()))
        #expect(abs(even.interval - 0.5) < 1e-6 && even.variation < 1e-6)
        let uneven = (0..<40).map { index -> Instant in
            start + (Double(index) * 0.5 + (index.isMultiple(of: 2) ? 0.05 : 0))
        }
        #expect(try abs(#require(StepRegularity(of: uneven)).variation - 0.1) < 0.01)
        #expect(StepRegularity(of: bouts.prefix(10)) == nil)
    }
}
