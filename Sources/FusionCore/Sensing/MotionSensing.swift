import Geometry
import SensorModel

/// The conclusions from motion samples without any fix: attitude, gravity, rest, movement, shakes, and preintegrated motion.
///
/// It reads samples and the reports of their sources only. The rest of the core receives its conclusions as
/// ``SensedState`` and as notes, so a run with other parameters of places can use those of an earlier run
/// (``SensingRecord``).
struct MotionSensing: Sendable {
    var parameters: SensingParameters {
        didSet {
            if tracker.parameters != parameters.motion { tracker.parameters = parameters.motion }
            if tracker.filter != parameters.attitude { tracker.filter = parameters.attitude }
        }
    }
    /// The bodies with motion sensors: their attitude and gravity.
    private(set) var tracker: MotionTracker
    /// The results so far.
    private(set) var sensed = SensedState()
    private var rest = SensorRest()
    private var preintegration = Preintegration()
    private var lastShakeCrossing: Instant?

    init(parameters: SensingParameters) {
        self.parameters = parameters
        tracker = MotionTracker(parameters: parameters.motion, filter: parameters.attitude)
    }

    /// The initial state, with the same devices.
    var restarted: MotionSensing {
        var sensing = MotionSensing(parameters: parameters)
        sensing.tracker = tracker.restarted
        return sensing
    }

    /// Processes the state of a source.
    mutating func consume(_ report: SourceReport) { tracker.consume(report) }

    /// Adds biases of gyroscopes that earlier sessions learned.
    mutating func expect(_ gyroscopes: [Learned.Gyroscope]) { tracker.expect(gyroscopes) }

    /// Adds a sample, and returns the body whose ``next(_:)`` may have a result.
    mutating func take(_ sample: VectorSample, _ stream: MotionTracker.Stream, at time: Instant) -> Int? {
        switch stream {
        case .acceleration: return tracker.take(acceleration: sample, at: time)
        case .rotation: return tracker.take(rotation: sample, at: time)
        case .magneticField:
            tracker.take(magneticField: sample, at: time)
            return nil
        }
    }

    /// Returns the results of a body, one at a time.
    @inline(__always)
    mutating func next(_ body: Int) -> MotionBody.Output? { tracker.next(body) }

    /// Processes a sample of the main body with gravity separated, and returns what follows from it.
    mutating func consume(_ sample: DeviceMotion) -> [MotionNote] {
        let shaking = sample.userAcceleration.length
        rest.update(
            acceleration: sample.acceleration.length, rotation: sample.rotationRate?.length, at: sample.time,
            parameters.stillness)
        if shaking / standardGravity > parameters.movingThreshold { sensed.lastMotion = sample.time }
        (sensed.lastSample, sensed.restSince, sensed.shaking) = (sample.time, rest.since, shaking)
        var notes: [MotionNote] = []
        if let rate = sample.rotationRate {
            let bias = tracker.mainBody.map { tracker.bodies[$0].filter.gyroscopeBias } ?? Vector3()
            let ended = preintegration.add(sample, rate: rate, bias: bias, turnGap: parameters.motion.gap)
            if let ended { notes.append(motionNote(of: ended)) }
        }
        if let shake = shake(sample) { notes.append(.announced(shake)) }
        return notes
    }

    /// Ends the increment, so that the motion up to now can be used.
    mutating func takeMotion() -> MotionNote? { preintegration.take().map { motionNote(of: $0) } }

    private func motionNote(of increment: MotionIncrement) -> MotionNote {
        var increment = increment
        increment.isResting = sensed.isResting(at: increment.end, for: parameters.stillness.sensorTime)
        return .moved(increment)
    }

    private mutating func shake(_ sample: DeviceMotion) -> StatusEstimate? {
        let threshold = parameters.motion.shakeThreshold * standardGravity
        let square = sample.acceleration.dot(sample.acceleration)
        guard square > threshold * threshold else { return nil }
        defer { lastShakeCrossing = sample.time }
        if let last = lastShakeCrossing, sample.time - last <= parameters.motion.shakeHold { return nil }
        let tenths = Int(nearest: square.squareRoot() / standardGravity * 10)
        return StatusEstimate(
            time: sample.time, kind: .shake, message: "Shaken with \(tenths / 10).\(tenths % 10) g.")
    }

    /// Returns reports of what the motion sensors lack, and withdrawals of those that no longer hold.
    mutating func lacks(at time: Instant) -> [MotionNote] {
        var notes: [MotionNote] = []
        for body in tracker.bodies.indices {
            let (begun, ended) = tracker.lackChanges(of: body, at: time)
            for lack in MotionBody.Lack.allCases {
                let part = MotionLack(body: tracker.bodies[body].label, lack: lack)
                if ended.contains(lack) { notes.append(.withdrawn(part)) }
                if begun.contains(lack) {
                    let message = tracker.bodies[body].sentence(for: lack)
                    notes.append(
                        .announced(StatusEstimate(time: time, kind: .unavailable, message: message, lack: part)))
                }
            }
        }
        return notes
    }
}

/// A conclusion from motion samples at an event, for the rest of the core.
enum MotionNote: Sendable {
    /// A message.
    case announced(StatusEstimate)
    /// The withdrawal of a message.
    case withdrawn(MotionLack)
    /// The motion since the last increment.
    case moved(MotionIncrement)
}

/// The results of the motion samples so far that other stages read at any time.
struct SensedState: Sendable, Hashable {
    /// The time of the last motion sample, and the start of the current rest.
    var lastSample: Instant?
    var restSince: Instant?
    /// The last time at which the user acceleration was above the threshold of movement.
    var lastMotion: Instant?
    /// The magnitude of the last user acceleration, in m/s^2; `nil` before the first sample.
    var shaking: Double?

    /// The maximum age of the last sample, in seconds, for which it still counts. One lost block of a second has no
    /// effect.
    private static let silence = 1.5

    /// Returns whether motion sensors are present and have been at rest for a time in seconds.
    func isResting(at time: Instant, for seconds: Double) -> Bool {
        guard let lastSample, time - lastSample < Self.silence, let restSince else { return false }
        return time - restSince >= seconds
    }
}

extension MotionBody {
    /// Returns a message for the user that names what is missing and its consequence.
    func sentence(for lack: Lack) -> String {
        let place = label.map { " on “\($0)”" } ?? ""
        return switch lack {
        case .noGyroscope:
            "There is no gyroscope\(place): gravity is a low-pass of the accelerometer, and motion tilts it."
        case .gyroscopeSilent:
            "The gyroscope\(place) is silent: gravity is a low-pass of the accelerometer until it is back."
        case .noMagnetometer: "There is no magnetometer\(place): yaw starts anywhere and drifts."
        }
    }
}
