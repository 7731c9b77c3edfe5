import FusionCore
import SensorModel
import Simulation
import Testing

@testable import Replay

@Suite struct ResidualTests {
    private static func residuals(
        _ recording: Recording, _ change: (inout Parameters) -> Void = { _ in }
    ) throws -> ResidualFigures? {
        var (parameters, engine) = (Parameters(), TuningEngine(recording))
        change(&parameters)
        let run = engine.run(parameters)
        return ResidualFigures(try #require(run).core)
    }

    private static func ride(receiver: String) throws -> Recording {
        var plan = Scenarios.bike.plan
        plan.motion = nil
        plan.receiver = try #require(Receivers.named(receiver)).model
        return Recording(unordered: plan.simulate(seed: 1).events)
    }

    private static func predictions(
        _ recording: Recording, _ change: (inout Parameters) -> Void = { _ in }
    ) throws -> HiddenPredictions {
        var parameters = Parameters()
        change(&parameters)
        let blocks = try #require(HiddenBlocks(recording))
        return try #require(blocks.predictions(parameters) { false })
    }

    @Test func `a filter that knows its receiver has innovations of the right size that do not depend on each other`()
        throws
    {
        let figures = try #require(try Self.residuals(Self.ride(receiver: "wander")))
        #expect((1.4...2.6).contains(figures.size))
        #expect(abs(figures.correlation) < 0.25)
        #expect((0.1...5).contains(figures.miss))
    }

    @Test func `a filter that hardly follows the fixes misses them, and its innovations are alike`() throws {
        let recording = try Self.ride(receiver: "no-speed")
        let usual = try #require(try Self.residuals(recording))
        let stiff = try #require(
            try Self.residuals(recording) { $0.position.constantVelocity.processNoise = 0.05 })
        #expect(stiff.miss > usual.miss && stiff.correlation > usual.correlation)
    }

    @Test func `hidden fixes show which of two filters is better, and no difference between equal ones`() throws {
        let recording = try Self.ride(receiver: "no-speed")
        let usual = try Self.predictions(recording)
        let stiff = try Self.predictions(recording) { $0.position.constantVelocity.processNoise = 0.05 }
        #expect(stiff.verdict(from: usual) == .worse && usual.verdict(from: stiff) == .better)
        #expect(try Self.predictions(recording).verdict(from: usual) == .undecided)
        #expect(try #require(usual.miss) > 0)
    }

    @Test func `a filter that takes few fixes is not called better for those`() throws {
        let recording = try Self.ride(receiver: "wander")
        let usual = try Self.predictions(recording)
        let choosy = try Self.predictions(recording) { $0.fixGate.accuracyCeiling = 0.5 }
        #expect(choosy.verdict(from: usual) == .undecided)
    }

    @Test func `a run that is cancelled predicts nothing`() throws {
        let blocks = try #require(HiddenBlocks(Self.ride(receiver: "wander")))
        #expect(blocks.predictions(Parameters()) { true } == nil)
        #expect(CoreRun(Recording(unordered: []), parameters: Parameters()).flatMap(ResidualFigures.init) == nil)
    }

    @Test func `a parameter of the line cannot be judged by fixes, one that stiffens the filter can`() throws {
        let recording = try Self.ride(receiver: "no-speed")
        let sweep = try #require(SensitivitySweep(TuningEngine(recording), parameters: Parameters()))
        let line = try #require(sweep.effect(of: "simplifier.tolerance"))
        #expect(line.matters && line.judgement == .undecided)
        let noise = try #require(sweep.effect(of: "position.constantVelocity.processNoise"))
        #expect(noise.judgement != .undecided)
    }
}
