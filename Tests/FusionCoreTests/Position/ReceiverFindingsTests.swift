import FusionCore
import SensorModel
import Simulation
import Testing

/// The findings of the filter about a receiver, and the time that it needs.
@Suite struct ReceiverFindingsTests {
    /// A drive under a receiver, cut after a number of fixes.
    private func findings(
        after fixes: Int, scenario: Scenario = Scenarios.carStops, seed: UInt64 = 1,
        _ change: (inout ReceiverModel) -> Void
    ) throws -> ReceiverFindings {
        var plan = scenario.plan
        plan.motion = nil
        plan.receiver = ReceiverModel.wandering.with(change)
        var core = FusionCore()
        var left = fixes
        for event in Trial.ordered(plan.simulate(seed: seed).events) {
            if case .fix = event.payload { left -= 1 }
            guard left >= 0 else { break }
            core.consume(event) { _ in }
        }
        return try #require(core.receiverFindings.first)
    }

    @Test func `nothing is said of a receiver that was seen for a minute`() {
        var plan = Scenarios.carStops.plan
        plan.motion = nil
        plan.receiver = ReceiverModel.wandering
        var core = FusionCore()
        let events = Trial.ordered(plan.simulate(seed: 1).events)
        for event in events.prefix(while: { $0.time - events[0].time < 60 }) { core.consume(event) { _ in } }
        #expect(core.latest.position != nil && core.receiverFindings.isEmpty)
    }

    @Test(arguments: [0.15, 0.3, 0.6, 1.0]) func `a late velocity is found within a tenth of a second`(lag: Double)
        throws
    {
        for seed: UInt64 in 1...3 {
            let found = try findings(after: 300, seed: seed) { $0.velocity.lag = lag }
            #expect(abs(found.speedLag - lag) < 0.1)
            #expect(abs(found.speedScale - 1) < 0.01)
        }
    }

    @Test(arguments: [0.75, 0.8, 0.95, 1.05]) func `the scale of a speed is found within two percent`(scale: Double)
        throws
    {
        for seed: UInt64 in 1...3 {
            let found = try findings(after: 300, seed: seed) { $0.velocity.scale = scale }
            #expect(abs(found.speedScale - scale) < 0.02)
        }
    }

    /// A velocity that is late by 1.1 s give or take 0.7 s looked like a wandering place: 1.3 to 1.6 of raw live, 2.8 to 3.3
    /// saved.
    @Test func `a lag that varies does not carry the track away from the fixes`() throws {
        var plan = Scenarios.carStops.plan
        plan.motion = nil
        plan.receiver = try #require(Receivers.named("filtered-speed")).model
        let trials = (1...4).map { Trial(plan, seed: $0, settled: 120) }
        let raw = trials.reduce(0) { $0 + $1.raw.rms }
        #expect(trials.reduce(0) { $0 + $1.live.rms } < 1.1 * raw)
        #expect(trials.reduce(0) { $0 + $1.saved.rms } < 1.0 * raw)
    }

    @Test func `a right velocity is not put right`() throws {
        for seed: UInt64 in 1...3 {
            let found = try findings(after: 300, seed: seed) { _ in }
            #expect(abs(found.speedLag) < 0.06 && abs(found.speedScale - 1) < 0.006)
        }
    }

    /// At a tenth of a second the noise of a fix hides how the errors of neighbouring fixes are related.
    @Test func `a right velocity ten times per second is not put right`() throws {
        for seed: UInt64 in 1...4 {
            let found = try findings(after: 3_000, scenario: Scenarios.bike, seed: seed) { $0.interval = 0.1 }
            #expect(abs(found.speedLag) < 0.06 && abs(found.speedScale - 1) < 0.003)
        }
    }

    @Test func `white and wandering errors are told apart within five minutes`() throws {
        for seed: UInt64 in 1...3 {
            let white = try findings(after: 300, seed: seed) {
                $0.white = 5
                $0.correlated = 0
            }
            #expect(white.white > 3.5 && white.white < 6.5 && white.wander < 1.5)
            let wandering = try findings(after: 300, seed: seed) { _ in }
            #expect(wandering.white < 1.8 && wandering.wander > 1.8)
        }
    }

    /// Without the evidence of chords, a receiver that states a third of its errors is within its circles much less
    /// than one time in ten.
    @Test func `the accuracy shows errors that the receiver does not state`() {
        var plan = Scenarios.bike.plan
        plan.motion = nil
        plan.receiver = ReceiverModel.wandering.with { $0.accuracy.factor = 0.3 }
        let trials = (1...4).map { Trial(plan, seed: $0, settled: 120) }
        #expect(trials.reduce(0) { $0 + $1.live.shareInside } / 4 > 0.6)
        #expect(trials.reduce(0) { $0 + $1.saved.shareInside } / 4 > 0.6)
    }

    @Test func `a course kept from before a rest moves nothing`() {
        var plan = Scenarios.carStops.plan
        plan.motion = nil
        func ratio(_ course: VelocityFaults.Course) -> Double {
            plan.receiver = ReceiverModel.wandering.with { $0.velocity.course = course }
            let trials = (1...3).map { Trial(plan, seed: $0) }
            return trials.reduce(0) { $0 + $1.live.squares } / trials.reduce(0) { $0 + $1.raw.squares }
        }
        #expect(ratio(.staleAtRest) < 1.15 * ratio(.always))
    }
}
