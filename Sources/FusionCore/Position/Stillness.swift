import Geometry
public import SensorModel

/// Distinguishes a rest from a smooth ride by the receiver's velocity, if the motion sensors are calm (`SensorRest`).
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
    private var velocity = SIMD2<Double>(0, 0)
    private var lastFix: Instant?
    private var velocityShare = Forgetting()

    /// The maximum time between fixes, in seconds, for averaging their velocities. During a longer one, the user may
    /// have walked and stopped.
    private static let fixGap = 10.0
    /// The averaging time of the receiver's velocity, in seconds: one or two fixes.
    private static let velocityTime = 1.5

    /// Creates an instance that has seen no fix.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
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

    /// Returns whether the device was at rest at the last fix, which was measured at the given instant on the sensors'
    /// time axis.
    func isStill(_ sensed: SensedState, at time: Instant) -> Bool {
        sensed.isResting(at: time, for: parameters.sensorTime) && velocity.length <= parameters.rideSpeed
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
