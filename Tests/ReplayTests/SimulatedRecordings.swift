import FusionCore
import Replay
import SensorModel

@testable import Simulation

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
    /// The recordings by name, as arguments of tests: a test's report describes each argument, which for a recording
    /// itself takes longer than the test.
    enum Name {
        case walk, drive, eventful

        var recording: Recording {
            switch self {
            case .walk: SimulatedRecordings.walk
            case .drive: SimulatedRecordings.drive
            case .eventful: SimulatedRecordings.eventful
            }
        }
    }

    /// A short walk with motion sensors at 50 Hz.
    static let walk = recording(
        SessionPlan(
            journey: Journey([
                .stay(15), Leg(.walking, cruise: 1.4, [.straight(60), .turn(90, radius: 4), .straight(30)]), .stay(5),
            ])))

    /// Some minutes by car, fixes alone, with a stop and an outage.
    static let drive = recording(
        SessionPlan(
            journey: Journey([
                .stay(20), Leg(.automotive, cruise: 14, [.straight(900), .turn(80, radius: 30), .straight(700)]),
                .stay(30), Leg(.automotive, cruise: 14, [.straight(500), .turn(-90, radius: 20), .straight(900)]),
            ]), motion: nil),
        without: 120...150)

    /// The walk with everything that a session may hold besides: changed parameters, something learned, a correction, a
    /// fresh start.
    static let eventful: Recording = {
        var events = Array(walk.events)
        func insert(_ payload: SensorEvent.Payload, at share: Double) {
            let index = Int(Double(events.count) * share)
            events.insert(SensorEvent(time: events[index].time, payload: payload), at: index)
        }
        insert(.reset, at: 0.7)
        insert(.parameters(["stride.walkingPause": .number(2), "fixGate.trackAccuracyCeiling": .number(40)]), at: 0.5)
        if let start = walk.start, let end = walk.end {
            let span = (start + 0.2 * (end - start), start + 0.4 * (end - start))
            insert(.correction(.activity(.running, from: span.0, until: span.1)), at: 0.4)
            insert(.statement(ActivityStatement(.cycling, from: start, until: span.0)), at: 0.15)
            insert(.span(DeviceSpan(.pause, duration: 0.1 * (end - start))), at: 0.6)
        }
        insert(.parameters(["position.constantVelocity.processNoise": .number(2)]), at: 0.2)
        let stride = Learned.Stride(model: "none", constant: 1.1, variance: 0.01, stretches: 3)
        insert(.learned(Learned(stride: stride)), at: 0.1)
        for index in events.indices { events[index].sequence = UInt64(index) }
        return Recording(ordered: events)
    }()

    private static func recording(_ plan: SessionPlan, without outage: ClosedRange<Double>? = nil) -> Recording {
        let events = plan.simulate(seed: 1).events.filter { event in
            guard case .fix = event.payload else { return true }
            return outage?.contains(event.time - plan.start) != true
        }
        return Recording(unordered: events)
    }

    /// Every estimate of a straight run.
    static func estimates(_ recording: Recording, _ parameters: Parameters = .init()) -> [Estimate] {
        var core = FusionCore(parameters: parameters)
        var estimates: [Estimate] = []
        for event in recording.events { core.consume(event) { estimates.append($0) } }
        return estimates
    }
}
