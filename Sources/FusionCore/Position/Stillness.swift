import Geometry
public import SensorModel

/// Detects rest from the motion sensors. A receiver's velocity only tells a rest from a smooth ride.
///
/// Guide: docs/estimators/position.md.
public struct Stillness: Sendable, Hashable {
    /// The thresholds and times for detecting rest.
    public struct Parameters: Sendable, Hashable {
        /// The maximum standard deviation of the acceleration's magnitude, in m/s^2, of sensors at rest.
        public var accelerationSpread = 0.12
        /// The maximum rotation, in rad/s, of sensors at rest.
        public var rotation = 0.06
        /// The averaging time for the spread of the acceleration, in seconds.
        public var sensorMemory = 0.7
        /// The averaging time for the rotation, in seconds.
        public var rotationMemory = 0.2
        /// The time, in seconds, that the sensors have to be calm before they count as at rest.
        public var sensorTime = 1.0
        /// The maximum averaged speed of the receiver, in m/s, at which calm sensors mean rest and not a smooth ride.
        public var rideSpeed = 0.8

        /// Creates parameters with default values.
        public init() {}
    }

    /// The thresholds and times for detecting rest.
    public var parameters: Parameters
    private var mean = 0.0
    private var variance = Self.unknownVariance
    private var rotation = 0.0
    private var lastRotation: Instant?
    /// The time of the last sample, and the start of the current rest of the sensors; `nil` if there is none.
    var lastSample: Instant?
    var restSince: Instant?
    private var velocity = SIMD2<Double>(0, 0)
    private var lastFix: Instant?
    private var sensorShare = Forgetting()
    private var rotationShare = Forgetting()
    private var velocityShare = Forgetting()

    /// The time without a sample, in seconds, after which the sensors start again, since a step may have gone
    /// unnoticed.
    private static let sensorGap = 1.0
    /// The maximum age of the last sample, in seconds, for which it still counts. It exceeds a gap, so that one lost
    /// block of a second has no effect.
    private static let sensorSilence = 1.5
    /// The initial variance of the acceleration, in m^2/s^4. It is higher than at rest, so that rest has to be
    /// observed.
    private static let unknownVariance = 0.05
    /// The maximum time between fixes, in seconds, for averaging their velocities. During a longer one, the user may
    /// have walked and stopped.
    private static let fixGap = 10.0
    /// The averaging time of the receiver's velocity, in seconds: one or two fixes.
    private static let velocityTime = 1.5

    /// Creates an instance that has seen no sample and no fix.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// Processes the magnitude of a raw acceleration, in m/s^2.
    public mutating func update(acceleration magnitude: Double, at time: Instant) {
        defer { lastSample = time }
        guard let last = lastSample, time - last > 0, time - last < Self.sensorGap else {
            mean = magnitude
            variance = Self.unknownVariance
            restSince = nil
            return
        }
        let gain = 1 - sensorShare.share(after: time - last, of: parameters.sensorMemory)
        let change = magnitude - mean
        mean += gain * change
        variance += gain * (change * change - variance)
        let isCalm = variance < parameters.accelerationSpread * parameters.accelerationSpread
        if isCalm && rotation < parameters.rotation {
            if restSince == nil { restSince = time }
        } else {
            restSince = nil
        }
    }

    /// Processes the magnitude of a rotation in rad/s, without the known bias of the gyroscope. With `nil`, for lack of
    /// a gyroscope, the acceleration alone decides whether the sensors rest.
    public mutating func update(rotation magnitude: Double?, at time: Instant) {
        guard let magnitude else {
            (rotation, lastRotation) = (0, nil)
            return
        }
        defer { lastRotation = time }
        guard let last = lastRotation, time - last > 0, time - last < Self.sensorGap else {
            rotation = magnitude
            return
        }
        let left = rotationShare.share(after: time - last, of: parameters.rotationMemory)
        rotation += (magnitude - rotation) * (1 - left)
    }

    /// Adopts the state of the sensors from an instance that has processed the same samples.
    mutating func adoptSensors(of other: Stillness) {
        (mean, variance, rotation) = (other.mean, other.variance, other.rotation)
        (lastSample, lastRotation, restSince) = (other.lastSample, other.lastRotation, other.restSince)
        (sensorShare, rotationShare) = (other.sensorShare, other.rotationShare)
    }

    /// Processes the receiver's velocity in m/s, `nil` if it reports none. The time is that of the fix, and is compared
    /// only with the times of other fixes.
    public mutating func update(velocity measured: SIMD2<Double>?, at time: Instant) {
        defer { lastFix = time }
        guard let measured, let last = lastFix, time - last > 0, time - last < Self.fixGap else {
            return velocity = measured ?? SIMD2(0, 0)
        }
        velocity += (measured - velocity) * (1 - velocityShare.share(after: time - last, of: Self.velocityTime))
    }

    /// Returns whether motion sensors are present and at rest, at an instant on their time axis.
    public func sensorsRest(at time: Instant) -> Bool {
        guard let last = lastSample, time - last < Self.sensorSilence, let restSince else { return false }
        return time - restSince >= parameters.sensorTime
    }

    /// Returns whether the device was at rest at the last fix, which was measured at the given instant on the sensors'
    /// time axis.
    public func isStill(at time: Instant) -> Bool {
        sensorsRest(at: time) && velocity.length <= parameters.rideSpeed
    }
}

extension Stillness.Parameters {
    static let table: [ParameterEntry<Self>] = [
        .number(
            "accelerationSpread", \.accelerationSpread, title: "Acceleration at rest", unit: "m/s^2", range: 0.001...5,
            meaning:
                "The maximum spread of the acceleration of sensors at rest. Lower values mistake a humming desk for movement; higher values mistake a smooth ride for rest.",
            source: "MEMS noise 0.03, a smooth ride 0.2"),
        .number(
            "rotation", \.rotation, title: "Rotation at rest", unit: "rad/s", range: 0.001...1,
            meaning: "The maximum rate of rotation of sensors at rest, without the known bias.",
            source: "MEMS bias up to 3 deg/s"),
        .number(
            "sensorMemory", \.sensorMemory, title: "Memory of the sensors", unit: "s", range: 0.05...10,
            meaning:
                "The averaging time of the spread of the acceleration. Lower values mistake a pause between steps for rest; higher values detect rest late.",
            source: "a step"),
        .number(
            "rotationMemory", \.rotationMemory, title: "Memory of the rotation", unit: "s", range: 0.01...10,
            meaning:
                "The averaging time of the rotation. Lower values mistake noise for a turn; higher values detect rest after a turn late.",
            source: "ten samples of a display's rate, shorter than a turn of the hand"),
        .number(
            "sensorTime", \.sensorTime, title: "Rest of the sensors", unit: "s", range: 0...60,
            meaning:
                "The minimum duration of a rest of the sensors. Lower values mistake a pause between steps for rest; higher values detect rest late.",
            source: "longer than a step"),
        .number(
            "rideSpeed", \.rideSpeed, title: "Speed of a ride", unit: "m/s", range: 0...20,
            meaning: "The minimum speed of the receiver at which resting sensors mean a smooth ride and not a rest.",
            source: "above a receiver's noise at rest"),
    ]
}
