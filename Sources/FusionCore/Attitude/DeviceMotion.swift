public import NavigationMath
public import SensorModel

/// What one accelerometer sample says once gravity is told apart from motion: what steps and activity are made from.
public struct DeviceMotion: Sendable, Hashable {
    /// How gravity was told apart.
    public enum Source: String, Sendable, Hashable, Codable {
        /// Gyroscope and accelerometer.
        case inertial
        /// A low-pass of the accelerometer alone: tilting and pushing look alike to it.
        case accelerometerOnly
    }

    /// The accelerometer sample's own time.
    public var time: Instant
    /// The body's accelerometer.
    public var device: DeviceID
    /// What the accelerometer read, m/s^2, in the device's axes (mount matrix applied).
    public var acceleration: Vector3
    /// Gravity in the device's axes, m/s^2, up positive at rest.
    public var gravity: Vector3
    /// Angular rate with the bias removed, rad/s; nil without a gyroscope.
    public var rotationRate: Vector3?
    /// True if the device turns and shakes little enough to take the gyroscope's bias from it. A hand that holds
    /// still is enough; whether anything moves over ground is told by ``FusionCore/isStill(at:)``.
    public var isResting: Bool
    /// How gravity was told apart.
    public var source: Source

    /// Creates a sample.
    public init(
        time: Instant, device: DeviceID, acceleration: Vector3, gravity: Vector3,
        rotationRate: Vector3?, isResting: Bool, source: Source
    ) {
        self.time = time
        self.device = device
        self.acceleration = acceleration
        self.gravity = gravity
        self.rotationRate = rotationRate
        self.isResting = isResting
        self.source = source
    }

    /// Acceleration without gravity, m/s^2, in the device's axes.
    public var userAcceleration: Vector3 { acceleration - gravity }
}
