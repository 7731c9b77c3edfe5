public import FusionCore
public import Geometry
import Glibc
public import SensorModel

/// The values of the motion sensors at an instant: device, sensor worn on the head, course over ground, shakes.
public struct MotionReading: Sendable, Hashable {
    /// One body with motion sensors.
    public struct Body: Sendable, Hashable {
        /// Roll, pitch and yaw; `nil` if the attitude is not known.
        public var angles: BodyAngles?
        /// The frame that the angles refer to; `nil` if the attitude is not known.
        public var reference: AttitudeReference?
        /// The acceleration without gravity in m/s^2, in the body's axes.
        public var userAcceleration: Vector3?
        /// The rotation rate without its bias in rad/s, in the body's axes; `nil` without a gyroscope.
        public var rotationRate: Vector3?
        /// Gravity in m/s^2, in the body's axes, up positive at rest.
        public var gravity: Vector3?

        /// The compass direction of the axis that points ahead, in radians clockwise from magnetic north; `nil` without a
        /// magnetometer.
        public var magneticHeading: Double? { reference == .magneticNorthZUp ? angles?.heading : nil }
    }

    /// The body whose motion is that of the user or the vehicle; `nil` if no motion sensor delivers.
    public var device: Body?
    /// The sensor labelled `head`; `nil` if there is none.
    public var head: Body?
    /// The course over ground in radians clockwise from true north; `nil` at rest.
    public var course: Double?
    /// True for ``shakeMark`` after a shake began.
    public var isShaken = false

    /// The maximum age of a sample in seconds.
    public static let freshness = 1.0
    /// The duration for which a shake is marked, in seconds.
    public static let shakeMark = 1.5

    /// Reads the estimates of a core at an instant.
    public init(_ latest: Latest, at instant: Instant) {
        let isAlone = latest.headAttitude != nil && latest.headAttitude?.device == latest.attitude?.device
        if !isAlone { device = Self.body(latest.attitude, latest.motion, at: instant) }
        head = Self.body(latest.headAttitude, isAlone ? latest.motion : latest.headMotion, at: instant)
        if let shake = latest.shake { isShaken = shake <= instant && instant - shake <= Self.shakeMark }
        course = latest.position?.courseOverGround
    }

    private static func body(_ attitude: AttitudeEstimate?, _ motion: DeviceMotion?, at instant: Instant) -> Body? {
        let attitude = attitude.flatMap { isFresh($0.time, at: instant) ? $0 : nil }
        let motion = motion.flatMap { isFresh($0.time, at: instant) ? $0 : nil }
        guard attitude != nil || motion != nil else { return nil }
        return Body(
            angles: attitude.map { BodyAngles($0.rotation) }, reference: attitude?.reference,
            userAcceleration: motion?.userAcceleration, rotationRate: motion?.rotationRate, gravity: motion?.gravity)
    }

    private static func isFresh(_ time: Instant, at instant: Instant) -> Bool { abs(instant - time) <= freshness }
}

extension PositionEstimate {
    /// The minimum speed, in m/s, at which a course over ground is not noise.
    private static let slowestCourse = 0.5

    /// The course over ground in radians clockwise from true north; `nil` at rest, and if it is unknown.
    public var courseOverGround: Double? {
        guard let eastVelocity, let northVelocity,
            (eastVelocity * eastVelocity + northVelocity * northVelocity).squareRoot() >= Self.slowestCourse
        else { return nil }
        let angle = atan2(eastVelocity, northVelocity)
        return angle < 0 ? angle + 2 * .pi : angle
    }
}
