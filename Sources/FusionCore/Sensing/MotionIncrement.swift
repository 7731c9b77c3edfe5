import Geometry
import Glibc
import SensorModel

/// The motion between two instants by accelerometer and gyroscope, integrated without any place, velocity, or attitude
/// at its start.
///
/// From any state, the continuation over the whole time is one step instead of one per sample (preintegration: Lupton
/// and Sukkarieh 2012; Forster et al. 2017, "On-Manifold Preintegration for Real-Time Visual-Inertial Odometry"). The
/// derivatives correct it to first order for another bias than the one known to the sensors.
struct MotionIncrement: Sendable, Hashable {
    /// The time of the last sample, on the axis of the sensors.
    private(set) var end: Instant
    /// The bias of the angular rate with which the samples are integrated, in rad/s.
    let bias: Vector3
    /// The total time of the samples, in seconds.
    private(set) var duration = 0.0
    /// The integrals of the specific force in m/s, and of the angular rate without ``bias`` in rad, in the axes that the
    /// device has at each sample.
    private(set) var force = Vector3()
    private(set) var angle = Vector3()
    /// The rotation from the device's axes at the end to those at the start.
    private(set) var rotation = Quaternion.identity
    /// The first and the second integral of the specific force in m/s and in m, in the axes at the start.
    private(set) var velocity = Vector3()
    private(set) var place = Vector3()
    /// The integral of the rotation matrix, in seconds: the negative derivatives of ``velocity`` by the accelerometer's
    /// bias, and of the rotation by the gyroscope's.
    private(set) var attitude = Matrix3()
    /// The derivative of ``velocity`` by the gyroscope's bias, in m.
    private(set) var velocityByRate = Matrix3()
    /// The turn of the course about gravity, in radians, clockwise.
    private(set) var turn = 0.0
    /// The integrals of cosine and sine of the turn since the start, in seconds.
    private(set) var heading = SIMD2<Double>(0, 0)
    /// Whether the sensors rest at the end.
    var isResting = false

    /// Begins an increment at an instant.
    init(at start: Instant, bias: Vector3) {
        (end, self.bias) = (start, bias)
    }

    /// Adds the sample that ends at an instant.
    /// - Parameters:
    ///   - sample: The specific force in m/s^2, in the device's axes.
    ///   - raw: The angular rate in rad/s, including its bias.
    ///   - turned: The turn of the course in radians, clockwise.
    ///   - time: The time of the sample, later than ``end``.
    mutating func add(force sample: Vector3, rate raw: Vector3, turn turned: Double, at time: Instant) {
        let (interval, rate) = (time - end, raw - bias)
        end = time
        duration += interval
        force += sample * interval
        angle += rate * interval
        // The course of a sample counts from its end.
        heading += SIMD2(cos(turn), sin(turn)) * interval
        turn += turned
        let half = rotation * Quaternion(rotationVector: rate * (interval / 2))
        let (felt, rows) = (half.rotate(sample), Matrix3(half) * interval)
        place += velocity * interval + felt * (interval * interval / 2)
        velocity += felt * interval
        velocityByRate += (attitude + rows * 0.5).crossed(by: felt) * interval
        attitude += rows
        rotation = (rotation * Quaternion(rotationVector: rate * interval)).renormalized
    }

    /// Returns the increment with other biases: that of the gyroscope in rad/s, that of the accelerometer in m/s^2.
    func corrected(rateBias: Vector3, forceBias: Vector3) -> (rotation: Quaternion, velocity: Vector3, place: Vector3) {
        let change = rateBias - bias
        // Over an increment, the error of the rotation grows with the time, and that of the velocity with its square.
        let (byRate, byForce) = (velocityByRate.applied(to: change), attitude.applied(to: forceBias))
        return (
            (Quaternion(rotationVector: -attitude.applied(to: change)) * rotation).renormalized,
            velocity + byRate - byForce, place + byRate * (duration / 3) - byForce * (duration / 2)
        )
    }

    /// Returns a velocity at the end, and its mean, if it turns as the device does.
    func turned(_ velocity: SIMD2<Double>) -> (end: SIMD2<Double>, mean: SIMD2<Double>) {
        func turn(_ cosine: Double, _ sine: Double) -> SIMD2<Double> {
            SIMD2(velocity.x * cosine + velocity.y * sine, velocity.y * cosine - velocity.x * sine)
        }
        return (turn(cos(self.turn), sin(self.turn)), turn(heading.x / duration, heading.y / duration))
    }
}
