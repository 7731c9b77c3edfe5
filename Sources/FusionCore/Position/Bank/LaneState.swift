/// Position, velocity, and wandering error in each lane, with their covariance.
struct LaneState: Sendable, Hashable {
    var position = LaneVector.zero
    var velocity = LaneVector.zero
    var wander = LaneVector.zero
    var covariance = LaneCovariance()

    /// The expected position of a fix without white error.
    @inline(__always) var place: LaneVector { position + wander }

    /// Moves the position by the velocity, for a time in seconds, along a turn if there is one.
    ///
    /// The turn is a known input: it changes neither the covariance nor the gains of the backward pass.
    @inline(__always)
    mutating func move(over interval: Double, _ turn: FixStep.Turn?) {
        guard let turn else {
            position += Lanes(repeating: interval) * velocity
            return
        }
        let left = velocity.left
        position += Lanes(repeating: turn.ahead) * velocity + Lanes(repeating: turn.aside) * left
        velocity = Lanes(repeating: turn.cosine) * velocity + Lanes(repeating: turn.sine) * left
    }

    @inline(__always)
    mutating func updateVelocity(_ value: LaneVector, variance: Lanes) {
        let slip = value - velocity
        let gain = covariance.updateVelocity(variance: variance)
        position += gain.p * slip
        velocity += gain.v * slip
        wander += gain.b * slip
    }

    /// Updates the state with a position. Returns the squared innovation and the inverse of its variance.
    @inline(__always)
    mutating func updatePosition(_ value: LaneVector, variance: Lanes) -> (squared: Lanes, inverse: Lanes) {
        let error = value - place
        let inverse = 1 / (covariance.fixVariance + variance)
        let gain = covariance.updatePosition(inverse: inverse)
        position += gain.p * error
        velocity += gain.v * error
        wander += gain.b * error
        return (error.squared, inverse)
    }

    /// Loosens the position as far as the wandering error exceeds its limit, in some lanes.
    ///
    /// The excess over the limit is motion that the velocity did not report. In a second, the position becomes
    /// uncertain by as much, so that the next fixes move it. Since this is process noise and not a jump, the backward
    /// pass accounts for it.
    @inline(__always)
    mutating func loosen(
        beyond variance: Lanes, clamp: Double, dt: Double, where holdsDrift: SIMDMask<Lanes.MaskStorage>
    ) {
        let (squared, most, isBeyond) = excess(of: variance, clamp: clamp, where: holdsDrift)
        guard any(isBeyond) else { return }
        let excess = squared.squareRoot() - most.squareRoot()
        covariance.pp += (0.5 * min(dt, Self.longestLoosening) * excess * excess).replacing(with: 0, where: .!isBeyond)
    }

    /// The maximum time between fixes, in seconds, for which the position loosens.
    private static let longestLoosening = 1.0

    /// Limits the wandering error in some lanes, and moves the excess to the position.
    @inline(__always)
    mutating func limitWander(to variance: Lanes, clamp: Double, where holdsDrift: SIMDMask<Lanes.MaskStorage>) {
        let (squared, most, isBeyond) = excess(of: variance, clamp: clamp, where: holdsDrift)
        guard any(isBeyond) else { return }
        let kept = (most / squared).squareRoot().replacing(with: 1, where: .!isBeyond)
        position += (1 - kept) * wander
        wander = kept * wander
    }

    /// Returns the squared wandering error and its limit, both in m^2, and the lanes in which the error exceeds the
    /// limit.
    @inline(__always)
    private func excess(
        of variance: Lanes, clamp: Double, where holdsDrift: SIMDMask<Lanes.MaskStorage>
    ) -> (squared: Lanes, most: Lanes, isBeyond: SIMDMask<Lanes.MaskStorage>) {
        let most = Lanes(repeating: clamp * clamp) * variance.atLeast(Lanes(repeating: 1e-9))
        let squared = wander.squared
        return (squared, most, (squared .> most) .& holdsDrift)
    }

    /// Replaces the state of some hypotheses with another one.
    @inline(__always)
    mutating func replace(with other: Self, where mask: SIMDMask<Lanes.MaskStorage>) {
        position.replace(with: other.position, where: mask)
        velocity.replace(with: other.velocity, where: mask)
        wander.replace(with: other.wander, where: mask)
        covariance.replace(with: other.covariance, where: mask)
    }
}
