import Geometry
import SensorModel

/// The measurements of a trail with velocities corrected in hindsight, using the lag and scale identified some minutes
/// after each fix.
struct HindsightVelocity {
    /// The fix whose findings are used: the first that is late enough after the current one.
    private var ahead = 0

    /// The time after a fix, in seconds, at which its velocity is known best: half of the memory.
    private static let hindsight = 450.0

    /// Returns the measurement of a fix within a bound. Call it for the fixes in order, from the first or from a copy on.
    mutating func measurement(of index: Int, in trail: FixTrail, bound: MotionBound) -> ReceiverBank.Measurement {
        let record = trail[index]
        while ahead + 1 < trail.count, trail.times[ahead] - record.time < Self.hindsight { ahead += 1 }
        ahead = max(ahead, index)
        let findings = trail.findings(of: ahead)
        return record.measurement(
            velocity: Self.velocity(of: index, in: trail, record, late: findings.lag), findings, bound: bound,
            isLive: false)
    }

    /// Returns the velocity that the receiver reports one lag after a fix, which is the velocity at the fix.
    private static func velocity(
        of index: Int, in trail: FixTrail, _ record: FixRecord, late lag: Double
    ) -> SIMD2<Double>? {
        guard let own = record.velocity, lag != 0, !record.isAssumed else { return record.velocity }
        var place = index
        var left = lag
        while left > 0 {
            guard place + 1 < trail.count, !trail.isStart(place + 1), let now = trail.velocity(of: place),
                let next = trail.velocity(of: place + 1), trail.interval(of: place + 1) > 0
            else { return trail.velocity(of: place) ?? own }
            let step = trail.interval(of: place + 1)
            if left <= step { return now + (next - now) * (left / step) }
            left -= step
            place += 1
        }
        guard index > 0, !record.isStart, let before = trail.velocity(of: index - 1), record.interval > 0
        else { return own }
        return own + (own - before) * max(-1, left / record.interval)
    }
}
