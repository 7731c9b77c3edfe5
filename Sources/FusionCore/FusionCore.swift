import Geodesy
public import SensorModel

/// The one core behind live view, replay, export, tuning and the command line.
///
/// A value that consumes a session's events in their order and emits what it concludes. It has no clock, draws no
/// random number and opens nothing, so that the same events always give the same estimates, to the bit; a copy of it
/// is a checkpoint.
///
///     var core = FusionCore()
///     for event in events { core.consume(event) { print($0) } }
public struct FusionCore: Sendable {
    /// Everything that can be tuned; a change takes effect with the next event.
    public var parameters: Parameters {
        didSet { distributeParameters() }
    }
    /// What the core last concluded, for a display that asks in between.
    public internal(set) var latest = Latest()

    var gate: FixGate
    var watchdog: SilenceWatchdog
    var speed: SpeedArbiter
    var position: PositionFilter
    var distance = TrackDistance()
    /// The bodies with motion sensors: attitude, gravity, rest.
    public internal(set) var motion: MotionTracker
    var lastShakeCrossing: Instant?
    /// Height and flights.
    public internal(set) var altimeter: Altimeter
    var barometer: DeviceID?
    private var lastAccepted: (time: Instant, coordinate: Coordinate)?

    /// Makes a core that has seen nothing.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
        gate = FixGate(parameters: parameters.fixGate)
        watchdog = SilenceWatchdog(parameters: parameters.watchdog)
        speed = SpeedArbiter(parameters: parameters.speed)
        position = PositionFilter(parameters: parameters.position)
        motion = MotionTracker(parameters: parameters.motion, filter: parameters.attitude)
        altimeter = Altimeter(parameters: parameters.altimeter)
    }

    /// Takes the session's next event and emits what follows from it, in order.
    public mutating func consume(_ event: SensorEvent, _ emit: (Estimate) -> Void) {
        gate.start(at: event.received)
        watchdog.start(at: event.received)
        switch event.payload {
        case .fix(let fix): consume(fix, event: event, emit)
        case .tick: consumeTick(event, emit)
        case .parameters(let values): apply(values)
        case .source(let report): consume(report, at: event.time, emit)
        case .acceleration(let sample): consumeAcceleration(sample, at: event.time, emit)
        case .rotation(let sample): consumeRotation(sample, at: event.time, emit)
        case .magneticField(let sample): motion.take(magneticField: sample, at: event.time)
        case .pressure(let sample): consumePressure(sample, at: event.time, emit)
        case .reset: reset()
        case .sky, .temperature, .drop, .clockStep, .marker, .correction: break
        }
    }

    private mutating func consume(_ fix: Fix, event: SensorEvent, _ emit: (Estimate) -> Void) {
        // The heartbeat comes before any test: a rejected fix is not silence.
        watchdog.hear(at: event.received)
        let accuracy = gate.accuracy(of: fix)
        let verdict = gate.judge(fix, time: event.time, received: event.received)
        latest.verdict = verdict
        emit(.verdict(verdict))
        guard verdict.servesSpeed, let coordinate = fix.coordinate, let accuracy else { return }
        if watchdog.accept() { announce(.signalBack, "The GPS signal is back.", at: event.time, emit) }
        speed.update(gpsSpeed: rawSpeed(fix, coordinate, at: event.time), accuracy: accuracy)
        consumeForAltitude(fix, accuracy: accuracy, at: event.time)
        if verdict.isAccepted {
            let estimate = position.update(fix, coordinate: coordinate, accuracy: accuracy, at: event.time)
            latest.position = estimate
            emit(.position(estimate))
            distance.add(coordinate)
            latest.distance = distance.metres
            lastAccepted = (event.time, coordinate)
        }
        show(speed.speed(at: event.time), emit)
    }

    /// The receiver's speed; where it has none, distance over time from the fix accepted before.
    private func rawSpeed(_ fix: Fix, _ coordinate: Coordinate, at time: Instant) -> Double? {
        if let measured = fix.speed { return measured }
        guard let last = lastAccepted, time - last.time > 0 else { return nil }
        return last.coordinate.distance(to: coordinate) / (time - last.time)
    }

    private mutating func consumeTick(_ event: SensorEvent, _ emit: (Estimate) -> Void) {
        if watchdog.tick(at: event.received) {
            speed.loseSignal()
            announce(.signalLost, "No GPS signal: motion sensors estimate the speed.", at: event.time, emit)
        }
        if watchdog.state.isSignalLost { show(speed.speed(at: event.time), emit) }
        tellMotionLacks(at: event.time, emit)
    }

    private mutating func show(_ estimate: SpeedEstimate, _ emit: (Estimate) -> Void) {
        latest.speed = estimate
        if !estimate.isEstimated { latest.fastestSpeed = max(latest.fastestSpeed, estimate.value) }
        emit(.speed(estimate))
    }

    mutating func announce(
        _ kind: StatusEstimate.Kind, _ message: String, at time: Instant, _ emit: (Estimate) -> Void
    ) {
        let status = StatusEstimate(time: time, kind: kind, message: message)
        latest.note(status)
        emit(.status(status))
    }

    private mutating func consume(_ report: SourceReport, at time: Instant, _ emit: (Estimate) -> Void) {
        motion.consume(report)
        let name = report.label ?? report.name
        switch report.state {
        case .lost, .missing, .noDevice:
            announce(.sensorMissing, report.detail ?? "\(name) is not there.", at: time, emit)
        case .notPermitted: announce(.notPermitted, report.detail ?? "\(name) may not be read.", at: time, emit)
        case .connected: announce(.sensorBack, report.detail ?? "\(name) is there.", at: time, emit)
        case .connecting, .silent: break
        }
    }

    private mutating func apply(_ values: [String: ParameterValue]) {
        var changed = parameters
        // A name from a newer or older program is skipped: the rest of the session still counts.
        for name in values.keys.sorted() { if let value = values[name] { try? changed.set(name, to: value) } }
        parameters = changed
    }

    private mutating func distributeParameters() {
        gate.parameters = parameters.fixGate
        watchdog.parameters = parameters.watchdog
        speed.parameters = parameters.speed
        position.parameters = parameters.position
        distributeMotionParameters()
    }

    /// Starts afresh; what the sources are is no estimate and stays known.
    private mutating func reset() {
        let tracker = motion.restarted
        self = FusionCore(parameters: parameters)
        motion = tracker
    }
}
