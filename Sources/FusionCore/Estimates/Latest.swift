import SensorModel

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
    /// The last step.
    public var step: StepEstimate?
    /// The last altitude.
    public var altitude: AltitudeEstimate?
    /// Metres travelled, from raw gated fixes.
    public var distance = 0.0
    /// Metres estimated through outages; not in ``distance``.
    public var estimatedDistance = 0.0
    /// The fastest measured speed in m/s; an estimate never enters it.
    public var fastestSpeed = 0.0
    /// The messages that hold now, oldest first.
    public private(set) var messages: [StatusEstimate] = []

    /// Makes a state in which nothing is known.
    public init() {}

    /// Takes a message; one that ends another takes that one away and no other.
    mutating func note(_ status: StatusEstimate) {
        switch status.kind {
        case .signalBack: messages.removeAll { $0.kind == .signalLost }
        case .sensorBack: messages.removeAll { $0.kind == .sensorMissing }
        default:
            messages.removeAll { $0.kind == status.kind }
            messages.append(status)
        }
    }
}
