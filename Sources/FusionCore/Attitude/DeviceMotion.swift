public import Geometry
public import SensorModel

/// An accelerometer sample separated into gravity and motion, from which steps and activities are inferred.
public struct DeviceMotion: Sendable, Hashable {
    /// The sensors used to separate gravity from motion.
    public enum Source: String, Sendable, Hashable, Codable {
        /// The gyroscope and the accelerometer.
        case inertial
        /// A low-pass of the accelerometer alone, which cannot distinguish tilting from pushing.
        case accelerometerOnly
    }

    /// The accelerometer sample's own time.
    public var time: Instant
    /// The body's accelerometer.
    public var device: DeviceID
    /// The accelerometer's reading in m/s^2, in the device's axes (after the mount matrix).
    public var acceleration: Vector3
    /// Gravity in the device's axes, in m/s^2, which points up at rest.
    public var gravity: Vector3
    /// The angular rate without the bias, in rad/s; `nil` without a gyroscope.
    public var rotationRate: Vector3?
    /// The sensors used to separate gravity from motion.
    public var source: Source

    /// The acceleration without gravity, in m/s^2, in the device's axes.
    public var userAcceleration: Vector3 { acceleration - gravity }
}
