import FusionCore
import Geodesy
import Replay
import SensorModel
import Simulation
import Testing

@Suite struct HalvedRunTests {
    /// Four hours of walks, drives and stays by fixes and ticks alone.
    private static let hours = Recording(
        unordered: SessionPlan(
            journey: Journey(
                (0..<14).flatMap { _ in
                    [
                        .stay(120), Leg(.walking, cruise: 1.4, [.straight(300), .turn(90, radius: 4), .straight(180)]),
                        Leg(.automotive, cruise: 12, [.straight(900), .turn(80, radius: 30), .straight(2_700)]),
                    ]
                }), motion: nil
        ).simulate(seed: 4).events)

    private func tracks(
        _ engine: TuningEngine, _ parameters: Parameters, over shown: SessionRun, isCancelled: () -> Bool = { false }
    ) -> SessionRun? {
        engine.tracks(parameters, over: shown, isCancelled: isCancelled) { one, other in
            other()
            one()
        }
    }

    private func run(_ engine: inout TuningEngine, _ parameters: Parameters = .init()) throws -> SessionRun {
        let run = engine.run(parameters)
        return try #require(run)
    }

    private func farthest(_ one: PositionTrack, _ other: PositionTrack) -> Double {
        zip(one, other).reduce(0) { max($0, $1.0.coordinate.distance(to: $1.1.coordinate)) }
    }

    @Test(
        arguments: [
            ("position.minimumAccuracy", .number(20)), ("position.constantVelocity.wanderLimit", .number(0.05)),
            ("position.kind", .choice("none")),
            ("position.kind", .choice("scalar")),
        ] as [(String, ParameterValue)])
    func `tracks made in two halves are nearly those of the whole run`(_ name: String, _ value: ParameterValue) throws {
        var engine = TuningEngine(Self.hours)
        let shown = try run(&engine)
        var parameters = Parameters()
        try parameters.set(name, to: value)
        let preview = try #require(tracks(engine, parameters, over: shown))
        let whole = try run(&engine, parameters)
        #expect(preview.preview == .tracks && preview.parameters == parameters)
        #expect(preview.positions.times == whole.positions.times)
        #expect(preview.smoothed.times == whole.smoothed.times)
        let change = farthest(shown.positions, whole.positions)
        #expect(change > 1)
        #expect(farthest(preview.positions, whole.positions) < min(1, 0.2 * change))
        #expect(farthest(preview.smoothed, whole.smoothed) < 1)
        // All else is of the run that is shown.
        #expect(preview.activities == shown.activities && preview.day == shown.day)
        #expect(preview.core.positions == shown.positions)
    }

    @Test func `there is no such preview where the whole run is as quick or more than fixes count`() throws {
        var engine = TuningEngine(Self.hours)
        let shown = try run(&engine)
        #expect(tracks(engine, Parameters(), over: shown) == nil)
        var parameters = Parameters()
        parameters.position.constantVelocity.processNoise = 2
        #expect(tracks(engine, parameters, over: shown) { true } == nil)
        #expect(tracks(engine, parameters, over: shown) != nil)
        _ = try run(&engine, parameters)
        #expect(tracks(engine, parameters, over: shown) == nil)

        for recording in [SimulatedRecordings.drive, SimulatedRecordings.walk] {
            var other = TuningEngine(recording)
            let known = try run(&other)
            #expect(tracks(other, parameters, over: known) == nil)
        }

        var events = Array(Self.hours.events)
        events.append(
            SensorEvent(
                time: events[events.count - 1].time, payload: .parameters(["simplifier.tolerance": .number(50)])))
        var tuned = TuningEngine(Recording(ordered: events))
        let known = try run(&tuned)
        #expect(tracks(tuned, parameters, over: known) == nil)
    }
}
