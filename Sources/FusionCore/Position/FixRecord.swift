import SensorModel

/// An accepted fix on the plane, with what was known about the receiver's velocity at that time: the smoother's input.
struct FixRecord: Sendable, Hashable {
    /// The time of the fix.
    var time: Instant
    /// The position on the plane, in metres east and north.
    var position: SIMD2<Double>
    /// The shift of the plane's origin since the previous fix, in metres.
    var shift: SIMD2<Double>
    /// The time since the previous fix, in seconds.
    var interval: Double
    /// The 1-sigma accuracy, in metres.
    var accuracy: Double
    /// The velocity in m/s, east and north; `nil` if the receiver reports none.
    var velocity: SIMD2<Double>?
    /// The receiver's speed in m/s; `nil` if it reports none.
    var speed: Double?
    /// The height in metres; `nil` if the fix has none.
    var altitude: Double?
    var findings: VelocityIdentification.Findings
    var chord: VelocityIdentification.Chord?
    /// The factor by which the variance exceeds that of the hypotheses.
    var excess = 1.0
    /// True if the motion sensors are at rest.
    var isAtRest: Bool
    /// The distance since the previous fix, in metres, by speeds measured without a position; 0 without such speeds.
    var travelled: Double
    /// True if the velocity is a zero that stands for a slow speed without a course.
    var isAssumed: Bool
    /// True for a fix of a location service, whose place may be an estimate itself.
    var isOfService: Bool
    /// True if the track starts or restarts with this fix.
    var isStart: Bool
}

extension FixRecord {
    init(
        _ fix: MultipleModelFilter.Measurement, position: SIMD2<Double>, interval: Double, shift: SIMD2<Double>,
        _ identification: VelocityIdentification, excess: Double, isStart: Bool
    ) {
        self.init(
            time: fix.time, position: position, shift: shift, interval: interval, accuracy: fix.accuracy,
            velocity: fix.velocity?.value, speed: fix.speed, altitude: fix.altitude,
            findings: identification.findings, chord: identification.chord, excess: excess, isAtRest: fix.isAtRest,
            travelled: fix.travelled,
            isAssumed: fix.velocity?.isAssumed ?? false, isOfService: fix.isOfService,
            isStart: isStart)
    }

    /// Returns the values of the fix that the bank uses.
    /// - Parameters:
    ///   - velocity: The velocity in m/s, before scaling.
    ///   - findings: The known lag, scale, and jitter of the receiver's velocity.
    ///   - bound: The bound of the accelerations without a velocity.
    ///   - isLive: True if the velocity lags; false if the lag was corrected in hindsight.
    @inline(__always)
    func measurement(
        velocity: SIMD2<Double>?, _ findings: VelocityIdentification.Findings, bound: MotionBound, isLive: Bool
    ) -> ReceiverBank.Measurement {
        let slow = isAssumed ? (speed ?? 0) * (speed ?? 0) / 2 : 0
        return ReceiverBank.Measurement(
            interval: interval, position: position, accuracy: accuracy, velocity: velocity.map { $0 * findings.factor },
            velocityVariance: findings.jitter + slow, lag: isLive ? findings.lag : 0,
            chord: chord?.residual(findings), excess: excess, bound: bound, isAtRest: isAtRest,
            suspectedScale: findings.suspectedFactor / findings.factor,
            suspectedVariance: findings.suspectedVariance, lagVariance: findings.lagVariance)
    }
}
