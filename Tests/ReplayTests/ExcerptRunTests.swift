import FusionCore
import Geometry
import Replay
import SensorModel
import Testing

@testable import Simulation

@Suite struct ExcerptRunTests {
    /// Most of an hour of walks, drives and stays.
    private static func recording(motion: MotionSensors? = nil) -> Recording {
        Recording(
            unordered: SessionPlan(
                journey: Journey(
                    (0..<3).flatMap { _ in
                        [
                            .stay(120),
                            Leg(.walking, cruise: 1.4, [.straight(300), .turn(90, radius: 4), .straight(180)]),
                            Leg(.automotive, cruise: 12, [.straight(900), .turn(80, radius: 30), .straight(2_700)]),
                        ]
                    }), motion: motion
            ).simulate(seed: 4).events)
    }
    /// Fixes and ticks alone.
    private static let fixes = recording()
    private static let sensed = recording(motion: MotionSensors().with { ($0.rate, $0.magneticRate) = (10, 0) })

    private func run(_ engine: inout TuningEngine, _ parameters: Parameters = .init()) throws -> SessionRun {
        let run = engine.run(parameters)
        return try #require(run)
    }

    /// A gaze at the whole session, and at an instant of it.
    private func gaze(_ recording: Recording, at share: Double = 0.5) throws -> Gaze {
        let (start, end) = (try #require(recording.start), try #require(recording.end))
        return Gaze(instant: start + share * (end - start), visible: start...end)
    }

    /// The largest distance between two tracks of the same times, of those positions that lie in a range.
    private func farthest(_ one: PositionTrack, _ other: PositionTrack, in range: ClosedRange<Instant>) -> Double {
        zip(one, other).filter { range.contains($0.0.time) }
            .reduce(0) { max($0, $1.0.coordinate.distance(to: $1.1.coordinate)) }
    }

    @Test(
        arguments: [
            ("position.constantVelocity.processNoise", .number(0.2)),
            ("position.constantVelocity.processNoise", .number(12)), ("position.kind", .choice("none")),
        ] as [(String, ParameterValue)], [0, 0.6, 1])
    func `an excerpt is nearly that of the whole run, and the rest is as it was`(
        _ change: (name: String, value: ParameterValue), _ share: Double
    ) throws {
        for recording in [Self.fixes, Self.sensed] {
            var engine = TuningEngine(recording)
            let shown = try run(&engine)
            var parameters = Parameters()
            try parameters.set(change.name, to: change.value)
            let gaze = try gaze(recording, at: share)
            let preview = try #require(engine.excerpt(parameters, at: gaze, over: shown))
            let whole = try run(&engine, parameters)
            #expect(preview.isExcerpt && preview.parameters == parameters)
            #expect(preview.positions.times == shown.positions.times)
            #expect(preview.smoothed.times == shown.smoothed.times)
            let near = gaze.instant + -190...gaze.instant + 190
            #expect(preview.positions != shown.positions)
            // The filtered positions without a filter are metres from those with one.
            let isUnfiltered = parameters.position.kind == .none
            #expect(!isUnfiltered || farthest(shown.positions, whole.positions, in: near) > 3)
            #expect(farthest(preview.positions, whole.positions, in: near) < 0.15)
            #expect(farthest(preview.smoothed, whole.smoothed, in: near) < 0.15)
            let (start, end) = (try #require(recording.start), try #require(recording.end))
            let others = [start...max(start, near.lowerBound + -300), min(end, near.upperBound + 300)...end]
            for other in others where other.upperBound > other.lowerBound {
                #expect(farthest(preview.positions, shown.positions, in: other) == 0)
                #expect(farthest(preview.smoothed, shown.smoothed, in: other) == 0)
            }
            // All else is of the run that is shown.
            #expect(preview.activities == shown.activities && preview.day == shown.day)
            #expect(preview.core.positions == shown.positions)
        }
    }

    @Test func `the excerpt is visible, even if the instant is not`() throws {
        var engine = TuningEngine(Self.fixes)
        let shown = try run(&engine)
        var parameters = Parameters()
        parameters.position.minimumAccuracy = 20
        let middle = try gaze(Self.fixes).instant
        let visible = middle...middle + 200
        for instant in [middle + -4_000, middle + 100, middle + 4_000] {
            let gaze = Gaze(instant: instant, visible: visible)
            let preview = try #require(engine.excerpt(parameters, at: gaze, over: shown))
            let changed = zip(preview.positions, shown.positions).filter { $0 != $1 }.map(\.0.time)
            #expect(changed.count > 150 && changed.allSatisfy(visible.contains))
        }
        #expect(engine.excerpt(parameters, at: Gaze(instant: middle, visible: nil), over: shown) == nil)
    }

    @Test func `there is no excerpt where the whole run is as quick, or needs more than fixes`() throws {
        var engine = TuningEngine(Self.fixes)
        let shown = try run(&engine)
        let gaze = try gaze(Self.fixes)
        #expect(engine.excerpt(Parameters(), at: gaze, over: shown) == nil)
        var parameters = Parameters()
        parameters.simplifier.tolerance = 20
        #expect(engine.excerpt(parameters, at: gaze, over: shown) == nil)
        parameters.position.constantVelocity.processNoise = 2
        #expect(engine.excerpt(parameters, at: gaze, over: shown, isCancelled: { true }) == nil)
        #expect(engine.excerpt(parameters, at: gaze, over: shown) != nil)
        _ = try run(&engine, parameters)
        #expect(engine.excerpt(parameters, at: gaze, over: shown) == nil)

        for recording in [SimulatedRecordings.drive, SimulatedRecordings.walk] {
            var other = TuningEngine(recording)
            let known = try run(&other)
            let gaze = try self.gaze(recording)
            #expect(other.excerpt(parameters, at: gaze, over: known) == nil)
        }

        var sensed = TuningEngine(Self.sensed)
        let felt = try run(&sensed)
        parameters = Parameters()
        parameters.attitude.accelerometerTime = 3
        let sensedGaze = try self.gaze(Self.sensed)
        #expect(sensed.excerpt(parameters, at: sensedGaze, over: felt) == nil)

        var events = Array(Self.fixes.events)
        events.append(
            SensorEvent(
                time: events[events.count - 1].time, payload: .parameters(["simplifier.tolerance": .number(50)])))
        var tuned = TuningEngine(Recording(ordered: events))
        let known = try run(&tuned)
        parameters.position.constantVelocity.processNoise = 2
        #expect(tuned.excerpt(parameters, at: gaze, over: known) == nil)
    }
}
