import FusionCore
import Replay
import SensorModel
import Testing

/// Runs an engine without cancelling it.
private func tuned(_ engine: inout TuningEngine, _ parameters: Parameters) throws -> SessionRun {
    let run = engine.run(parameters)
    return try #require(run)
}

@Suite struct TuningEngineTests {
    private static let walk = SimulatedRecordings.walk
    private static let drive = SimulatedRecordings.drive

    private func positions(_ estimates: [Estimate]) -> [PositionEstimate] {
        estimates.compactMap { if case .position(let position) = $0 { position } else { nil } }
    }

    private func speeds(_ estimates: [Estimate]) -> [SpeedEstimate] {
        estimates.compactMap { if case .speed(let speed) = $0 { speed } else { nil } }
    }

    /// A few parameters moved to anywhere in their ranges.
    private func changed(_ parameters: Parameters, _ numbers: inout SeededNumbers) throws -> Parameters {
        var changed = parameters
        for _ in 0..<2 {
            let entry = try #require(Parameters.table.randomElement(using: &numbers))
            switch entry.domain {
            case .number(let range):
                try changed.set(entry.name, to: .number(Double.random(in: range, using: &numbers)))
            case .choice(let names):
                try changed.set(entry.name, to: .choice(try #require(names.randomElement(using: &numbers))))
            case .toggle: try changed.set(entry.name, to: .toggle(Bool.random(using: &numbers)))
            }
        }
        return changed
    }

    @Test func `a tuned run is a straight run, whatever was run before`() throws {
        var engine = TuningEngine(Self.drive)
        var numbers = SeededNumbers(state: 11)
        var parameters = Parameters()
        for round in 0..<20 {
            parameters = round.isMultiple(of: 5) ? Parameters() : try changed(parameters, &numbers)
            let run = try tuned(&engine, parameters)
            let straight = SimulatedRecordings.estimates(Self.drive, parameters)
            #expect(Array(run.core.positions) == positions(straight))
            #expect(Array(run.core.speeds) == speeds(straight))
            let finished = FinishedTrack(events: Self.drive.events, parameters: parameters)
            #expect(run.simplified == finished.simplified)
            #expect(Array(run.smoothed) == finished.smoothed)
            #expect(run.activities == finished.day.activities(amending: finished.activities, parameters.activity))
            #expect(run.summary == finished.summary)
        }
    }

    /// Every group of parameters by the names of its entries.
    private static let groups = Dictionary(
        grouping: Parameters.table.map(\.name), by: { $0.prefix { $0 != "." } }
    ).sorted { $0.key < $1.key }.map { String($0.key) }

    /// One parameter of a group moved to near its value, or to anywhere in its range.
    private func changed(
        _ parameters: Parameters, in group: String, _ numbers: inout SeededNumbers
    ) throws -> Parameters {
        var changed = parameters
        let entries = Parameters.table.filter { $0.name.hasPrefix(group + ".") }
        let entry = try #require(entries.randomElement(using: &numbers))
        switch (entry.domain, parameters.value(of: entry.name)) {
        case (.number(let range), .number(let value)?):
            let near = min(
                range.upperBound, max(range.lowerBound, value * Double.random(in: 0.8...1.25, using: &numbers)))
            let isNear = Bool.random(using: &numbers)
            try changed.set(entry.name, to: .number(isNear ? near : Double.random(in: range, using: &numbers)))
        case (.choice(let names), _):
            try changed.set(entry.name, to: .choice(try #require(names.randomElement(using: &numbers))))
        default: try changed.set(entry.name, to: .toggle(Bool.random(using: &numbers)))
        }
        return changed
    }

    /// Expects of a run everything that a straight run gives, and that its copies of the core continue like one.
    private func expectStraight(_ run: SessionRun, _ recording: Recording, _ numbers: inout SeededNumbers) {
        let parameters = run.parameters
        var all: [Estimate] = []
        let finished = FinishedTrack(events: recording.events, parameters: parameters) { all.append($0) }
        #expect(Array(run.core.positions) == positions(all) && Array(run.core.speeds) == speeds(all))
        #expect(run.core.steps == all.compactMap { if case .step(let step) = $0 { step } else { nil } })
        #expect(
            run.core.activities == all.compactMap { if case .activity(let activity) = $0 { activity } else { nil } })
        #expect(run.core.statuses == all.compactMap { if case .status(let status) = $0 { status } else { nil } })
        let rejections = all.compactMap { if case .verdict(let verdict) = $0 { verdict.rejection } else { nil } }
        #expect(run.core.rejected == rejections.reduce(into: [:]) { $0[$1, default: 0] += 1 })
        #expect(run.core.fixes.filter { $0.rejection != nil }.count <= rejections.count)
        #expect(Array(run.smoothed) == finished.smoothed && run.simplified == finished.simplified)
        #expect(run.day == finished.day)
        #expect(run.activities == finished.day.activities(amending: finished.activities, parameters.activity))
        #expect(run.summary == finished.summary)
        let cut = Int.random(in: (recording.events.count / 2)..<recording.events.count, using: &numbers)
        var rest: [Estimate] = []
        var copy = run.core.checkpoints.core(afterEvents: cut)
        for event in recording.events[cut...] { copy.consume(event) { rest.append($0) } }
        #expect(rest == Array(all.suffix(rest.count)))
        #expect(copy.latest == run.core.last.latest)
    }

    @Test(arguments: [SimulatedRecordings.Name.walk, .drive, .eventful])
    func `a change in any group, in any order, gives what a fresh run gives`(name: SimulatedRecordings.Name) throws {
        let recording = name.recording
        var engine = TuningEngine(recording, spacing: .init(interval: 64, longestRun: 256))
        var numbers = SeededNumbers(state: 77)
        var parameters = Parameters()
        expectStraight(try tuned(&engine, parameters), recording, &numbers)
        for (round, group) in Self.groups.shuffled(using: &numbers).enumerated() {
            if round.isMultiple(of: 4) { parameters = Parameters() }
            parameters = try changed(parameters, in: group, &numbers)
            expectStraight(try tuned(&engine, parameters), recording, &numbers)
        }
    }

    @Test func `steps and activities are taken from another run only where the same fixes are taken`() throws {
        var engine = TuningEngine(Self.drive)
        var parameters = Parameters()
        _ = try tuned(&engine, parameters)
        try parameters.set("position.constantVelocity.processNoise", to: .number(1.5))
        _ = try tuned(&engine, parameters)
        #expect(engine.computed.contains(.core) && !engine.computed.contains(.gait))
        try parameters.set("fixGate.warmUp", to: .number(30))
        _ = try tuned(&engine, parameters)
        #expect(engine.computed.isSuperset(of: [.core, .gait]))
        try parameters.set("activity.highConfidence", to: .number(0.97))
        _ = try tuned(&engine, parameters)
        #expect(engine.computed.contains(.gait))
    }

    @Test func `a change of the simplifier leaves the core alone`() throws {
        var engine = TuningEngine(Self.drive)
        _ = engine.run(Parameters())
        #expect(engine.computed == Set(TuningEngine.Stage.allCases))
        var parameters = Parameters()
        try parameters.set("simplifier.tolerance", to: .number(40))
        let coarse = try tuned(&engine, parameters)
        #expect(engine.computed == [.simplifier])
        let fine = try tuned(&engine, Parameters())
        #expect(engine.computed.isEmpty)
        #expect(coarse.simplified.count < fine.simplified.count)
        parameters = Parameters()
        try parameters.set("smoother.velocityMemory", to: .number(3))
        _ = try tuned(&engine, parameters)
        #expect(engine.computed == [.smoother, .simplifier, .day])
    }

    @Test func `questions about the day are answered alike, whether or not the run keeps its material`() throws {
        var parameters = Parameters()
        try parameters.set("day.shortestStopOfRide", to: .number(240))
        var core = FusionCore(parameters: parameters)
        var finisher = TrackFinisher()
        for event in Self.drive.events { finisher.consume(event, with: &core) }
        let middle = try #require(Self.drive.start) + 300
        let expected = DayInquiry(finisher.material(core), parameters: parameters.day).answer(at: middle)
        for longest in [200_000, 10] {
            var engine = TuningEngine(Self.drive)
            engine.longestKept = longest
            let run = try tuned(&engine, parameters)
            #expect(engine.inquiry(about: run).answer(at: middle) == expected)
        }
    }

    @Test func `a run too long to keep the smoother's input is smoothed again from the start`() throws {
        var engine = TuningEngine(Self.drive)
        engine.longestKept = 10
        var whole = TuningEngine(Self.drive)
        _ = try tuned(&engine, Parameters())
        var parameters = Parameters()
        try parameters.set("simplifier.tolerance", to: .number(40))
        _ = try tuned(&engine, parameters)
        #expect(engine.computed == [.simplifier])
        try parameters.set("smoother.velocityMemory", to: .number(3))
        let run = try tuned(&engine, parameters)
        #expect(engine.computed.isSuperset(of: [.core, .smoother]))
        let finished = FinishedTrack(events: Self.drive.events, parameters: parameters)
        #expect(run.simplified == finished.simplified && run.day == finished.day && run.summary == finished.summary)
        #expect(run.smoothed == PositionTrack(finished.smoothed).thinned)
        #expect(run.smoothed.map(\.coordinate) == finished.smoothed.map(\.coordinate))
        #expect(run.smoothed.map(\.accuracy) == finished.smoothed.map(\.accuracy))
        #expect(run.core.positions.contains { $0.eastVelocity != nil } == false)
        #expect(run.core.fixes.map(\.coordinate) == (try tuned(&whole, parameters)).core.fixes.map(\.coordinate))
    }

    @Test(arguments: ["none", "scalar", "constantVelocity"])
    func `a run too long to keep its passes' input has the results of any other`(kind: String) throws {
        var parameters = Parameters()
        try parameters.set("position.kind", to: .choice(kind))
        for recording in [Self.drive, Self.walk] {
            var engine = TuningEngine(recording)
            engine.longestKept = 10
            let run = try tuned(&engine, parameters)
            let finished = FinishedTrack(events: recording.events, parameters: parameters)
            #expect(run.simplified == finished.simplified && run.day == finished.day)
            #expect(run.summary == finished.summary)
            #expect(run.smoothed == PositionTrack(finished.smoothed).thinned)
        }
    }

    @Test func `going back to parameters run lately computes nothing`() throws {
        var engine = TuningEngine(Self.drive)
        var other = Parameters()
        try other.set("fixGate.trackAccuracyCeiling", to: .number(3))
        let first = try tuned(&engine, Parameters())
        _ = engine.run(other)
        #expect(engine.computed.isSuperset(of: [.core, .smoother, .simplifier, .day]))
        let again = try tuned(&engine, Parameters())
        #expect(engine.computed.isEmpty)
        #expect(again.core.positions == first.core.positions)
    }

    @Test func `the passes may run in any order that is asked for`() throws {
        let recording = SimulatedRecordings.drive
        var (engine, other) = (TuningEngine(recording), TuningEngine(recording))
        var calls = 0
        let turnedRun = other.run(
            Parameters(),
            together: { one, last in
                calls += 1
                last()
                one()
            })
        let straightRun = engine.run(Parameters())
        let (run, turned) = (try #require(straightRun), try #require(turnedRun))
        #expect(calls > 0)
        #expect(turned.smoothed == run.smoothed && turned.activities == run.activities)
        #expect(turned.simplified == run.simplified && turned.day == run.day && turned.summary == run.summary)
    }

    @Test func `a cancelled run gives nothing and spoils nothing`() {
        var engine = TuningEngine(Self.walk)
        var questions = 0
        let cancelled = engine.run(Parameters()) {
            questions += 1
            return questions > 2
        }
        #expect(cancelled == nil)
        #expect(engine.run(Parameters()) != nil)
        #expect(engine.computed == Set(TuningEngine.Stage.allCases))
    }

    @Test func `parameters recorded along the way count for the simplifier too`() throws {
        var events = Array(Self.drive.events)
        events.insert(
            SensorEvent(time: events[0].time, payload: .parameters(["simplifier.tolerance": .number(500)])), at: 1)
        var engine = TuningEngine(Recording(ordered: events))
        var plain = TuningEngine(Self.drive)
        let coarse = try tuned(&engine, Parameters())
        let fine = try tuned(&plain, Parameters())
        #expect(coarse.simplified.count < fine.simplified.count)
    }

    @Test func `an empty session runs`() throws {
        var engine = TuningEngine(Recording(ordered: []))
        let run = try tuned(&engine, Parameters())
        #expect(run.core.positions.isEmpty && run.simplified.isEmpty)
        let figures = RunFigures(run)
        #expect(figures.meanDeviation == nil && figures.speedNoise == nil && figures.summary.distance == 0)
    }
}

@Suite struct RunFiguresTests {
    private static let walk = SimulatedRecordings.drive

    @Test func `no filter has no deviation, a glassy one has much`() throws {
        var engine = TuningEngine(Self.walk)
        var parameters = Parameters()
        try parameters.set("position.kind", to: .choice("none"))
        let unfiltered = try tuned(&engine, parameters)
        let none = RunFigures(unfiltered)
        #expect(try #require(none.maximumDeviation) < 1e-6)
        try parameters.set("position.kind", to: .choice("scalar"))
        let scalar = RunFigures(try tuned(&engine, parameters))
        try parameters.set("position.scalarProcessNoise", to: .number(0.05))
        let glassy = RunFigures(try tuned(&engine, parameters))
        #expect(try #require(glassy.meanDeviation) > 3 * (try #require(scalar.meanDeviation)))
        // What the filter is decides the saved track and its distance.
        #expect(none.summary.length > 1.01 * scalar.summary.length && scalar.summary.length > glassy.summary.length)
        #expect(none.summary.acceptedFixes == unfiltered.core.positions.count { !$0.isEstimated })
    }

    @Test func `the speed's noise is that of the receiver`() throws {
        var engine = TuningEngine(Self.walk)
        let figures = RunFigures(try tuned(&engine, Parameters()))
        let noise = try #require(figures.speedNoise)
        #expect(noise > 0.01 && noise < 0.3)
        #expect(try #require(figures.estimatedShare) < 0.2)
    }
}
