public import Geometry
public import SensorModel

/// The complete description of a simulated session: a journey, a receiver, and optional motion sensors.
public struct SessionPlan: Sendable {
    /// The simulated motion, from rest to rest.
    public var journey: Journey
    /// The error model of the receiver.
    public var receiver: ReceiverModel = .init()
    /// The motion sensors; `nil` for a receiver without them.
    public var motion: MotionSensors? = .init()
    /// The coordinate of the journey's start.
    public var origin: Coordinate = Coordinate(latitude: 50.1, longitude: 14.4)
    /// The altitude of the journey's start, in metres.
    public var altitude: Double = 230
    /// The time of the journey's start.
    public var start: Instant = Instant(seconds: 1_778_913_600)
    /// The time between two truth samples, in seconds; a multiple of ``Journey/step``.
    public var truthInterval = 1.0
    /// The duration to simulate, in seconds; `nil` for the whole journey.
    public var duration: Double?
    /// The fraction of fixes that arrive twice, as from receivers that send several messages per epoch.
    public var duplicateShare = 0.0

    /// The receiver's device number in a simulated session.
    public static let receiverDevice = DeviceID(1)
    /// The inertial sensors' device number in a simulated session.
    public static let inertialDevice = DeviceID(2)
    /// The barometer's device number in a simulated session.
    public static let barometerDevice = DeviceID(3)

    /// Simulates the session. The same plan and seed always give the same session, bit for bit. O(duration).
    public func simulate(seed: UInt64) -> SimulatedSession {
        var random = RandomSource(seed: seed)
        var ground = Ground(origin: origin)
        var receiver = ReceiverSimulator(
            self.receiver, altitude: altitude, start: start, device: Self.receiverDevice,
            random: random.split())
        var motion = motion.map {
            MotionSensorSimulator(
                $0, start: start, altitude: altitude, inertial: Self.inertialDevice, barometer: Self.barometerDevice,
                random: random.split())
        }
        var session = SimulatedSession(events: sourceReports, truth: [])
        let truthEvery = max(1, Int((truthInterval / Journey.step).rounded()))
        var index = 0
        journey.trace { sample in
            if let duration, sample.elapsed > duration + Journey.step / 2 { return }
            ground.follow(sample)
            motion?.append(at: sample, to: &session.events)
            if let fix = receiver.event(at: sample, on: ground) {
                session.events.append(fix)
                if duplicateShare > 0, random.uniform() < duplicateShare { session.events.append(fix) }
            }
            if index.isMultiple(of: truthEvery) { session.truth.append(truth(sample, ground)) }
            index += 1
        }
        return session
    }

    private func truth(_ sample: MotionSample, _ ground: Ground) -> TruthSample {
        let course = sample.course * 180 / .pi
        return TruthSample(
            time: start + sample.elapsed,
            coordinate: ground.coordinate(east: sample.east, north: sample.north),
            altitude: altitude + sample.up, speed: sample.speed,
            courseDegrees: sample.speed > 0.05 ? (course < 0 ? course + 360 : course) : nil,
            activity: sample.activity, steps: Int(sample.steps))
    }

    private var sourceReports: [SensorEvent] {
        var reports = [
            SourceReport(
                device: Self.receiverDevice, name: "simulated receiver", streams: [.fix], state: .connected,
                nominalRate: 1 / receiver.interval)
        ]
        if let motion {
            reports.append(
                SourceReport(
                    device: Self.inertialDevice, name: "simulated inertial sensors",
                    streams: [.acceleration, .rotation] + (motion.magneticRate > 0 ? [.magneticField] : []),
                    state: .connected, mountMatrix: .identity, nominalRate: motion.rate))
            if motion.pressureRate > 0 {
                reports.append(
                    SourceReport(
                        device: Self.barometerDevice, name: "simulated barometer", streams: [.scalar(.pressure)],
                        state: .connected, nominalRate: motion.pressureRate))
            }
        }
        return reports.map { SensorEvent(time: start, payload: .source($0)) }
    }
}
