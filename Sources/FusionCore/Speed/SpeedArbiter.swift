public import SensorModel

/// Decides which speed is shown, and whether it was measured or estimated.
///
/// Guide: docs/estimators/speed-arbiter.md.
public struct SpeedArbiter: Sendable, Hashable {
    /// Where the speed on show comes from.
    public enum Source: String, Sendable, Hashable, CaseIterable {
        /// The position filter.
        case filter
        /// The receiver's own speed; without one, distance over time from fix to fix.
        case raw
    }

    /// How the arbiter decides.
    public struct Parameters: Sendable, Hashable {
        /// The receiver's speed in m/s from which on it is shown.
        public var gpsThreshold = 0.5
        /// The stated placeholder in m/s for moving with nothing better.
        public var placeholder = 1.12
        /// User acceleration in g above which something moves.
        public var movingThreshold = 0.08
        /// Seconds for which one crossing counts as moving.
        public var movingHold = 0.5
        /// Seconds for which a pedometer speed stays valid.
        public var pedometerHold = 3.0
        /// Metres of accuracy up to which the signal is good.
        public var goodAccuracy = 10.0
        /// Metres of accuracy up to which the signal is fair.
        public var fairAccuracy = 30.0
        /// The speed in m/s at the loss of the signal from which on it is carried on instead of estimated on foot.
        public var rideSpeed = 3.0
        /// Where the speed on show comes from.
        public var source = Source.filter

        /// Creates parameters with default values.
        public init() {}
    }

    /// What the arbiter remembers.
    public struct State: Sendable, Hashable {
        /// The receiver's latest speed in m/s; nil while the signal is lost or none came yet.
        public var gpsSpeed: Double?
        /// The speed carried on since the last fix, in m/s, while the signal is lost; nil otherwise.
        public var carriedSpeed: Double?
        /// True once there was a motion stream.
        public var hasMotion = false
        /// The last moment at which the user acceleration was above the threshold.
        public var lastMotion: Instant?
        /// The pedometer's speed in m/s and when it said so.
        public var pedometerSpeed: Double?
        /// When the pedometer last spoke.
        public var pedometerTime: Instant?
        /// True from the loss of the signal until the next accepted fix.
        public var isLost = false
        /// How good the signal is.
        public var quality = SpeedEstimate.Quality.none
    }

    /// How the arbiter decides.
    public var parameters: Parameters
    /// What the arbiter remembers.
    public private(set) var state = State()

    /// Creates an arbiter that knows nothing.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// Uses the speed of an accepted fix.
    /// - Parameters:
    ///   - speed: The speed in m/s from the chosen source; `nil` if it is not known.
    ///   - accuracy: The fix's 1-sigma horizontal accuracy in metres.
    public mutating func update(gpsSpeed speed: Double?, accuracy: Double) {
        state.gpsSpeed = speed
        state.carriedSpeed = nil
        state.isLost = false
        state.quality =
            accuracy <= parameters.goodAccuracy ? .good : accuracy <= parameters.fairAccuracy ? .fair : .poor
    }

    /// Processes a user acceleration, gravity removed, in g.
    public mutating func update(userAccelerationG magnitude: Double, at time: Instant) {
        state.hasMotion = true
        if magnitude > parameters.movingThreshold { state.lastMotion = time }
    }

    /// Processes the pedometer's pace in seconds a metre; no pace, or one that is not positive, is no speed.
    public mutating func update(paceSecondsPerMetre pace: Double?, at time: Instant) {
        if let pace, pace > 0, (1 / pace).isFinite {
            state.pedometerSpeed = 1 / pace
            state.pedometerTime = time
        } else {
            state.pedometerSpeed = nil
        }
    }

    /// Notes that the signal is lost: the receiver's last speed no longer counts.
    public mutating func loseSignal() {
        state.gpsSpeed = nil
        state.isLost = true
        state.quality = .poor
    }

    /// Takes the speed that is carried on while the signal is lost, in m/s; nil if nothing is.
    public mutating func carry(speed: Double?) { state.carriedSpeed = speed }

    /// Returns the speed to show at a moment of event time.
    public func speed(at time: Instant) -> SpeedEstimate {
        func estimate(_ value: Double, _ source: SpeedEstimate.Source, isEstimated: Bool) -> SpeedEstimate {
            SpeedEstimate(time: time, value: value, source: source, isEstimated: isEstimated, quality: state.quality)
        }
        if let measured = state.gpsSpeed, measured >= parameters.gpsThreshold {
            return estimate(measured, .gps, isEstimated: false)
        }
        // A ride continues in a tunnel, shaken or not; steps and the placeholder are for those on foot.
        if let carried = state.carriedSpeed,
            carried >= (state.hasMotion ? parameters.rideSpeed : parameters.gpsThreshold)
        {
            return estimate(carried, .deadReckoning, isEstimated: true)
        }
        let isMoving = state.lastMotion.map { time - $0 <= parameters.movingHold } ?? false
        guard isMoving else { return estimate(0, .still, isEstimated: state.isLost) }
        if let steps = state.pedometerSpeed, let heard = state.pedometerTime, time - heard <= parameters.pedometerHold {
            return estimate(steps, .pedometer, isEstimated: true)
        }
        return estimate(parameters.placeholder, .placeholder, isEstimated: true)
    }
}
