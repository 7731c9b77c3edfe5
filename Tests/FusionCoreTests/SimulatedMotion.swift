import Foundation
import FusionCore
import Geometry
import SensorModel

/// A turning, swinging body with known attitude: what its sensors say, at any moment, is exact.
struct SimulatedMotion {
    /// Hertz of the swing.
    var frequency = 0.4
    /// Radians of the swing.
    var amplitude = 0.8
    /// Radians a second about up.
    var turning = 0.3
    /// rad/s that the gyroscope adds.
    var bias = Vector3()
    /// Microtesla east, north, up.
    var field = Vector3(0, 20, -43)
    var start = Instant(seconds: 1.7e9)
    var label: String?

    /// Turns the body's axes to east, north, up.
    func attitude(at seconds: Double) -> Quaternion {
        let phase = (seconds * frequency).truncatingRemainder(dividingBy: 1)
        let swing = amplitude * sine(phase)
        return Quaternion(yaw: turning * seconds) * Quaternion(angle: swing, axis: Vector3(1, 0.4, 0))
    }

    private func sine(_ phase: Double) -> Double {
        // The vector part of a rotation by twice the angle is the angle's sine.
        Quaternion(angle: 4 * .pi * phase, axis: Vector3(0, 0, 1)).z
    }

    /// The reading of the gyroscope: the mean over the `interval` seconds before.
    func rotation(at seconds: Double, over interval: Double) -> Vector3 {
        let change = attitude(at: seconds - interval).conjugate * attitude(at: seconds)
        let sine = Vector3(change.x, change.y, change.z)
        return sine * (2 / interval) * (change.w < 0 ? -1 : 1) + bias
    }

    func acceleration(at seconds: Double) -> Vector3 { attitude(at: seconds).up * 9.80665 }

    func magneticField(at seconds: Double) -> Vector3 { attitude(at: seconds).conjugate.rotate(field) }

    func instant(_ seconds: Double) -> Instant { start + seconds }

    /// Events at rates in hertz, each stream with its own phase; nil leaves a stream out.
    func events(
        duration: Double, acceleration: Double?, rotation: Double?, magneticField: Double? = nil,
        accelerationDevice: UInt16 = 0, rotationDevice: UInt16 = 0, offset: Double = 0
    ) -> [SensorEvent] {
        var events: [SensorEvent] = []
        func add(_ rate: Double?, from first: Double, _ payload: (Double, Double) -> SensorEvent.Payload) {
            guard let rate else { return }
            for index in 0..<Int(duration * rate) {
                let seconds = first + Double(index) / rate
                events.append(SensorEvent(time: instant(seconds), payload: payload(seconds, 1 / rate)))
            }
        }
        func sample(_ vector: Vector3, _ device: UInt16) -> VectorSample {
            VectorSample(device: DeviceID(device), x: vector.x, y: vector.y, z: vector.z)
        }
        add(acceleration, from: offset) { seconds, _ in
            .acceleration(sample(self.acceleration(at: seconds), accelerationDevice))
        }
        add(rotation, from: 0) { seconds, interval in
            .rotation(sample(self.rotation(at: seconds, over: interval), rotationDevice))
        }
        add(magneticField, from: 0.001) { seconds, _ in
            .magneticField(sample(self.magneticField(at: seconds), rotationDevice))
        }
        EventOrder().sort(&events)
        return events
    }

    /// Degrees between an estimated gravity and the true one.
    func gravityError(_ estimate: GravityEstimate) -> Double {
        let truth = attitude(at: estimate.time - start).up
        let cosine = truth.dot(estimate.vector) / estimate.vector.length
        return Self.degrees(cosine)
    }

    /// Degrees of the rotation between an estimated attitude and the true one.
    func attitudeError(_ estimate: AttitudeEstimate) -> Double {
        let difference = attitude(at: estimate.time - start).conjugate * estimate.rotation
        return 2 * Self.degrees(abs(difference.w))
    }

    private static func degrees(_ cosine: Double) -> Double { acos(min(1, max(-1, cosine))) * 180 / .pi }
}

/// The estimates that a run of the core emitted.
struct MotionRecord {
    var attitudes: [AttitudeEstimate] = []
    var gravities: [GravityEstimate] = []
    var altitudes: [AltitudeEstimate] = []
    var statuses: [StatusEstimate] = []

    mutating func take(_ estimate: Estimate) {
        switch estimate {
        case .attitude(let attitude): attitudes.append(attitude)
        case .gravity(let gravity): gravities.append(gravity)
        case .altitude(let altitude): altitudes.append(altitude)
        case .status(let status): statuses.append(status)
        default: break
        }
    }

    /// Runs events through a core.
    static func run(_ events: [SensorEvent], core: inout FusionCore) -> MotionRecord {
        var record = MotionRecord()
        for event in events { core.consume(event) { record.take($0) } }
        return record
    }

    static func run(_ events: [SensorEvent], parameters: Parameters = .init()) -> MotionRecord {
        var core = FusionCore(parameters: parameters)
        return run(events, core: &core)
    }
}
