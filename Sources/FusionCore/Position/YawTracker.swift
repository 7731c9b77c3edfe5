import Glibc
import NavigationMath
import SensorModel

/// Tells by how much the course turns, from a gyroscope and the direction of gravity, however the sensor is carried.
///
/// Gravity is turned by the gyroscope and pulled to the acceleration; the rotation about it, its bias learnt at rest
/// taken off, is the turn. Source: R. Mahony, T. Hamel, J.-M. Pflimlin, "Nonlinear complementary filters on the special
/// orthogonal group", IEEE TAC 53 (2008), the explicit filter's gravity part.
struct YawTracker: Sendable, Hashable {
    private var device: DeviceID?
    private var gravity: Vector3?
    private var bias = Vector3(0, 0, 0)
    private var biasTime = 0.0
    private var lastAcceleration: Instant?
    private var lastRotation: Instant?

    /// Seconds in which gravity is pulled to the acceleration.
    private static let pull = 3.0
    /// Longest time in seconds between two samples that are joined.
    private static let longestGap = 0.5

    /// Takes an acceleration in m/s^2.
    mutating func update(acceleration sample: VectorSample, at time: Instant) {
        if device == nil { device = sample.device }
        guard sample.device == device else { return }
        defer { lastAcceleration = time }
        guard let gravity, let last = lastAcceleration, time - last < Self.longestGap else {
            self.gravity = sample.vector
            return
        }
        self.gravity = gravity + (sample.vector - gravity) * min(1, (time - last) / Self.pull)
    }

    /// Takes a rotation in rad/s and returns by how much the course turned since the one before, in radians clockwise;
    /// nil where that cannot be told.
    mutating func update(rotation sample: VectorSample, isResting: Bool, at time: Instant) -> Double? {
        guard sample.device == device, let gravity else { return nil }
        defer { lastRotation = time }
        guard let last = lastRotation, time - last > 0, time - last < Self.longestGap else { return nil }
        let dt = time - last
        if isResting {
            biasTime += dt
            bias += (sample.vector - bias) * max(dt / 30, min(1, dt / biasTime))
        }
        let rotation = sample.vector - bias
        let turned = gravity - rotation.cross(gravity) * dt
        self.gravity = turned * (gravity.length / max(turned.length, 1e-9))
        let length = gravity.length
        guard length > 1 else { return nil }
        return -rotation.dot(gravity) / length * dt
    }
}
