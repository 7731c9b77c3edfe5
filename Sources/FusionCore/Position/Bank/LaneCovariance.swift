/// The growth of the covariance of position and velocity over an interval, for an acceleration of unit power density.
struct ProcessGrowth {
    let pp: Double
    let pv: Double
    let vv: Double

    /// Creates the growth for an acceleration with a correlation time.
    ///
    /// Between two measured velocities, the path is almost a trapezoid's while the acceleration lasts longer than the
    /// interval, and that of white acceleration for much longer intervals.
    @inline(__always)
    init(interval dt: Double, accelerationTime: Double) {
        let x = dt * dt / (10 * accelerationTime * accelerationTime)
        let roughness = x / (1 + x)
        pp = dt * dt * dt * (0.25 + roughness / 12)
        pv = dt * dt / 2
        vv = dt
    }
}

/// The covariance of position, velocity, and wandering error in each lane, which is the same for both axes.
struct LaneCovariance: Sendable, Hashable {
    var pp = Lanes()
    var pv = Lanes()
    var pb = Lanes()
    var vv = Lanes()
    var vb = Lanes()
    var bb = Lanes()

    /// The variance of position plus wandering error, in m^2.
    @inline(__always) var fixVariance: Lanes { pp + 2 * pb + bb }

    /// Propagates the covariance over an interval without process noise.
    @inline(__always)
    mutating func predict(dt: Double, kept: Lanes, fresh: Lanes) {
        pp += dt * (2 * pv + dt * vv)
        pb = kept * (pb + dt * vb)
        pv += dt * vv
        vb *= kept
        bb = kept * kept * bb + fresh
    }

    /// Adds process noise with a power density in m^2/s^3.
    @inline(__always)
    mutating func grow(_ density: Lanes, _ growth: ProcessGrowth) {
        pp += density * growth.pp
        pv += density * growth.pv
        vv += density * growth.vv
    }

    /// Updates the covariance with a measured velocity, and returns the gains of the three states.
    @inline(__always)
    mutating func updateVelocity(variance: Lanes) -> (p: Lanes, v: Lanes, b: Lanes) {
        let inverse = 1 / (vv + variance)
        let gain = (p: pv * inverse, v: vv * inverse, b: vb * inverse)
        pp -= gain.p * pv
        pb -= gain.p * vb
        bb -= gain.b * vb
        let rest = 1 - gain.v
        pv *= rest
        vb *= rest
        vv *= rest
        return gain
    }

    /// Updates the covariance with a measured position plus wandering error, given the inverse variance of its
    /// innovation. Returns the gains.
    @inline(__always)
    mutating func updatePosition(inverse: Lanes) -> (p: Lanes, v: Lanes, b: Lanes) {
        let (a, b, c) = (pp + pb, pv + vb, pb + bb)
        let gain = (p: a * inverse, v: b * inverse, b: c * inverse)
        pp -= gain.p * a
        pv -= gain.p * b
        pb -= gain.p * c
        vv -= gain.v * b
        vb -= gain.v * c
        bb -= gain.b * c
        return gain
    }

    mutating func replace(with other: LaneCovariance, where mask: SIMDMask<Lanes.MaskStorage>) {
        pp.replace(with: other.pp, where: mask)
        pv.replace(with: other.pv, where: mask)
        pb.replace(with: other.pb, where: mask)
        vv.replace(with: other.vv, where: mask)
        vb.replace(with: other.vb, where: mask)
        bb.replace(with: other.bb, where: mask)
    }
}
