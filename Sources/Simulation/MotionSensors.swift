import Geometry
import Glibc
import SensorModel

/// The motion sensors carried on a journey.
public struct MotionSensors: Sendable, Hashable {
    /// The place where the sensors are carried.
    public enum Carry: String, Sendable, Hashable, CaseIterable {
        /// In a trouser pocket, where they swing with the leg.
        case pocket
        /// On the upper arm or in the hand, where they swing strongly with the arm, at half the step rate.
        case arm
        /// In a bag, where they hardly swing.
        case bag
    }

    /// The place where the sensors are carried.
    public var carry = Carry.pocket
    /// The samples per second of acceleration and rotation.
    public var rate = 50.0
    /// The samples per second of the magnetic field; 0 for none.
    public var magneticRate = 10.0
    /// The samples per second of the pressure; 0 for none.
    public var pressureRate = 2.0
    /// The 1-sigma noise of the acceleration, in m/s^2.
    public var accelerationNoise = 0.03
    /// The 1-sigma noise of the rotation, in rad/s.
    public var rotationNoise = 0.004
    /// The scale of the constant error of the rotation on each axis, in rad/s.
    public var rotationBias = 0.003
    /// The 1-sigma noise of the magnetic field, in microtesla.
    public var magneticNoise = 0.6
    /// The 1-sigma noise of the pressure, in kPa.
    public var pressureNoise = 0.002
    /// The change of the pressure by weather, in kPa per hour.
    public var weatherDrift = 0.02

    /// Creates the sensors of a phone in a pocket.
    public init() {}

    /// Returns a changed copy.
    public func with(_ change: (inout MotionSensors) -> Void) -> MotionSensors {
        var sensors = self
        change(&sensors)
        return sensors
    }
}

/// Simulates the samples of ``MotionSensors`` along a motion: gravity, gait, road, and noise, in swinging axes.
struct MotionSensorSimulator {
    let sensors: MotionSensors
    let start: Instant
    let altitude: Double
    let inertial: DeviceID
    let barometer: DeviceID
    private var random: RandomSource
    private var next = (motion: 0.0, magnetic: 0.0, pressure: 0.0)
    private var lastRotation: (elapsed: Double, attitude: Quaternion)?
    private var road = Vector3(0, 0, 0)

    /// The magnetic field at middle northern latitudes, east, north, up, in microtesla.
    private static let earthField = Vector3(0, 20, -44)

    init(
        _ sensors: MotionSensors, start: Instant, altitude: Double, inertial: DeviceID, barometer: DeviceID,
        random: RandomSource
    ) {
        self.sensors = sensors
        self.start = start
        self.altitude = altitude
        self.inertial = inertial
        self.barometer = barometer
        self.random = random
    }

    /// Appends the samples that are due at this time.
    mutating func append(at sample: MotionSample, to events: inout [SensorEvent]) {
        let time = start + sample.elapsed
        if sample.elapsed >= next.motion - 1e-6 {
            next.motion += 1 / sensors.rate
            let attitude = attitude(sample)
            let acceleration = attitude.conjugate.rotate(specificForce(sample)) + noise(sensors.accelerationNoise)
            events.append(
                SensorEvent(time: time, payload: .acceleration(vector(acceleration))))
            events.append(SensorEvent(time: time, payload: .rotation(vector(rate(to: attitude, at: sample.elapsed)))))
        }
        if sensors.magneticRate > 0, sample.elapsed >= next.magnetic - 1e-6 {
            next.magnetic += 1 / sensors.magneticRate
            let field = attitude(sample).conjugate.rotate(Self.earthField) + noise(sensors.magneticNoise)
            events.append(SensorEvent(time: time, payload: .magneticField(vector(field))))
        }
        if sensors.pressureRate > 0, sample.elapsed >= next.pressure - 1e-6 {
            next.pressure += 1 / sensors.pressureRate
            events.append(
                SensorEvent(
                    time: time,
                    payload: .scalar(.pressure, ScalarSample(device: barometer, value: pressure(sample)))))
        }
    }

    private func vector(_ value: Vector3) -> VectorSample {
        VectorSample(device: inertial, x: value.x, y: value.y, z: value.z)
    }

    private mutating func noise(_ sigma: Double) -> Vector3 {
        Vector3(random.normal(), random.normal(), random.normal()) * sigma
    }

    private mutating func pressure(_ sample: MotionSample) -> Double {
        let height = altitude + sample.up
        return 101.325 * pow(1 - height / 44330.77, 5.2559) + sensors.weatherDrift * sample.elapsed / 3600
            + sensors.pressureNoise * random.normal()
    }

    /// Returns the rotation from the sensors' axes to east, north, up.
    private func attitude(_ sample: MotionSample) -> Quaternion {
        let yaw = Quaternion(angle: -sample.course, axis: Vector3(0, 0, 1))
        let isOnFoot = sample.activity == .walking || sample.activity == .running
        // Two steps are one stride: legs and arms swing at half the step rate.
        let swing = isOnFoot && sample.speed > 0.2 ? sin(.pi * sample.steps) : 0
        switch sensors.carry {
        case .pocket:
            return yaw * Quaternion(angle: 1.35 + 0.3 * swing, axis: Vector3(1, 0, 0))
                * Quaternion(angle: 0.2, axis: Vector3(0, 0, 1))
        case .arm:
            return yaw * Quaternion(angle: 0.5 + 0.55 * swing, axis: Vector3(1, 0, 0))
                * Quaternion(angle: -0.3, axis: Vector3(0, 1, 0))
        case .bag:
            return yaw * Quaternion(angle: 0.9 + 0.05 * swing, axis: Vector3(1, 0.3, 0))
        }
    }

    private mutating func rate(to attitude: Quaternion, at elapsed: Double) -> Vector3 {
        let bias = Vector3(1, -0.7, 0.4) * sensors.rotationBias
        defer { lastRotation = (elapsed, attitude) }
        guard let last = lastRotation, elapsed > last.elapsed else { return bias + noise(sensors.rotationNoise) }
        var turn = last.attitude.conjugate * attitude
        if turn.w < 0 { turn = Quaternion(w: -turn.w, x: -turn.x, y: -turn.y, z: -turn.z) }
        let half = Vector3(turn.x, turn.y, turn.z)
        let sine = half.length
        let scale = sine > 1e-9 ? 2 * atan2(sine, turn.w) / sine : 2
        return half * (scale / (elapsed - last.elapsed)) + bias + noise(sensors.rotationNoise)
    }

    /// Returns the specific force in east-north-up axes: gravity, which acts upward, and all accelerations.
    private mutating func specificForce(_ sample: MotionSample) -> Vector3 {
        let forward = Vector3(sin(sample.course), cos(sample.course), 0)
        let right = Vector3(cos(sample.course), -sin(sample.course), 0)
        return Vector3(0, 0, standardGravity) + forward * sample.acceleration
            + right * (sample.speed * sample.turnRate) + shaking(sample, forward: forward, right: right)
    }

    private mutating func shaking(_ sample: MotionSample, forward: Vector3, right: Vector3) -> Vector3 {
        let up = Vector3(0, 0, 1)
        guard sample.speed > 0.2 else {
            guard sample.activity == .automotive else { return Vector3(0, 0, 0) }
            return up * (0.06 * sin(2 * .pi * 24 * sample.elapsed)) + noise(0.03)
        }
        let phase = 2 * Double.pi * sample.steps
        switch sample.activity {
        case .walking:
            // Vertical motion at the step rate with overtones, lateral motion at half the rate, and longitudinal motion
            // between them.
            let strength = 1.2 + 1.1 * sample.speed
            let bounce = strength * (sin(phase) + 0.35 * sin(2 * phase + 0.7) + 0.12 * sin(3 * phase))
            return up * bounce + right * (0.4 * strength * sin(phase / 2))
                + forward * (0.45 * strength * cos(phase + 0.4)) + noise(0.25)
        case .running:
            let strength = 6 + 1.2 * sample.speed
            // Flight and stance: almost free fall, then a push of two to three g.
            let bounce = strength * (sin(phase) + 0.3 * sin(2 * phase + 0.5) + 0.15 * sin(3 * phase))
            return up * max(bounce, -standardGravity * 0.95) + right * (0.15 * strength * sin(phase / 2))
                + forward * (0.3 * strength * cos(phase + 0.4)) + noise(0.8)
        case .cycling:
            let pedal = 2 * Double.pi * 1.25 * sample.elapsed
            shakeRoad(0.6 + 0.22 * sample.speed, memory: 0.4)
            return up * (0.25 * sin(2 * pedal)) + right * (0.35 * sin(pedal)) + road
        case .automotive:
            shakeRoad(0.12 + 0.018 * sample.speed, memory: 0.75)
            return up * (0.05 * sin(2 * .pi * 24 * sample.elapsed)) + road
        default: return Vector3(0, 0, 0)
        }
    }

    private mutating func shakeRoad(_ sigma: Double, memory: Double) {
        let fresh = noise(sigma * (1 - memory * memory).squareRoot())
        road = road * memory + fresh * Vector3(0.5, 0.5, 1)
    }
}
