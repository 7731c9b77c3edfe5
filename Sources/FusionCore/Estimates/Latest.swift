public import SensorModel

/// The latest conclusions of the core, of each kind.
public struct Latest: Sendable, Hashable {
    /// The last verdict on a fix.
    public var verdict: FixVerdict?
    /// Whether the last fix used came from a location service, which may have estimated it from networks.
    public var isFromLocationService = false
    /// The last position.
    public var position: PositionEstimate?
    /// The displayed speed.
    public var speed: SpeedEstimate?
    /// The displayed activity.
    public var activity: ActivityEstimate?
    /// The current workout; `nil` if there is none.
    public var workout: WorkoutEstimate?
    /// The last workout that has ended. Since a rest is recognised late, its end is earlier than the
    /// report of it.
    public var endedWorkout: WorkoutEstimate?
    /// The last step.
    public var step: StepEstimate?
    /// The last altitude.
    public var altitude: AltitudeEstimate?
    /// The attitude of the main body.
    public var attitude: AttitudeEstimate?
    /// The attitude of the body labelled "head".
    public var headAttitude: AttitudeEstimate?
    /// The last motion sample of the main body.
    public var motion: DeviceMotion?
    /// The last motion sample of the body labelled "head".
    public var headMotion: DeviceMotion?
    /// The time of the last shake.
    public var shake: Instant?
    /// The distance between accepted fixes, in metres.
    public var distance = 0.0
    /// The distance estimated during outages, in metres; not in ``distance``.
    public var estimatedDistance = 0.0
    /// The highest measured speed, in m/s; estimated speeds do not count.
    public var fastestSpeed = 0.0
    /// The current messages, oldest first.
    public private(set) var messages: [StatusEstimate] = []

    /// Creates a state without any conclusion.
    public init() {}

    /// Removes the message about an input that a body lacks.
    mutating func withdraw(_ lack: MotionLack) { messages.removeAll { $0.lack == lack } }

    /// Records a message. A message that ends another one removes only that one.
    mutating func update(_ status: StatusEstimate) {
        switch status.kind {
        case .signalBack: withdrawLoss()
        case .signalLost, .signalUnusable:
            withdrawLoss()
            messages.append(status)
        case .interference, .interferenceOver:
            messages.removeAll { $0.kind == .interference && $0.device == status.device }
            if status.kind == .interference { messages.append(status) }
        case .sensorBack: withdrawState(of: status.device)
        case .shake: shake = status.time
        // A source has one state at a time; several sources may have the same state.
        case .sensorMissing, .notPermitted:
            withdrawState(of: status.device)
            messages.append(status)
        // Several stages may lack different inputs at the same time.
        case .unavailable:
            messages.removeAll { $0.kind == .unavailable && $0.lack == status.lack }
            messages.append(status)
        default:
            messages.removeAll { $0.kind == status.kind }
            messages.append(status)
        }
    }

    private mutating func withdrawLoss() { messages.removeAll { $0.kind == .signalLost || $0.kind == .signalUnusable } }

    /// The message that no fix is usable; `nil` if fixes are usable.
    public var loss: StatusEstimate? {
        messages.last { $0.kind == .signalLost || $0.kind == .signalUnusable }
    }

    private mutating func withdrawState(of device: DeviceID?) {
        messages.removeAll { ($0.kind == .sensorMissing || $0.kind == .notPermitted) && $0.device == device }
    }
}
