import NavigationMath
import SensorModel

/// The velocities of a trail corrected in hindsight, using the lag and scale identified some minutes after each fix.
struct HindsightVelocity {
    let records: [FixRecord]

    /// The time after a fix, in seconds, at which its velocity is known best: half of the memory.
    private static let hindsight = 450.0

    init(_ records: [FixRecord]) { self.records = records }

    func measurements() -> [ReceiverBank.Measurement] {
        var result: [ReceiverBank.Measurement] = []
        result.reserveCapacity(records.count)
        var ahead = 0
        for index in records.indices {
            let record = records[index]
            while ahead + 1 < records.count, records[ahead].time - record.time < Self.hindsight { ahead += 1 }
            ahead = max(ahead, index)
            let findings = records[ahead].findings
            result.append(
                record.measurement(velocity: velocity(of: index, late: findings.lag), findings, isLive: false))
        }
        return result
    }

    /// Returns the velocity that the receiver reports one lag after a fix, which is the velocity at the fix.
    private func velocity(of index: Int, late lag: Double) -> SIMD2<Double>? {
        guard let own = records[index].velocity, lag != 0, !records[index].isAssumed else {
            return records[index].velocity
        }
        var place = index
        var left = lag
        while left > 0 {
            guard place + 1 < records.count, !records[place + 1].isStart, let now = records[place].velocity,
                let next = records[place + 1].velocity, records[place + 1].interval > 0
            else { return records[place].velocity ?? own }
            let step = records[place + 1].interval
            if left <= step { return now + (next - now) * (left / step) }
            left -= step
            place += 1
        }
        guard index > 0, !records[index].isStart, let before = records[index - 1].velocity, records[index].interval > 0
        else { return own }
        return own + (own - before) * max(-1, left / records[index].interval)
    }
}
