public import SensorModel

/// Chooses the speed that is shown, and marks it as measured or estimated.
///
/// Guide: docs/estimators/speed-arbiter.md.
public struct SpeedArbiter: Sendable, Hashable {
    /// The source of the speed that is shown.
    public enum Source: String, Sendable, Hashable, CaseIterable {
        /// The position filter.
        case filter
        /// The receiver's own speed, or the distance over time between fixes if the receiver reports none.
        case raw
    }

    /// The thresholds and times by which the arbiter chooses.
    public struct Parameters: Sendable, Hashable {
        /// The minimum receiver speed, in m/s, that is shown.
        public var gpsThreshold = 0.5
        /// The speed, in m/s, shown for movement of unknown speed.
        public var placeholder = 1.12
        /// The maximum user acceleration, in g, of a device that is not moving.
        public var movingThreshold = 0.08
        /// The time, in seconds, for which one crossing of the threshold counts as movement.
        public var movingHold = 0.5
        /// The time, in seconds, for which a pedometer speed stays valid.
        public var pedometerHold = 3.0
        /// The poorest accuracy, in metres, of a good signal.
        public var goodAccuracy = 10.0
        /// The poorest accuracy, in metres, of a fair signal.
        public var fairAccuracy = 30.0
        /// The minimum speed, in m/s, that is carried on through a loss of the signal instead of being estimated on
        /// foot.
        public var rideSpeed = 3.0
        /// The source of the speed that is shown.
        public var source = Source.filter

        /// Creates parameters with default values.
        public init() {}
    }

    /// The state that the arbiter keeps between events.
    public struct State: Sendable, Hashable {
        /// The latest speed from fixes, in m/s; `nil` while the signal is lost or before the first speed.
        public var gpsSpeed: Double?
        /// True if ``gpsSpeed`` is inferred from places that may be estimates themselves.
        public var isGPSSpeedEstimated = false
        /// The speed carried on since the last fix, in m/s, while the signal is lost; `nil` otherwise.
        public var carriedSpeed: Double?
        /// True after the first motion sample.
        public var hasMotion = false
        /// The last time at which the user acceleration was above the threshold.
        public var lastMotion: Instant?
        /// The speed from the pedometer, in m/s; `nil` if its latest pace was not usable.
        public var pedometerSpeed: Double?
        /// The time of the last valid pedometer speed.
        public var pedometerTime: Instant?
        /// True from the loss of the signal until the next accepted fix.
        public var isLost = false
        /// The quality of the signal, from the accuracy of the last fix.
        public var quality = SpeedEstimate.Quality.none
    }

    /// The thresholds and times by which the arbiter chooses.
    public var parameters: Parameters = .init()
    /// The state that the arbiter keeps between events.
    public private(set) var state = State()

    /// Updates the speed and the signal quality from an accepted fix, which ends a loss of the signal.
    /// - Parameters:
    ///   - speed: The speed in m/s from the chosen source; `nil` if it is unknown.
    ///   - accuracy: The fix's 1-sigma horizontal accuracy in metres.
    ///   - isEstimated: Whether the speed is inferred from places that may be estimates themselves.
    public mutating func update(gpsSpeed speed: Double?, accuracy: Double, isEstimated: Bool = false) {
        state.gpsSpeed = speed
        state.isGPSSpeedEstimated = isEstimated
        state.carriedSpeed = nil
        state.isLost = false
        state.quality =
            accuracy <= parameters.goodAccuracy ? .good : accuracy <= parameters.fairAccuracy ? .fair : .poor
    }

    /// Replaces the time of the last movement, after at least one motion sample.
    mutating func noteMotion(last: Instant?) { (state.hasMotion, state.lastMotion) = (true, last) }

    /// Updates the pedometer speed from a pace in seconds per metre. Clears it if the pace is `nil` or not positive.
    public mutating func update(paceSecondsPerMetre pace: Double?, at time: Instant) {
        if let pace, pace > 0, (1 / pace).isFinite {
            state.pedometerSpeed = 1 / pace
            state.pedometerTime = time
        } else {
            state.pedometerSpeed = nil
        }
    }

    /// Records that the signal is lost: the last speed from fixes no longer counts.
    public mutating func loseSignal() {
        state.gpsSpeed = nil
        state.isLost = true
        state.quality = .poor
    }

    /// Sets the speed carried on while the signal is lost, in m/s; `nil` if there is none.
    public mutating func carry(speed: Double?) { state.carriedSpeed = speed }

    /// Returns the speed to show at an instant of event time.
    public func speed(at time: Instant) -> SpeedEstimate {
        func estimate(_ value: Double, _ source: SpeedEstimate.Source, isEstimated: Bool) -> SpeedEstimate {
            SpeedEstimate(time: time, value: value, source: source, isEstimated: isEstimated, quality: state.quality)
        }
        if let measured = state.gpsSpeed, measured >= parameters.gpsThreshold {
            return estimate(measured, .gps, isEstimated: state.isGPSSpeedEstimated)
        }
        // A ride continues through a tunnel, whether it shakes or not; steps and the placeholder apply only on foot.
        if let carried = state.carriedSpeed,
            carried >= (state.hasMotion ? parameters.rideSpeed : parameters.gpsThreshold)
        {
            return estimate(carried, .deadReckoning, isEstimated: true)
        }
        let isMoving = state.lastMotion.map { time - $0 <= parameters.movingHold } ?? false
        guard isMoving else {
            return estimate(0, .still, isEstimated: state.isLost || state.isGPSSpeedEstimated && !state.hasMotion)
        }
        if let steps = state.pedometerSpeed, let heard = state.pedometerTime, time - heard <= parameters.pedometerHold {
            return estimate(steps, .pedometer, isEstimated: true)
        }
        return estimate(parameters.placeholder, .placeholder, isEstimated: true)
    }
}
