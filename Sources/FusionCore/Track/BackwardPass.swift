import Geometry

/// Smooths every hypothesis of a filtered trail backward, and weights each by the evidence from before and after a fix.
///
/// Source: H. Rauch, F. Tung, C. Striebel, "Maximum likelihood estimates of linear dynamic systems", AIAA Journal 3
/// (1965).
struct BackwardPass {
    /// The values at a fix of the forward pass that all hypotheses share.
    struct Step {
        /// The stated accuracy that scales the wandering error, in metres.
        var level: Double
        /// The time constant with which evidence is forgotten, in seconds.
        var memory: Double
        var isOdd: Bool

        init(_ bank: ReceiverBank, _ parameters: MultipleModelFilter.Parameters) {
            level = bank.level
            memory = bank.memory(parameters)
            isOdd = bank.isOdd
        }
    }

    /// A group of hypotheses at the fix that was smoothed last.
    private struct Group {
        var smoothed = LaneState()
        var prediction = LaneState()
        var kept = Lanes()
        /// The smoothed state with its wandering error limited.
        var limited = LaneState()
        /// The smoothed positions of the next fix, their variance per axis, and the covariance with these positions, in
        /// m^2.
        var laterPosition = LaneVector.zero
        var laterVariance = Lanes()
        var common = Lanes()
        /// The evidence from all later fixes.
        var evidence = Lanes()
        var weights = Lanes()
    }

    private let trail: FixTrail
    private let parameters: MultipleModelFilter.Parameters
    private var groups = BankTable.lanes.map { _ in Group() }
    private var isLast = true

    /// The minimum odds of a hypothesis relative to the best one.
    private static let leastWeight = 1e-5

    /// The fraction of the unseen variance that a trusted velocity shows in hindsight.
    private static let seenInHindsight = 0.5

    init(trail: FixTrail, parameters: MultipleModelFilter.Parameters) {
        self.trail = trail
        self.parameters = parameters
    }

    /// Returns a smoothed fix. Call it for the fixes from last to first.
    /// - Parameters:
    ///   - index: The index of the fix.
    ///   - step: The values at the fix that all hypotheses share.
    ///   - lanes: The hypotheses at the fix after the forward pass.
    mutating func step(to index: Int, _ step: Step, _ lanes: ArraySlice<LaneGroup>) -> SmoothedFix {
        let record = trail[index]
        smooth(index, step, lanes)
        weigh(lanes)
        var sums = MixtureSums(around: record.position)
        var chord = ChordSums()
        var (trust, unseen) = (Lanes(), Lanes())
        // By index, because each of these values is large, and a loop over them would copy it.
        for place in groups.indices {
            let weights = groups[place].weights
            sums.add(groups[place].limited, weights)
            chord.add(
                groups[place].limited, to: groups[place].laterPosition,
                groups[place].laterVariance - 2 * groups[place].common, weights)
            trust += weights * BankTable.lanes[place].trustsVelocity
            unseen += weights * BankTable.lanes[place].unseen(scale: lanes[lanes.startIndex + place].scale)
        }
        fade(step, over: record.interval, lanes)
        let mixture = sums.mixture
        let seen = record.velocity == nil ? 0 : Self.seenInHindsight * trust.sum()
        defer { isLast = false }
        return SmoothedFix(
            position: mixture.position, velocity: mixture.velocity,
            variance: max(mixture.variance, 1e-4) * record.excess
                + parameters.unseenShare * (1 - seen) * record.accuracy * record.accuracy * unseen.sum(),
            velocityVariance: mixture.velocityVariance, chordVariance: isLast ? 0 : chord.variance,
            trustsVelocity: trust.sum() > 0.5, isOdd: step.isOdd)
    }

    /// Updates each hypothesis with the smoothed next fix.
    private mutating func smooth(_ index: Int, _ step: Step, _ lanes: ArraySlice<LaneGroup>) {
        let isJoined = !isLast && !trail.isStart(index + 1)
        let interval = isJoined ? trail.interval(of: index + 1) : 0
        for place in groups.indices {
            let index = lanes.startIndex + place
            var (state, common) = (lanes[index].state, Lanes())
            if isJoined {
                common = state.smooth(
                    with: groups[place].smoothed, predicted: groups[place].prediction, dt: interval,
                    kept: groups[place].kept)
            }
            groups[place].laterPosition = groups[place].smoothed.position
            groups[place].laterVariance = groups[place].smoothed.covariance.pp
            groups[place].common = common
            groups[place].smoothed = state
            groups[place].prediction = lanes[index].prediction
            // The state of a hypothesis before its restart at a fix is unrelated to its state after it.
            let isRestarted = lanes[index].restarted .> 0.5
            if any(isRestarted) { groups[place].prediction.replace(with: state, where: isRestarted) }
            groups[place].kept = lanes[index].wanderKept
            let table = BankTable.lanes[place]
            let most = lanes[index].scale * (table.wander * table.wander * step.level * step.level)
            state.limitWander(to: most, clamp: parameters.wanderClamp, where: table.holdsDrift)
            groups[place].limited = state
        }
    }

    private mutating func weigh(_ lanes: ArraySlice<LaneGroup>) {
        var best = -Double.greatestFiniteMagnitude
        for place in groups.indices {
            groups[place].weights =
                lanes[lanes.startIndex + place].evidence + groups[place].evidence + BankTable.lanes[place].logPrior
            best = max(best, groups[place].weights.largest)
        }
        var total = Lanes()
        for place in groups.indices {
            groups[place].weights = BankTable.lanes[place].odds(
                groups[place].weights, best: best, least: Self.leastWeight)
            total += groups[place].weights
        }
        let inverse = 1 / total.sum()
        for place in groups.indices { groups[place].weights *= inverse }
    }

    /// Adds a fix to the evidence for the earlier fixes.
    private mutating func fade(_ step: Step, over interval: Double, _ lanes: ArraySlice<LaneGroup>) {
        let kept = Double.exponential(-interval / step.memory)
        var best = -Double.greatestFiniteMagnitude
        for place in groups.indices {
            groups[place].evidence =
                (groups[place].evidence + lanes[lanes.startIndex + place].logLikelihood) * kept
            best = max(best, BankTable.lanes[place].largest(groups[place].evidence))
        }
        let least = Lanes(repeating: ReceiverBank.leastEvidence)
        for place in groups.indices {
            groups[place].evidence = (groups[place].evidence - best).atLeast(least)
                .replacing(with: least, where: lanes[lanes.startIndex + place].restarted .> 0.5)
        }
    }
}

/// Accumulates the variance of the chord between two fixes over the hypotheses.
private struct ChordSums {
    private var chord = LaneVector.zero
    private var sum = Lanes()

    /// Adds some hypotheses; `growth` is the variance of the later position minus twice the covariance of both, in m^2.
    @inline(__always)
    mutating func add(_ state: LaneState, to later: LaneVector, _ growth: Lanes, _ weights: Lanes) {
        let displacement = later - state.position
        chord += weights * displacement
        sum += weights * ((state.covariance.pp + growth).atLeast(Lanes(repeating: 1e-9)) + 0.5 * displacement.squared)
    }

    /// The variance of one axis in m^2, including the spread between the hypotheses.
    var variance: Double {
        let mean = chord.total
        return sum.sum() - 0.5 * (mean * mean).sum()
    }
}

extension LaneState {
    /// Updates the state with the smoothed next state.
    /// - Returns: The covariance of both positions per axis, in m^2.
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

    @inline(__always)
    private func positive(_ lanes: Lanes) -> Lanes { lanes.atLeast(Lanes(repeating: 1e-9)) }
}

/// A row of three values in each lane.
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

/// The inverse of a covariance matrix, computed by cofactors.
private struct LaneInverse {
    private let matrix: LaneCovariance

    @inline(__always)
    init(_ covariance: LaneCovariance) {
        // Without a wandering error, its variance is zero, but the inverse still has to exist.
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
