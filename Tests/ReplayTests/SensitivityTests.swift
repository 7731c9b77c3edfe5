import FusionCore
import SensorModel
import Testing

@testable import Replay

struct SensitivityTests {
    private static func sweep(_ recording: Recording, _ change: (inout Parameters) -> Void = { _ in }) throws
        -> SensitivitySweep
    {
        var parameters = Parameters()
        change(&parameters)
        return try #require(SensitivitySweep(TuningEngine(recording), parameters: parameters))
    }

    @Test func `a trial has the numbers of a fresh run with its value`() throws {
        let recording = SimulatedRecordings.drive
        let sweep = try Self.sweep(recording) { $0.fixGate.warmUp = 5 }
        for name in ["fixGate.warmUp", "simplifier.tolerance", "smoother.longestBridge", "position.kind"] {
            let effect = try #require(sweep.effect(of: name))
            #expect(effect.trials.count >= 2)
            for trial in effect.trials {
                var parameters = Parameters()
                parameters.fixGate.warmUp = 5
                try parameters.set(name, to: trial.value)
                var engine = TuningEngine(recording)
                let run = engine.run(parameters)
                let figures = RunFigures(try #require(run))
                for measure in SessionMeasure.allCases {
                    #expect(trial.measures[measure] == measure.value(in: figures), "\(name) \(trial.value) \(measure)")
                }
            }
        }
    }

    @Test func `a parameter of a stage that nothing passes through does not matter, one of the line does`() throws {
        let sweep = try Self.sweep(SimulatedRecordings.drive)
        let steps = try #require(sweep.effect(of: "steps.minimumAmplitude"))
        #expect(!steps.matters)
        #expect(steps.leading == nil)
        let tolerance = try #require(sweep.effect(of: "simplifier.tolerance"))
        #expect(tolerance.matters)
        #expect(tolerance.leading == .points)
        let bridge = try #require(sweep.effect(of: "smoother.longestBridge"))
        #expect(bridge.matters, "the drive has an outage of 30 s, and the range begins at 10 s")
    }

    @Test func `numbers are tried over the whole range, the value in force among them, in ascending order`() throws {
        var parameters = Parameters()
        parameters.simplifier.tolerance = 7
        let values = SensitivitySweep.values(of: "simplifier.tolerance", around: parameters)
        let numbers = values.compactMap { value -> Double? in
            if case .number(let number) = value { number } else { nil }
        }
        guard case .number(let range) = try #require(Parameters.entry(named: "simplifier.tolerance")).domain else {
            Issue.record("not a number")
            return
        }
        #expect(numbers == numbers.sorted())
        #expect(numbers.first == range.lowerBound)
        #expect(numbers.last == range.upperBound)
        #expect(numbers.contains(7))
    }

    @Test func `the engine's runs are not touched, and a cancelled trial has no effect`() throws {
        let recording = SimulatedRecordings.drive
        var engine = TuningEngine(recording)
        _ = engine.run(Parameters())
        let sweep = try #require(SensitivitySweep(engine, parameters: Parameters()))
        #expect(sweep.effect(of: "position.minimumAccuracy", isCancelled: { true }) == nil)
        _ = sweep.effect(of: "position.minimumAccuracy")
        _ = engine.run(Parameters())
        #expect(engine.computed.isEmpty, "the run in force is still kept")
    }

    @Test func `effects are ranked by size, and no coefficient is tried`() throws {
        let sweep = try Self.sweep(SimulatedRecordings.drive)
        var result = Sensitivity(total: 3)
        for name in ["steps.minimumAmplitude", "simplifier.tolerance", "fixGate.warmUp"] {
            result.add(try #require(sweep.effect(of: name)))
        }
        #expect(result.isComplete)
        let sizes = result.ranked.map(\.size)
        #expect(sizes == sizes.sorted(by: >))
        #expect(result.ranked.last?.name == "steps.minimumAmplitude")
        for name in SensitivitySweep.names { #expect(Parameters.entry(named: name)?.tier != .coefficient) }
    }
}
