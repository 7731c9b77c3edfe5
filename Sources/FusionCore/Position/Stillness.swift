public import SensorModel

/// Notices that nothing moves: from the motion sensors where there are any, and from the receiver's speed.
///
/// Guide: docs/estimators/constant-velocity.md.
public struct Stillness: Sendable, Hashable {
    /// When something counts as still.
    public struct Parameters: Sendable, Hashable {
        /// Standard deviation of the acceleration's magnitude in m/s^2 below which the sensors are at rest.
        public var accelerationSpread = 0.12
        /// Rotation in rad/s below which the sensors are at rest.
        public var rotation = 0.06
        /// Seconds for which the sensors must be at rest.
        public var sensorTime = 1.0
        /// The receiver's speed in m/s, averaged, above which the sensors' rest is that of a smooth ride.
        public var rideSpeed = 0.8
        /// The receiver's velocity in m/s, averaged as a vector, below which it is at rest.
        public var receiverSpeed = 0.18
        /// The receiver's velocity in m/s, averaged, above which it no longer is.
        public var receiverRelease = 0.4
        /// Seconds over which the receiver's velocity is averaged.
        public var receiverTime = 8.0

        /// Makes the defaults.
        public init() {}
    }

    /// When something counts as still.
    public var parameters: Parameters
    private var mean = 0.0
    private var variance = 1.0
    private var rotation = 0.0
    private var lastSample: Instant?
    private var restSince: Instant?
    private var velocity = SIMD2<Double>(0, 0)
    private var quickVelocity = SIMD2<Double>(0, 0)
    private var lastFix: Instant?
    private var velocityTime = 0.0
    private var receiverRests = false
    private var sensorShare = Forgetting()
    private var slowShare = Forgetting()
    private var quickShare = Forgetting()

    /// Makes one that has seen nothing.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// Takes the magnitude of a raw acceleration in m/s^2.
    public mutating func update(acceleration magnitude: Double, at time: Instant) {
        defer { lastSample = time }
        guard let last = lastSample, time - last > 0, time - last < 1 else {
            mean = magnitude
            variance = 0.05
            restSince = nil
            return
        }
        let gain = 1 - sensorShare.share(after: time - last, of: 0.7)
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

    /// Takes the magnitude of a rotation in rad/s, its bias included.
    public mutating func update(rotation magnitude: Double) {
        rotation += 0.1 * (magnitude - rotation)
    }

    /// Takes the receiver's velocity; nil where it gives none.
    public mutating func update(velocity measured: SIMD2<Double>?, at time: Instant) {
        defer { lastFix = time }
        guard let measured, let last = lastFix, time - last > 0, time - last < 10 else {
            velocityTime = 0
            velocity = measured ?? SIMD2(0, 0)
            quickVelocity = velocity
            receiverRests = false
            return
        }
        let dt = time - last
        velocityTime += dt
        velocity += (measured - velocity) * (1 - slowShare.share(after: dt, of: parameters.receiverTime))
        quickVelocity += (measured - quickVelocity) * (1 - quickShare.share(after: dt, of: 1.5))
        let slow = length(velocity)
        let quick = length(quickVelocity)
        if receiverRests {
            receiverRests = slow < parameters.receiverRelease && quick < 1.5 * parameters.receiverRelease
        } else {
            receiverRests =
                velocityTime > parameters.receiverTime && slow < parameters.receiverSpeed
                && quick < parameters.receiverRelease
        }
    }

    private func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }

    /// True while the motion sensors are there and at rest.
    public func sensorsRest(at time: Instant) -> Bool {
        guard let last = lastSample, time - last < 1.5, let restSince else { return false }
        return time - restSince >= parameters.sensorTime
    }

    /// Tells whether nothing moves.
    public func isStill(at time: Instant) -> Bool {
        let isQuick = lastFix.map { time - $0 < 10 } ?? false && length(quickVelocity) > parameters.rideSpeed
        if sensorsRest(at: time) { return !isQuick }
        return receiverRests
    }
}

extension Stillness.Parameters {
    static let table: [ParameterEntry<Self>] = [
        .number(
            "accelerationSpread", \.accelerationSpread, title: "Acceleration at rest", unit: "m/s^2", range: 0.001...5,
            meaning: "Below this spread of the acceleration the sensors rest. Small: a humming desk moves. "
                + "Large: a smooth ride rests.", source: "MEMS noise 0.03, a smooth ride 0.2"),
        .number(
            "rotation", \.rotation, title: "Rotation at rest", unit: "rad/s", range: 0.001...1,
            meaning: "Below this rotation, bias included, the sensors rest.", source: "MEMS bias up to 3 deg/s"),
        .number(
            "sensorTime", \.sensorTime, title: "Rest of the sensors", unit: "s", range: 0...60,
            meaning: "For so long the sensors must rest. Small: a pause between steps counts. Large: rest is late.",
            source: "longer than a step"),
        .number(
            "rideSpeed", \.rideSpeed, title: "Speed of a ride", unit: "m/s", range: 0...20,
            meaning: "Above this speed of the receiver, sensors at rest ride smoothly.",
            source: "above a receiver's noise at rest"),
        .number(
            "receiverSpeed", \.receiverSpeed, title: "Receiver at rest", unit: "m/s", range: 0...2,
            meaning:
                "Below this average of its velocity the receiver rests. Small: noise moves. Large: a stroll rests.",
            source: "noise of 0.12 m/s an axis averaged over 8 s, four sigma"),
        .number(
            "receiverRelease", \.receiverRelease, title: "Receiver moves again", unit: "m/s", range: 0...5,
            meaning: "Above this average of its velocity the receiver moves again.", source: "hysteresis of two"),
        .number(
            "receiverTime", \.receiverTime, title: "Averaging of the receiver", unit: "s", range: 0.5...120,
            meaning: "Over so long the receiver's velocity is averaged. Small: noise moves. Large: rest is late.",
            source: "measured on simulated rests"),
    ]
}
