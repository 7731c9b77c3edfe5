import FusionCore
import Geometry
import SensorModel
import Simulation

/// A simulated recording, as a recorder stores it.
enum RecordedSession: String, CaseIterable {
    case walk, run, bike, walkStops, carStops, motorway, still, weave, hairpins, tunnel, canyon, outlier, walkRideStop
    case sparse, logger, eventful, twoReceivers, wrongDate, wrongWeek, lostSensors, late

    /// The nanoseconds by which the recorder's clock is behind the session's date.
    var translation: Int64 { self == .wrongDate ? 1_795_000_000_000_000_000 : 0 }

    /// The events in their order, numbered.
    var events: [SensorEvent] {
        var events = simulated()
        let (start, end) = (events[0].time, events[0].time + Self.duration)
        events += stride(from: 2.0, to: Self.duration, by: 2).map { SensorEvent(time: start + $0, payload: .tick) }
        switch self {
        case .eventful: events += Self.statements(from: start, until: end)
        case .twoReceivers: events += secondReceiver(from: start)
        case .wrongDate:
            events = events.map { $0.moved(by: -translation) }
            let decision = ClockDecision(
                device: SessionPlan.receiverDevice, reason: .systemUnsynchronized, shift: -translation,
                translation: translation)
            events.append(SensorEvent(time: (start + 15).moved(by: -translation), payload: .clock(decision)))
        case .wrongWeek:
            let weeks = -1_024 * 7 * 86_400.0
            for index in events.indices where index.isMultiple(of: 3) {
                events[index].time = events[index].time + weeks
            }
        case .lostSensors: events += Self.losses(from: start)
        case .late:
            for index in events.indices where index % 50 == 7 {
                events[index].received = events[index].received + 1.7
                events[index].isLate = true
            }
        default: break
        }
        EventOrder().sort(&events)
        return events
    }

    /// Minutes are enough to walk, ride, and rest.
    private static let duration = 150.0

    private func simulated() -> [SensorEvent] {
        let (scenario, receiver) = source
        var plan = scenario.plan
        plan.duration = Self.duration
        if let model = receiver.flatMap(Receivers.named)?.model { plan.receiver = model }
        if !hasSensors { plan.motion = nil }
        return plan.simulate(seed: 7).events
    }

    private var source: (Scenario, receiver: String?) {
        switch self {
        case .walk, .eventful, .wrongDate: (Scenarios.walk, nil)
        case .run, .late: (Scenarios.run, "phone")
        case .bike, .twoReceivers: (Scenarios.bike, "puck")
        case .walkStops: (Scenarios.walkStops, "no-speed")
        case .carStops, .lostSensors: (Scenarios.carStops, "battered")
        case .motorway: (Scenarios.motorway, "ten-hertz")
        case .still: (Scenarios.still, "bursts")
        case .weave, .wrongWeek: (Scenarios.weave, "lossy")
        case .hairpins: (Scenarios.hairpins, "gaps")
        case .tunnel: (Scenarios.tunnel, nil)
        case .canyon: (Scenarios.canyon, "liar")
        case .outlier: (Scenarios.outlier, "unstated")
        case .walkRideStop: (Scenarios.walkRideStop, nil)
        case .sparse: (Scenarios.bikeStops, "sparse")
        case .logger: (Scenarios.motorway, "logger")
        }
    }

    private var hasSensors: Bool {
        switch self {
        case .walk, .run, .walkStops, .carStops, .still, .canyon, .walkRideStop, .eventful, .lostSensors, .wrongDate:
            true
        default: false
        }
    }

    /// The statements of users, files, and earlier sessions.
    private static func statements(from start: Instant, until end: Instant) -> [SensorEvent] {
        func at(_ seconds: Double, _ payload: SensorEvent.Payload) -> SensorEvent {
            SensorEvent(time: start + seconds, payload: payload)
        }
        var ride = ActivityStatement(.cycling, from: start, until: end)
        ride.distance = 300
        let stride = Learned.Stride(model: "none", constant: 1.1, variance: 0.01, stretches: 3)
        return [
            at(0, .learned(Learned(stride: stride))), at(0, .statement(ride)),
            at(0, .note(ImportNote(.doubled, Phrase(plain: "twice")))),
            at(10, .parameters(["position.constantVelocity.processNoise": .number(2)])),
            at(20, .marker("gate")), at(25, .span(DeviceSpan(.lap, duration: 30, distance: 40))),
            at(30, .parameters(["fixGate.trackAccuracyCeiling": .number(40)])), at(70, .marker("hill")),
            at(60, .correction(.activity(.running, from: start + 5, until: start + 55))),
            at(64, .span(DeviceSpan(.pause, duration: 4))), at(80, .reset), at(85, .clockStep(0.25)),
            at(120, .reset), at(130, .marker("home")),
            at(140, .parameters(["simplifier.tolerance": .number(9), "speed.source": .choice("raw")])),
            at(145, .span(DeviceSpan(.lap, duration: 60))),
        ]
    }

    /// A sensor that is lost twice, and what it lost.
    private static func losses(from start: Instant) -> [SensorEvent] {
        let device = SessionPlan.inertialDevice
        func at(_ seconds: Double, _ state: SourceState) -> SensorEvent {
            let report = SourceReport(device: device, name: "sensors", streams: [.acceleration], state: state)
            return SensorEvent(time: start + seconds, payload: .source(report))
        }
        let drop = DropReport(device: device, stream: .acceleration, count: 12)
        return [
            at(5, .lost), at(9, .connected), at(75, .lost), SensorEvent(time: start + 78, payload: .drop(drop)),
            at(79, .connected), at(138, .lost), at(142, .connected),
        ]
    }

    /// The fixes of another receiver on the same ride.
    private func secondReceiver(from start: Instant) -> [SensorEvent] {
        var plan = source.0.plan
        (plan.duration, plan.motion) = (Self.duration, nil)
        return plan.simulate(seed: 8).events.map { event in
            var event = event.moved(by: 300_000_000)
            switch event.payload {
            case .fix(var fix):
                fix.device = DeviceID(9)
                event.payload = .fix(fix)
            case .source(var report):
                report.device = DeviceID(9)
                event.payload = .source(report)
            default: break
            }
            return event
        }
    }

    /// The parts to show, as shares of the duration: without the start, the end, both, what is between them, and all of these.
    var shownShares: [ClosedRange<Double>] {
        let choices: [[ClosedRange<Double>]] = [
            [0.3...0.8], [0.4...1.1], [-0.1...0.6], [-0.1...0.35, 0.6...1.1], [0.1...0.35, 0.55...0.9],
        ]
        return choices[(Self.allCases.firstIndex(of: self) ?? 0) % choices.count]
    }
}
