import FusionCore
import Replay
import SensorModel
import Simulation

/// Numbers that are the same in every run.
struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &+ 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

enum SimulatedRecordings {
    /// The first minutes of a scenario, with motion sensors where the scenario has them.
    static func recording(_ scenario: Scenario, seconds: Double = .infinity, seed: UInt64 = 1) -> Recording {
        let recording = Recording(unordered: scenario.simulate(seed: seed).events)
        guard let start = recording.start else { return recording }
        return Recording(ordered: recording.events.prefix { $0.received - start <= seconds })
    }

    /// Every estimate of a straight run.
    static func estimates(_ recording: Recording, _ parameters: Parameters = .init()) -> [Estimate] {
        var core = FusionCore(parameters: parameters)
        var estimates: [Estimate] = []
        for event in recording.events { core.consume(event) { estimates.append($0) } }
        return estimates
    }
}
