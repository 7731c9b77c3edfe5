import FusionCore
import Replay
import SensorModel
import Testing

@testable import Simulation

/// Runs that use the record of motion samples of another run.
@Suite struct RehearsedRunTests {
    /// A ride by car and a walk, with motion sensors, and a shake at the end.
    private static let ride: Recording = {
        let plan = SessionPlan(
            journey: Journey([
                .stay(8), Leg(.automotive, cruise: 14, [.straight(500), .turn(80, radius: 30), .straight(300)]),
                .stay(5), Leg(.walking, cruise: 1.4, [.straight(25), .turn(90, radius: 4)]), .stay(5),
            ]))
        var events = plan.simulate(seed: 3).events
        let shaken = events.lastIndex { if case .acceleration = $0.payload { true } else { false } }
        if let shaken, case .acceleration(var sample) = events[shaken].payload {
            sample.z += 60
            events[shaken].payload = .acceleration(sample)
        }
        return Recording(unordered: events)
    }()

    /// The ride without the fixes of some seconds.
    private static func ride(without outage: Range<Double>) -> Recording {
        guard let start = ride.start else { return ride }
        return Recording(
            ordered: ride.events.filter { event in
                guard case .fix = event.payload else { return true }
                return !outage.contains(event.time - start)
            })
    }

    private static let groups = [
        "position", "fixGate", "speed", "watchdog", "deadReckoning", "outages", "workout", "altimeter", "smoother",
        "simplifier", "interference",
    ]

    /// The parameters that do not affect motion samples, each well away from its default.
    private static func variants() throws -> [(name: String, parameters: Parameters)] {
        try Parameters.table.filter { groups.contains(String($0.name.prefix { $0 != "." })) }.map { entry in
            var parameters = Parameters()
            switch (entry.domain, parameters.value(of: entry.name)) {
            case (.number(let range), .number(let value)?):
                let isLow = value < (range.lowerBound + range.upperBound) / 2
                try parameters.set(entry.name, to: .number(isLow ? value * 1.2 + 0.01 : value * 0.8))
            case (.choice(let names), .choice(let value)?):
                try parameters.set(entry.name, to: .choice(names.last { $0 != value } ?? value))
            case (.toggle, .toggle(let value)?): try parameters.set(entry.name, to: .toggle(!value))
            default: break
            }
            return (entry.name, parameters)
        }
    }

    /// Expects the results of a straight run, and of copies of the core along it.
    private func expectStraight(_ run: SessionRun, _ recording: Recording, _ comment: Comment) {
        var all: [Estimate] = []
        let finished = FinishedTrack(events: recording.events, parameters: run.parameters) { all.append($0) }
        func those<Value>(_ value: (Estimate) -> Value?) -> [Value] { all.compactMap(value) }
        #expect(Array(run.core.positions) == those { if case .position(let one) = $0 { one } else { nil } }, comment)
        #expect(Array(run.core.speeds) == those { if case .speed(let one) = $0 { one } else { nil } }, comment)
        #expect(run.core.steps == those { if case .step(let one) = $0 { one } else { nil } }, comment)
        #expect(run.core.activities == those { if case .activity(let one) = $0 { one } else { nil } }, comment)
        #expect(run.core.altitudes == those { if case .altitude(let one) = $0 { one } else { nil } }, comment)
        #expect(run.core.statuses == those { if case .status(let one) = $0 { one } else { nil } }, comment)
        #expect(Array(run.smoothed) == finished.smoothed && run.simplified == finished.simplified, comment)
        #expect(run.day == finished.day && run.summary == finished.summary, comment)
        for share in [0.3, 0.8] {
            let cut = Int(Double(recording.events.count) * share)
            var rest: [Estimate] = []
            var copy = run.core.checkpoints.core(afterEvents: cut)
            for event in recording.events[cut...] { copy.consume(event) { rest.append($0) } }
            #expect(rest == Array(all.suffix(rest.count)), comment)
            #expect(copy.latest == run.core.last.latest && copy.learned == run.core.last.learned, comment)
        }
    }

    private func run(_ engine: inout TuningEngine, _ parameters: Parameters = .init()) throws -> SessionRun {
        let run = engine.run(parameters)
        return try #require(run)
    }

    @Test func `with any parameter of positions, a run without motion samples is a whole run, to the bit`() throws {
        var warm = TuningEngine(Self.ride, spacing: .init(interval: 512, longestRun: 512))
        let first = try run(&warm)
        #expect(warm.computed.contains(.motion))
        #expect(first.core.statuses.contains { $0.kind == .shake })
        var rehearsed = 0
        for (name, parameters) in try Self.variants() {
            var engine = warm
            let tuned = try run(&engine, parameters)
            if engine.computed.contains(.core), !engine.computed.contains(.motion) { rehearsed += 1 }
            expectStraight(tuned, Self.ride, "\(name)")
            // The next run adopts from the same copies.
            guard name == "position.constantVelocity.processNoise" else { continue }
            #expect(!engine.computed.contains(.motion))
            expectStraight(try run(&engine, Self.twice(parameters)), Self.ride, "\(name), twice")
            #expect(!engine.computed.contains(.motion))
        }
        #expect(rehearsed > 40)
    }

    private static func twice(_ parameters: Parameters) -> Parameters {
        var changed = parameters
        changed.position.constantVelocity.processNoise *= 2
        return changed
    }

    @Test func `dead reckoning needs no motion sample, only a parameter that affects them does`() throws {
        let other = Self.twice(Parameters())
        var bridging = other
        bridging.smoother.outage = 3
        // A core that starts again forgets what it concluded, and so does its record.
        var events = Array(Self.ride.events)
        events.insert(SensorEvent(time: events[events.count / 2].time, payload: .reset), at: events.count / 2)
        for index in events.indices { events[index].sequence = UInt64(index) }
        let recordings = [Self.ride(without: 20..<34), Self.ride(without: 20..<25), Recording(ordered: events)]
        for (index, recording) in recordings.enumerated() {
            var engine = TuningEngine(recording)
            _ = try run(&engine)
            for parameters in [other, bridging] {
                expectStraight(try run(&engine, parameters), recording, "\(index)")
                #expect(!engine.computed.contains(.motion))
            }
        }
        var engine = TuningEngine(Self.ride)
        _ = try run(&engine)
        for name in ["attitude.accelerometerTime", "stillness.rotation", "speed.movingThreshold"] {
            var parameters = Parameters()
            try parameters.set(name, to: .number(0.1))
            expectStraight(try run(&engine, parameters), Self.ride, "\(name)")
            #expect(engine.computed.contains(.motion), "\(name)")
        }
    }
}
