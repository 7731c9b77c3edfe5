import NavigationMath
import SensorModel

/// A fix after the backward pass.
struct SmoothedFix: Sendable, Hashable {
    /// Metres and m/s, east and north, on the fix's plane.
    var position: SIMD2<Double>
    var velocity: SIMD2<Double>
    /// The variance of one axis in m^2, what the filter does not see included, and in m^2/s^2.
    var variance: Double
    var velocityVariance: Double
    /// The variance of one axis of the chord to the next fix in m^2: what both have in common is not in it.
    var chordVariance: Double
    /// The posterior probability that the receiver's velocity can be believed.
    var velocityTrust: Double
    /// True if the fix was an outlier to every hypothesis.
    var isOdd: Bool
}

/// Runs the bank over a whole trail with what is known of the receiver's velocity by hindsight, goes back over every
/// hypothesis, and weighs each by the evidence from before and after.
///
/// The forward pass is run twice: first for copies of the bank some fixes apart, then between two of them, backwards, with all
/// that the backward pass needs; so the memory does not grow with the number of hypotheses.
/// Source: H. Rauch, F. Tung, C. Striebel, "Maximum likelihood estimates of linear dynamic systems", AIAA Journal 3 (1965).
/// Guide: docs/estimators/smoother.md.
struct HindsightPass {
    private let records: [FixRecord]
    private let parameters: MultipleModelFilter.Parameters

    /// Fixes between two copies of the bank: their steps stay in the processor's cache.
    private static let chunk = 48
    /// The least weight of a hypothesis beside the best.
    private static let leastWeight = 1e-5

    init(_ trail: FixTrail, _ parameters: MultipleModelFilter.Parameters) {
        records = trail.records
        self.parameters = parameters
    }

    /// What one step of the forward pass leaves behind.
    private struct Step {
        var state: ReceiverBank.State
        var prediction: ReceiverBank.State
        var wanderKept: Lanes
        var logLikelihood: Lanes
        var evidence: Lanes
        var scale: Lanes
        var level: Double
        var memory: Double
        var isOdd: Bool
        var restarted: Lanes

        @inline(__always)
        init(_ bank: borrowing ReceiverBank, _ parameters: MultipleModelFilter.Parameters) {
            state = bank.state
            prediction = bank.prediction
            wanderKept = bank.wanderKept
            logLikelihood = bank.logLikelihood
            evidence = bank.evidence
            scale = bank.scale
            level = bank.level
            memory = bank.memory(parameters)
            isOdd = bank.isOdd
            restarted = bank.restarted
        }
    }

    /// Returns the smoothed fixes, each on its own plane. O(n).
    func smoothedFixes() -> [SmoothedFix] {
        guard !records.isEmpty else { return [] }
        let measurements = HindsightVelocity(records).measurements()
        var copies: [ReceiverBank] = []
        copies.reserveCapacity(records.count / Self.chunk + 1)
        var bank = ReceiverBank()
        for index in records.indices {
            if index.isMultiple(of: Self.chunk) { copies.append(bank) }
            advance(&bank, to: index, measurements)
        }
        var backward = Backward(records: records, parameters: parameters)
        var result = [SmoothedFix](
            repeating: SmoothedFix(
                position: SIMD2(0, 0), velocity: SIMD2(0, 0), variance: 0, velocityVariance: 0, chordVariance: 0,
                velocityTrust: 0, isOdd: false), count: records.count)
        var steps: [Step] = []
        steps.reserveCapacity(Self.chunk)
        for chunk in copies.indices.reversed() {
            let first = chunk * Self.chunk
            let end = min(first + Self.chunk, records.count)
            steps.removeAll(keepingCapacity: true)
            bank = copies[chunk]
            for index in first..<end {
                advance(&bank, to: index, measurements)
                steps.append(Step(bank, parameters))
            }
            for index in (first..<end).reversed() { result[index] = backward.step(to: index, steps[index - first]) }
        }
        pull(&result)
        settleRests(&result)
        return result
    }

    /// Puts every fix of a rest that motion sensors confirm at the rest's one place.
    private func settleRests(_ fixes: inout [SmoothedFix]) {
        var start = 0
        while start < fixes.count {
            guard records[start].rest == .sensed else {
                start += 1
                continue
            }
            var end = start + 1
            while end < fixes.count, records[end].rest == .sensed, !records[end].isStart,
                records[end].shift == SIMD2(0, 0)
            { end += 1 }
            let rest = fixes[start..<end]
            let mean = rest.reduce(SIMD2(0, 0)) { $0 + $1.position } / Double(end - start)
            let variance = rest.reduce(.infinity) { min($0, $1.variance) }
            for index in start..<end {
                fixes[index].position = mean
                fixes[index].velocity = SIMD2(0, 0)
                fixes[index].variance = variance
            }
            start = end
        }
    }

    @inline(__always)
    private func advance(_ bank: inout ReceiverBank, to index: Int, _ measurements: [ReceiverBank.Measurement]) {
        let record = records[index]
        if record.shift != SIMD2(0, 0) { bank.shiftOrigin(by: record.shift) }
        if record.isStart {
            bank.begin(measurements[index])
        } else {
            bank.update(measurements[index], parameters)
        }
    }

    /// The backward pass over every hypothesis.
    private struct Backward {
        let records: [FixRecord]
        let parameters: MultipleModelFilter.Parameters
        /// The smoothed state of the fix after, its prediction, and the share of the wander kept up to it.
        private var next: (smoothed: ReceiverBank.State, prediction: ReceiverBank.State, kept: Lanes)?
        /// The evidence of all later fixes.
        private var evidence = Lanes()

        init(records: [FixRecord], parameters: MultipleModelFilter.Parameters) {
            self.records = records
            self.parameters = parameters
        }

        mutating func step(to index: Int, _ step: Step) -> SmoothedFix {
            let table = BankTable.standard
            var smoothed = step.state
            let later = next?.smoothed
            var common = Lanes()
            if let next, !records[index + 1].isStart {
                common = smoothed.smooth(
                    with: next.smoothed, predicted: next.prediction, dt: records[index + 1].interval, kept: next.kept)
            }
            var prediction = step.prediction
            // What a hypothesis was before it was put back on a fix has nothing to do with what it became.
            prediction.replace(with: smoothed, where: step.restarted .> 0.5)
            next = (smoothed, prediction, step.wanderKept)
            let record = records[index]
            smoothed.limitWander(
                to: step.scale * (table.wander * table.wander * step.level * step.level),
                clamp: parameters.wanderClamp)
            let weights = ReceiverBank.weights(
                step.evidence + evidence + table.logPrior, least: HindsightPass.leastWeight, table)
            fade(step, over: record.interval, table)
            let mixture = ReceiverBank.Mixture(smoothed, weights)
            let chordVariance = later.map { smoothed.chordVariance(to: $0, common: common, weights) } ?? 0
            let unseen = table.unseenShare(weights, scale: step.scale)
            return SmoothedFix(
                position: mixture.position, velocity: mixture.velocity,
                variance: max(mixture.variance, 1e-4) * record.excess
                    + parameters.unseenShare * record.accuracy * record.accuracy * unseen,
                velocityVariance: mixture.velocityVariance, chordVariance: chordVariance,
                velocityTrust: table.velocityTrust(weights), isOdd: step.isOdd)
        }

        /// Adds a fix to the evidence for the fixes before it.
        @inline(__always)
        private mutating func fade(_ step: Step, over interval: Double, _ table: BankTable) {
            evidence = (evidence + step.logLikelihood) * Double.exponential(-interval / step.memory)
            evidence -= evidence.replacing(with: -.greatestFiniteMagnitude, where: table.isUsed .< 0.5).max()
            evidence.replace(
                with: ReceiverBank.leastEvidence,
                where: (evidence .< ReceiverBank.leastEvidence) .| (step.restarted .> 0.5))
        }
    }

    /// Moves what lies too far off the fixes around back to them.
    private func pull(_ fixes: inout [SmoothedFix]) {
        let good = fixes.indices.filter { !fixes[$0].isOdd }
        let half = 2
        guard good.count > 2 * half else { return }
        var offsets: [SIMD2<Double>] = []
        for place in half..<(good.count - half) {
            let index = good[place]
            let length = parameters.leash * records[index].accuracy
            guard (records[index].position - fixes[index].position).length > length / 2 else { continue }
            offsets.removeAll(keepingCapacity: true)
            for other in good[(place - half)...(place + half)] {
                offsets.append(records[other].position - fixes[other].position)
            }
            let off = SIMD2(
                quantiles([0.5], of: offsets.map(\.x))[0], quantiles([0.5], of: offsets.map(\.y))[0])
            let distance = off.length
            if distance > length { fixes[index].position += off * (1 - length / distance) }
        }
        var leash = Leash()
        for index in good {
            if records[index].isStart { leash = Leash() }
            fixes[index].position += leash.hold(
                records[index].position - fixes[index].position, length: parameters.leash * records[index].accuracy)
        }
    }
}

extension ReceiverBank.State {
    /// Replaces the state of some hypotheses by that of another one.
    @inline(__always)
    mutating func replace(with other: Self, where mask: SIMDMask<Lanes.MaskStorage>) {
        position.replace(with: other.position, where: mask)
        velocity.replace(with: other.velocity, where: mask)
        wander.replace(with: other.wander, where: mask)
        covariance.replace(with: other.covariance, where: mask)
    }

    /// Lets the state know what came after it.
    /// - Returns: The covariance of both positions in m^2, an axis.
    @inline(__always)
    mutating func smooth(with next: Self, predicted: Self, dt: Double, kept: Lanes) -> Lanes {
        let p = covariance
        // P F^T, row by row.
        let rows = (
            LaneRow(p.pp + dt * p.pv, p.pv, kept * p.pb), LaneRow(p.pv + dt * p.vv, p.vv, kept * p.vb),
            LaneRow(p.pb + dt * p.vb, p.vb, kept * p.bb)
        )
        let inverse = LaneInverse(predicted.covariance)
        let (first, second, third) = (inverse.times(rows.0), inverse.times(rows.1), inverse.times(rows.2))
        let change = (
            p: next.position - predicted.position, v: next.velocity - predicted.velocity,
            b: next.wander - predicted.wander
        )
        position += first.p * change.p + first.v * change.v + first.b * change.b
        velocity += second.p * change.p + second.v * change.v + second.b * change.b
        wander += third.p * change.p + third.v * change.v + third.b * change.b
        let grown = next.covariance - predicted.covariance
        let (a, b, c) = (grown.times(first), grown.times(second), grown.times(third))
        covariance.pp = positive(p.pp + a.dot(first))
        covariance.pv = p.pv + a.dot(second)
        covariance.pb = p.pb + a.dot(third)
        covariance.vv = positive(p.vv + b.dot(second))
        covariance.vb = p.vb + b.dot(third)
        covariance.bb = positive(p.bb + c.dot(third))
        let after = next.covariance
        return first.p * after.pp + first.v * after.pv + first.b * after.pb
    }

    /// Returns the variance of one axis of the chord from this state to the next in m^2, with the spread between the
    /// hypotheses.
    @inline(__always)
    func chordVariance(to next: Self, common: Lanes, _ weights: Lanes) -> Double {
        let chord = next.position - position
        let spread = (chord - LaneVector(repeating: chord.mean(weights))).squared * 0.5
        return (weights * (positive(covariance.pp + next.covariance.pp - 2 * common) + spread)).sum()
    }

    @inline(__always)
    private func positive(_ lanes: Lanes) -> Lanes { lanes.replacing(with: 1e-9, where: lanes .< 1e-9) }

    /// Keeps the wandering error within what it may be: what lies beyond is the position's.
    @inline(__always)
    mutating func limitWander(to variance: Lanes, clamp: Double) {
        let limit = clamp * clamp
        let share = wander.squared / variance.replacing(with: 1e-9, where: variance .< 1e-9)
        var kept = (limit / share.replacing(with: limit, where: share .< limit)).squareRoot()
        kept.replace(with: 1, where: .!BankTable.standard.holdsDrift)
        position += (1 - kept) * wander
        wander = kept * wander
    }
}

/// A row of three lanes.
private struct LaneRow {
    var p: Lanes
    var v: Lanes
    var b: Lanes

    @inline(__always)
    init(_ p: Lanes, _ v: Lanes, _ b: Lanes) { (self.p, self.v, self.b) = (p, v, b) }

    @inline(__always)
    func dot(_ other: LaneRow) -> Lanes { p * other.p + v * other.v + b * other.b }
}

extension LaneCovariance {
    @inline(__always)
    fileprivate static func - (left: LaneCovariance, right: LaneCovariance) -> LaneCovariance {
        LaneCovariance(
            pp: left.pp - right.pp, pv: left.pv - right.pv, pb: left.pb - right.pb, vv: left.vv - right.vv,
            vb: left.vb - right.vb, bb: left.bb - right.bb)
    }

    /// Returns the product of this matrix and a row.
    @inline(__always)
    fileprivate func times(_ row: LaneRow) -> LaneRow {
        LaneRow(
            pp * row.p + pv * row.v + pb * row.b, pv * row.p + vv * row.v + vb * row.b,
            pb * row.p + vb * row.v + bb * row.b)
    }
}

/// The inverse of a covariance, by cofactors.
private struct LaneInverse {
    private let matrix: LaneCovariance

    @inline(__always)
    init(_ covariance: LaneCovariance) {
        // Without a wandering error its variance is zero, and the inverse must still exist.
        let (xx, yy, zz) = (covariance.pp + 1e-9, covariance.vv + 1e-9, covariance.bb + 1e-9)
        let (xy, xz, yz) = (covariance.pv, covariance.pb, covariance.vb)
        let a = yy * zz - yz * yz
        let b = xz * yz - xy * zz
        let c = xy * yz - xz * yy
        let scale = 1 / (xx * a + xy * b + xz * c)
        matrix = LaneCovariance(
            pp: a * scale, pv: b * scale, pb: c * scale, vv: (xx * zz - xz * xz) * scale,
            vb: (xy * xz - xx * yz) * scale, bb: (xx * yy - xy * xy) * scale)
    }

    @inline(__always)
    func times(_ row: LaneRow) -> LaneRow { matrix.times(row) }
}

/// The velocities of a trail put right with hindsight: moved by the lag, with what is known of the receiver some minutes later.
private struct HindsightVelocity {
    let records: [FixRecord]

    /// The seconds after a fix at which its velocity is known best: half of the memory.
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

    /// Returns the velocity that the receiver reports a lag after a fix: that of the fix.
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
