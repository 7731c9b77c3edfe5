import FusionCore
import Geometry
import SensorModel
import Simulation
import Testing

/// The required accuracy of the filter, on scenarios with known truth: three seeds each, errors pooled.
@Suite struct AccuracyTests {
    private func trials(_ scenario: Scenario, _ receiver: ReceiverModel? = nil, seeds: ClosedRange<UInt64> = 1...3)
        -> [Trial]
    {
        var plan = scenario.plan
        plan.motion = nil
        if let receiver { plan.receiver = receiver }
        return seeds.map { Trial(plan, seed: $0) }
    }

    private func ratio(_ trials: [Trial], _ errors: KeyPath<Trial, Trial.Errors>) -> Double {
        let own = trials.reduce(0) { $0 + $1[keyPath: errors].squares / $1[keyPath: errors].count }
        return (own / trials.reduce(0) { $0 + $1.raw.squares / $1.raw.count }).squareRoot()
    }

    @Test(arguments: [Scenarios.walk, Scenarios.bike, Scenarios.carStops].map(\.name))
    func `white noise is filtered to a sixth and smoothed to an eighth`(name: String) throws {
        let trials = trials(try #require(Scenarios.named(name)), .whiteFiveMetres)
        #expect(ratio(trials, \.live) < 0.172)
        #expect(ratio(trials, \.saved) < 0.125)
    }

    @Test(arguments: [Scenarios.walk, Scenarios.bike, Scenarios.carStops].map(\.name))
    func `wandering noise is told from motion by the same defaults`(name: String) throws {
        let trials = trials(try #require(Scenarios.named(name)), .wandering)
        #expect(ratio(trials, \.live) < 0.69)
        #expect(ratio(trials, \.saved) < 0.59)
    }

    @Test(arguments: [("walk", 0.10), ("bike", 0.10), ("car-stops", 0.116)])
    func `the speed shown is better than the receiver's`(name: String, bar: Double) throws {
        for trial in trials(try #require(Scenarios.named(name))) { #expect(trial.speed.rms < bar) }
    }

    @Test(arguments: [ReceiverModel.whiteFiveMetres, .wandering])
    func `the accuracy stated holds the truth nineteen times in twenty`(receiver: ReceiverModel) {
        for scenario in [Scenarios.walk, Scenarios.carStops] {
            let trials = trials(scenario, receiver)
            let live = trials.reduce(0) { $0 + $1.live.shareInside } / Double(trials.count)
            let saved = trials.reduce(0) { $0 + $1.saved.shareInside } / Double(trials.count)
            #expect(live > 0.88 && live < 0.995)
            #expect(saved > 0.88 && saved < 0.995)
        }
    }

    @Test func `the circle of a receiver with white noise is hardly wider than its errors`() {
        for scenario in [Scenarios.walk, Scenarios.bike] {
            let trials = trials(scenario, .whiteFiveMetres)
            let live = trials.reduce(0) { $0 + $1.live.shareInside } / Double(trials.count)
            #expect(live > 0.9 && live < 0.98)
        }
    }

    /// Motion that the filter infers does not affect earlier places.
    @Test func `a saved track is better than a live one though the velocity is a little wrong`() {
        let receiver = ReceiverModel.wandering.with {
            $0.white = 0.3
            $0.correlationTime = 120
            $0.velocity.scale = 0.97
            $0.velocity.lag = 0.4
        }
        for scenario in [Scenarios.carStops, Scenarios.bike] {
            let trials = trials(scenario, receiver)
            #expect(ratio(trials, \.saved) < ratio(trials, \.live))
            #expect(ratio(trials, \.saved) < 0.9)
        }
    }

    /// A walker who stops often does not get far in the half minute over which chords disagree with a velocity of zero.
    @Test func `a speed that is always zero does not hold a walker`() throws {
        let receiver = try #require(Receivers.named("dumb-speed")).model
        for trial in trials(Scenarios.walkStops, receiver) {
            #expect(trial.saved.rms < 1.05 * trial.raw.rms)
            #expect(trial.track.summary.distance > 600)
        }
    }

    @Test func `one fix 100 km away has no effect`() {
        for trial in trials(Scenarios.outlier) {
            #expect(trial.raw.largest > 90_000)
            #expect(trial.live.largest < 10)
            #expect(trial.saved.largest < 10)
            #expect(trial.verdicts.contains { $0.rejection == .impliedSpeed })
        }
    }

    @Test func `half an hour at rest draws no knot`() {
        for trial in trials(Scenarios.still) {
            #expect(trial.savedPath < 60)
            #expect(trial.track.summary.distance < 10)
        }
        var plan = Scenarios.still.plan
        plan.journey = Journey([.stay(600)])
        let sensed = Trial(plan, seed: 1)
        #expect(sensed.savedPath < 5)
        #expect(sensed.track.summary.distance < 1)
    }

    @Test(arguments: [2.0, 5, 10, 15, 30])
    func `no logging interval loses a fix or worsens one`(interval: Double) {
        var receiver = ReceiverModel.whiteFiveMetres
        receiver.interval = interval
        for trial in trials(Scenarios.bike, receiver, seeds: 1...2) {
            #expect(trial.verdicts.allSatisfy { $0.isAccepted || $0.rejection == .warmUp })
            #expect(trial.live.rms < 1.01 * trial.raw.rms)
            #expect(trial.saved.rms < 1.01 * trial.raw.rms)
        }
    }

    @Test(arguments: [(5.0, true, 0.58, 0.45), (10, true, 0.85, 0.75), (5, false, 0.97, 0.80), (10, false, 1, 0.92)])
    func `fixes far apart help each other as far as they tell`(
        interval: Double, hasSpeed: Bool, live: Double, saved: Double
    ) {
        var receiver = ReceiverModel.whiteFiveMetres
        receiver.interval = interval
        if !hasSpeed { receiver.speedNoise = nil }
        let trials = trials(Scenarios.bike, receiver)
        #expect(ratio(trials, \.live) < live)
        #expect(ratio(trials, \.saved) < saved)
        #expect(trials.reduce(0) { $0 + $1.live.shareInside } / Double(trials.count) > 0.9)
    }

    @Test func `wandering without speed is told by the accuracy, where nothing can mend it`() {
        var receiver = ReceiverModel.wandering
        receiver.speedNoise = nil
        let trials = trials(Scenarios.bike, receiver)
        #expect(ratio(trials, \.saved) < 1)
        #expect(trials.reduce(0) { $0 + $1.live.shareInside } / Double(trials.count) > 0.88)
        #expect(trials.reduce(0) { $0 + $1.saved.shareInside } / Double(trials.count) > 0.88)
    }

    @Test func `a receiver that settles is followed as it settles`() {
        var plan = Scenarios.demo.plan
        plan.journey = Journey([.stay(90)])
        // At rest, an error persists, so that only many sessions give a fraction.
        let trials = (1...100).map { Trial(plan, seed: $0, settled: 25) }
        #expect(trials.allSatisfy { $0.live.rms < 8 })
        #expect(trials.reduce(0) { $0 + $1.live.shareInside } / Double(trials.count) > 0.75)
    }

    @Test func `half an hour at rest is known to the metre and as surely as stated`() {
        let trials = trials(Scenarios.still, seeds: 1...40)
        #expect(ratio(trials, \.live) < 0.62)
        #expect(ratio(trials, \.saved) < 0.36)
        let saved = trials.reduce(0) { $0 + $1.saved.shareInside } / Double(trials.count)
        #expect(saved > 0.8)
        #expect(trials.reduce(0) { $0 + $1.live.shareInside } / Double(trials.count) > 0.8)
    }

    @Test func `endless bends are followed, and the accuracy stays true`() {
        let trials = trials(Scenarios.weave)
        #expect(ratio(trials, \.live) < 0.2)
        let inside = trials.reduce(0) { $0 + $1.live.shareInside } / Double(trials.count)
        #expect(inside > 0.88 && inside < 0.995)
    }

    /// Nobody at the pace of a runner accelerates like a car, except in turns, which places show.
    @Test func `places alone are enough for hairpins`() {
        let trials = trials(Scenarios.hairpins, .whiteFiveMetres.with { ($0.white, $0.speedNoise) = (3, nil) })
        #expect(ratio(trials, \.saved) < 0.5)
    }

    @Test func `a speed that reads low is not taken for a place that wanders`() {
        let trials = trials(Scenarios.carStops, .wandering.with { $0.velocity.scale = 0.8 })
        #expect(ratio(trials, \.live) < 0.85)
    }

    @Test func `a hairpin climb keeps every bend`() {
        var plan = Scenarios.hairpins.plan
        plan.motion = nil
        let trial = Trial(plan, seed: 2)
        // Every switchback turns by half a circle: between two straights at least one point stays at its tip.
        let simplified = trial.track.simplified
        #expect(simplified.count >= 41)
        #expect(simplified.count < 100)
        var length = 0.0
        for (before, after) in zip(simplified, simplified.dropFirst()) {
            length += before.estimate.coordinate.distance(to: after.estimate.coordinate)
        }
        #expect(abs(length - 2_261) < 0.03 * 2_261)
    }

    @Test func `a tunnel is bridged, marked and counted apart`() {
        var plan = Scenarios.tunnel.plan
        plan.motion = nil
        let trial = Trial(plan, seed: 1)
        let summary = trial.track.summary
        #expect(abs(summary.distance - 9_600) < 200)
        #expect(abs(summary.estimatedDistance - 3_550) < 150)
        let bridged = trial.track.smoothed.filter(\.isEstimated)
        #expect(bridged.count > 150)
        let signals = trial.statuses.map(\.kind).filter { $0 == .signalLost || $0 == .signalBack }
        #expect(signals == [.signalLost, .signalBack, .signalLost, .signalBack])
        #expect(trial.track.summary.maximumSpeed < 21.5)
    }
}
