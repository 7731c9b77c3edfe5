import Geometry
public import SensorModel

/// The core behind live view, replay, export, tuning, and the command line.
///
/// A value that consumes a session's events in order and emits estimates. It has no clock, uses no random numbers, and
/// opens no files, so that the same events always give bit-identical estimates. A copy of it is a checkpoint.
///
///     var core = FusionCore()
///     for event in events { core.consume(event) { print($0) } }
public struct FusionCore: Sendable {
    /// All tunable parameters. A change takes effect with the next event. The core itself reads only
    /// ``StreamingParameters`` and keeps the rest for the passes over the finished track.
    public var parameters: Parameters {
        get { sharedParameters }
        set {
            sharedParameters = newValue
            passParameters()
        }
    }
    @SharedValue private var sharedParameters: Parameters
    @inline(__always) var streaming: StreamingParameters { sharedParameters.streaming }
    /// The latest estimates, for a display that reads them between events.
    public internal(set) var latest = Latest()

    /// Accepts or rejects the fixes of the primary receiver.
    var gate = FixGate()
    var watchdog = SilenceWatchdog()
    /// The detectors of interference, one for each receiver with satellites.
    var interference: [DeviceID: InterferenceDetector] = [:]
    var clocks = ClockAlignment()
    var speed = SpeedArbiter()
    var courselessSpeed = CourselessSpeed()
    var fastest = SustainedSpeed()
    /// Denoises the accepted fixes of the primary receiver.
    public internal(set) var position = PositionFilter()
    /// The other receivers.
    var receivers = SessionReceivers()
    var stillness = Stillness()
    var deadReckoner = DeadReckoner()
    /// The distance so far, measured and estimated separately.
    public internal(set) var distance = TrackDistance()
    /// The distance since the last fix, by speeds measured without a position.
    var sensorDistance = SensorDistance()
    /// The statistics of how well the filter's variances agree with the fixes.
    public internal(set) var consistency = ConsistencyStatistics()
    var lastAccepted: AcceptedFix?
    /// The last accepted fix before the track restarts; `nil` after the restart.
    var leftBehind: AcceptedFix?
    var workout = WorkoutDetector()
    /// Steps and activities; `nil` if they are left out.
    var gait: GaitCore?
    /// The conclusions of steps and activities from the current event.
    var gaitNotes: [GaitNote] = []
    /// The values of the last fix that steps and activities use.
    var gaitFix = GaitFix()
    /// The conclusions from motion samples; `nil` if they are left out.
    var sensing: MotionSensing?
    /// The results of the motion samples so far.
    var sensed = SensedState()
    /// The conclusions from motion samples at the current event.
    var motionNotes: [MotionNote] = []
    /// The bodies with motion sensors: their attitude and gravity.
    public var motion: MotionTracker { sensing?.tracker ?? MotionTracker() }
    /// The estimator of height and flights.
    public internal(set) var altimeter = Altimeter()
    var barometer: DeviceID?
    var storeyLearner = StoreyLearner()

    /// Creates a core that has consumed no event.
    public init(parameters: Parameters = .init()) {
        sharedParameters = parameters
        gait = GaitCore(parameters: parameters.streaming.gait)
        sensing = MotionSensing(parameters: parameters.streaming.sensing)
        passParameters()
    }

    /// Processes the session's next event and emits the resulting estimates, in order.
    public mutating func consume(_ event: SensorEvent, _ emit: (Estimate) -> Void) {
        // The user's decisions about fixes are not part of the session's time, which starts with the first other event.
        if case .correction(.fix(let ruling)) = event.payload {
            receivers.update(ruling)
            return gate.update(ruling)
        }
        gate.start(at: event.received)
        watchdog.start(at: event.received)
        if gait != nil, !gaitNotes.isEmpty { gaitNotes = [] }
        gait?.forgetWindows()
        if sensing == nil {
            for note in motionNotes { consume(note, emit) }
        } else if !motionNotes.isEmpty {
            motionNotes = []
        }
        guard SampleBounds.hold(event.payload) else { return }
        switch event.payload {
        case .fix(let fix): consume(fix, event: event, emit)
        case .tick: consumeTick(event, emit)
        case .parameters(let values): parameters.apply(values)
        case .source(let report): consume(report, at: clocks.place(event.time), emit)
        case .acceleration(let sample):
            consumeMotion(sample, .acceleration, at: event.time, emit)
            consumeGait(sample, at: event.time, emit)
        case .rotation(let sample): consumeMotion(sample, .rotation, at: event.time, emit)
        case .magneticField(let sample): consumeMotion(sample, .magneticField, at: event.time, emit)
        case .scalar(.pressure, let sample): consumePressure(sample, at: event.time, emit)
        case .learned(let learned): self.learn(learned)
        case .reset: reset()
        case .correction(let correction): consumeCorrection(correction, at: event.time, emit)
        case .statement(let statement): gait?.consume(statement)
        case .scalar(.sensorSpeed, let sample): consumeSensorSpeed(sample.value, at: event.time)
        case .clock(let decision):
            announce(.clockDisagrees, decision.sentence, of: decision.device, at: clocks.place(event.time), emit)
        case .sky(let sky): consume(sky, event: event, emit)
        case .scalar, .drop, .clockStep, .marker, .span, .note: break
        }
    }

    mutating func announce(
        _ kind: StatusEstimate.Kind, _ message: String, of device: DeviceID? = nil, at time: Instant,
        _ emit: (Estimate) -> Void
    ) {
        let status = StatusEstimate(time: time, kind: kind, message: message, device: device)
        latest.update(status)
        emit(.status(status))
    }

    private mutating func consume(_ report: SourceReport, at time: Instant, _ emit: (Estimate) -> Void) {
        sensing?.consume(report)
        let name = report.label ?? report.name
        switch report.state {
        case .lost, .missing, .noDevice:
            announce(.sensorMissing, report.detail ?? "\(name) is not connected.", of: report.device, at: time, emit)
        case .notPermitted:
            announce(
                .notPermitted, report.detail ?? "You have no permission to read \(name).", of: report.device, at: time,
                emit)
        case .connected:
            announce(.sensorBack, report.detail ?? "\(name) is connected.", of: report.device, at: time, emit)
        case .connecting, .silent: break
        }
    }

    /// Passes each stage its parameters, at the start and after a change.
    private mutating func passParameters() {
        let streaming = parameters.streaming
        stillness.parameters = streaming.stillness
        deadReckoner.parameters = streaming.deadReckoning
        gate.parameters = streaming.fixGate
        watchdog.parameters = streaming.watchdog
        for device in interference.keys { interference[device]?.parameters = streaming.interference }
        speed.parameters = streaming.speed
        position.parameters = streaming.position
        receivers.adopt(streaming)
        gait?.parameters = streaming.gait
        workout.parameters = streaming.workout
        sensing?.parameters = streaming.sensing
        altimeter.parameters = streaming.altimeter
    }

    /// Restarts the core. Keeps what is not an estimate (the state of the sources, the user's decisions about fixes)
    /// and learned values, which outlive sessions.
    private mutating func reset() {
        let known = (gait: gait?.restarted, sensing: sensing?.restarted, storeys: storeys, rulings: gate.rulings)
        self = FusionCore(parameters: parameters)
        gate.rulings = known.rulings
        (gait, sensing) = (known.gait, known.sensing)
        storeys = known.storeys
    }
}
