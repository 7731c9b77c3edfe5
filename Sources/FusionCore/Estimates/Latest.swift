public import SensorModel

/// What the core last concluded of each kind.
public struct Latest: Sendable, Hashable {
    /// The last verdict.
    public var verdict: FixVerdict?
    /// The last position.
    public var position: PositionEstimate?
    /// The speed on show.
    public var speed: SpeedEstimate?
    /// The activity on show.
    public var activity: ActivityEstimate?
    /// The workout that continues; `nil` if none does.
    public var workout: WorkoutEstimate?
    /// The last workout that has ended. A rest is recognised late, so its end lies before the moment that it was reported.
    public var endedWorkout: WorkoutEstimate?
    /// The last step.
    public var step: StepEstimate?
    /// The last altitude.
    public var altitude: AltitudeEstimate?
    /// How the main body is turned.
    public var attitude: AttitudeEstimate?
    /// How the body labelled "head" is turned.
    public var headAttitude: AttitudeEstimate?
    /// The last sample of the main body's motion.
    public var motion: DeviceMotion?
    /// The last sample of the motion of the body labelled "head".
    public var headMotion: DeviceMotion?
    /// When the last shake began.
    public var shake: Instant?
    /// Metres travelled, from raw gated fixes.
    public var distance = 0.0
    /// Metres estimated through outages; not in ``distance``.
    public var estimatedDistance = 0.0
    /// The fastest measured speed in m/s; an estimate never enters it.
    public var fastestSpeed = 0.0
    /// The messages that hold now, oldest first.
    public private(set) var messages: [StatusEstimate] = []

    /// Creates a state in which nothing is known.
    public init() {}

    /// Removes the message that a body lacks something.
    mutating func withdraw(_ lack: MotionLack) { messages.removeAll { $0.lack == lack } }

    /// Records a message; one that ends another takes that one away and no other.
    mutating func note(_ status: StatusEstimate) {
        switch status.kind {
        case .signalBack: withdrawLoss()
        case .signalLost, .signalUnusable:
            withdrawLoss()
            messages.append(status)
        case .sensorBack: withdrawState(of: status.device)
        case .shake: shake = status.time
        // A source is in one state at a time; others may be in the same.
        case .sensorMissing, .notPermitted:
            withdrawState(of: status.device)
            messages.append(status)
        // Two stages may lack different things at once.
        case .unavailable:
            messages.removeAll { $0.kind == .unavailable && $0.lack == status.lack }
            messages.append(status)
        default:
            messages.removeAll { $0.kind == status.kind }
            messages.append(status)
        }
    }

    private mutating func withdrawLoss() { messages.removeAll { $0.kind == .signalLost || $0.kind == .signalUnusable } }

    /// The message that no fix can be used, while none can; `nil` otherwise.
    public var loss: StatusEstimate? {
        messages.last { $0.kind == .signalLost || $0.kind == .signalUnusable }
    }

    private mutating func withdrawState(of device: DeviceID?) {
        messages.removeAll { ($0.kind == .sensorMissing || $0.kind == .notPermitted) && $0.device == device }
    }
}
