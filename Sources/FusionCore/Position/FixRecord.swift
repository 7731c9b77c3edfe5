import SensorModel

/// An accepted fix on the plane, with what was known of the receiver's velocity then: what the smoother begins with.
struct FixRecord: Sendable, Hashable {
    /// The fix's time.
    var time: Instant
    /// Metres on the plane.
    var position: SIMD2<Double>
    /// Metres that the plane's origin moved since the fix before.
    var shift: SIMD2<Double>
    /// Seconds since the fix before.
    var interval: Double
    /// The 1-sigma accuracy in metres.
    var accuracy: Double
    /// m/s east and north; `nil` if the receiver gives none.
    var velocity: SIMD2<Double>?
    /// The receiver's speed in m/s; `nil` if it gives none.
    var speed: Double?
    /// The height in metres.
    var altitude: Double?
    var findings: VelocityIdentification.Findings
    var chord: VelocityIdentification.Chord?
    /// The factor by which the variance is larger than the hypotheses believe.
    var excess = 1.0
    var rest: ReceiverBank.Rest
    /// Metres since the fix before by speeds that were measured without a position; 0 if none were.
    var travelled: Double
    /// True if the velocity is a zero that stands for a slow speed without a course.
    var isAssumed: Bool
    /// True if the track starts, or starts again, with this fix.
    var isStart: Bool

    init(
        _ fix: MultipleModelFilter.Measurement, position: SIMD2<Double>, interval: Double, shift: SIMD2<Double>,
        _ identification: VelocityIdentification, isStart: Bool
    ) {
        time = fix.time
        self.position = position
        self.shift = shift
        self.interval = interval
        accuracy = fix.accuracy
        velocity = fix.velocity?.value
        speed = fix.speed
        altitude = fix.altitude
        findings = identification.findings
        chord = identification.chord
        rest = fix.rest
        travelled = fix.travelled
        isAssumed = fix.velocity?.isAssumed ?? false
        self.isStart = isStart
    }

    /// Returns what the bank uses of the fix.
    /// - Parameters:
    ///   - velocity: The velocity in m/s, not yet scaled.
    ///   - findings: What is known of the receiver's velocity.
    ///   - isLive: True if the velocity is late; false if it was put right with hindsight.
    @inline(__always)
    func measurement(
        velocity: SIMD2<Double>?, _ findings: VelocityIdentification.Findings, isLive: Bool
    ) -> ReceiverBank.Measurement {
        let slow = isAssumed ? (speed ?? 0) * (speed ?? 0) / 2 : 0
        return ReceiverBank.Measurement(
            interval: interval, position: position, accuracy: accuracy, velocity: velocity.map { $0 * findings.factor },
            velocityVariance: findings.jitter + slow, lag: isLive ? findings.lag : 0,
            chord: chord?.residual(findings), rest: rest)
    }
}
