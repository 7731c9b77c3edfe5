import SensorModel

/// Steps and activities: the part of the core that reads only accelerations, the speeds of fixes, and statements.
///
/// It has no access to the rest of the core, which receives its conclusions as notes. A run with other parameters can
/// therefore use the notes of an earlier run instead (``SensingRecord``).
struct GaitCore: Sendable {
    var parameters: GaitParameters {
        didSet { passParameters() }
    }
    private var acceleration: AccelerationGrid
    private(set) var pedometer: Pedometer
    private var activity: ActivityClassifier
    /// The activity windows that the last event closed.
    private(set) var closedWindows: [ActivityWindow] = []

    init(parameters: GaitParameters) {
        self.parameters = parameters
        acceleration = AccelerationGrid(parameters: parameters.grid)
        pedometer = Pedometer(steps: parameters.steps, stride: parameters.stride, vehicle: parameters.vehicle)
        activity = ActivityClassifier(parameters: parameters.activity)
    }

    /// Begins the next event. The storage is not kept, because each copy of the core would hold it.
    @inline(__always)
    mutating func forgetWindows() {
        if !closedWindows.isEmpty { closedWindows = [] }
    }

    /// Processes a sample of acceleration.
    mutating func consume(_ sample: VectorSample, at time: Instant, into notes: inout [GaitNote]) {
        switch acceleration.update(sample, at: time) {
        case .ignored: return
        case .restarted: pedometer.detector.interrupt()
        case .taken: break
        }
        while let cell = acceleration.next() {
            let isRunning = pedometer.detector.isRunning
            pedometer.update(cell.value, at: cell.time)
            if !pedometer.fresh.isEmpty { notes.append(.steps(pedometer.fresh, pace: pedometer.pace)) }
            activity.noteSteps(pedometer.fresh)
            var concluded = ActivityConclusions()
            activity.update(
                cell.value, at: cell.time, isRunning: isRunning, heldSteps: pedometer.detector.heldCount
            ) { concluded.add($0, $1) }
            append(concluded, to: &notes)
        }
    }

    /// Processes the speed of a fix in m/s, with the fix's accuracy in metres.
    mutating func consume(speed: Double, accuracy: Double, at time: Instant, into notes: inout [GaitNote]) {
        pedometer.update(groundSpeed: speed, at: time)
        var concluded = ActivityConclusions()
        activity.update(speed: speed, accuracy: accuracy, at: time) { concluded.add($0, $1) }
        append(concluded, to: &notes)
    }

    /// Calibrates the length of a step by an accepted fix.
    mutating func calibrate(_ fix: ServingFix) {
        pedometer.calibrate(fix.coordinate, accuracy: fix.accuracy, speed: fix.speed, at: fix.sensorTime)
    }

    /// Processes a tick of the recorder's clock, which closes activity windows even without samples.
    mutating func tick(at time: Instant, into notes: inout [GaitNote]) {
        var concluded = ActivityConclusions()
        activity.tick(at: time) { concluded.add($0, $1) }
        append(concluded, to: &notes)
    }

    /// Processes the user's correction of an activity.
    mutating func correct(_ corrected: Activity, from: Instant, until: Instant, into notes: inout [GaitNote]) {
        notes.append(.correction(activity.correct(corrected, from: from, until: until)))
    }

    /// Processes an activity that the session states.
    mutating func consume(_ statement: ActivityStatement) { activity.consume(statement) }

    /// Adopts the length of a step that earlier sessions learned.
    mutating func learn(_ stride: Learned.Stride) { pedometer.stride.learn(stride) }

    /// The initial state, with what is known about the length of a step.
    var restarted: GaitCore {
        var core = GaitCore(parameters: parameters)
        core.pedometer.stride = pedometer.stride
        return core
    }

    private mutating func append(_ concluded: ActivityConclusions, to notes: inout [GaitNote]) {
        guard !concluded.windows.isEmpty else { return }
        closedWindows += concluded.windows
        notes.append(
            .activities(
                concluded.estimates, current: activity.current, steps: pedometer.count,
                distanceOnFoot: pedometer.distance))
    }

    private mutating func passParameters() {
        acceleration.parameters = parameters.grid
        if pedometer.detector.parameters != parameters.steps { pedometer.detector.parameters = parameters.steps }
        pedometer.vehicle.parameters = parameters.vehicle
        pedometer.stride.parameters = parameters.stride
        activity.parameters = parameters.activity
    }
}

/// The values of a fix that steps and activities use, in addition to what the receiver reported.
struct GaitFix: Sendable, Hashable {
    /// The speed over ground in m/s; `nil` if the fix has none.
    var speed: Double?
    /// The 1-sigma accuracy, in metres.
    var accuracy = 0.0
    /// True if the fix may calibrate the length of a step.
    var calibrates = false
}

/// A conclusion of steps and activities, for the rest of the core.
enum GaitNote: Sendable {
    /// Steps that were counted together, and the pace after them in seconds per metre.
    case steps([StepEstimate], pace: Double?)
    /// The estimates from closed windows, the activity that continues, and the step count and the distance on foot so
    /// far.
    case activities([ActivityEstimate], current: ActivityEstimate?, steps: Int, distanceOnFoot: Double)
    /// The estimate that states the user's correction.
    case correction(ActivityEstimate)
}

/// The windows that one event closed, and the estimates that followed from them.
private struct ActivityConclusions {
    var windows: [ActivityWindow] = []
    var estimates: [ActivityEstimate] = []

    mutating func add(_ window: ActivityWindow, _ concluded: [ActivityEstimate]) {
        windows.append(window)
        estimates += concluded
    }
}
