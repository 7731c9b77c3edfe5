/// The covariance of one axis' position, velocity and wandering receiver error.
///
/// East and north share one: with isotropic noise their covariances are equal, so that it is kept and updated once.
public struct MotionCovariance: Sendable, Hashable {
    /// Position with position in m^2.
    public var pp: Double
    /// Position with velocity in m^2/s.
    public var pv: Double
    /// Position with wandering error in m^2.
    public var pb: Double
    /// Velocity with velocity in m^2/s^2.
    public var vv: Double
    /// Velocity with wandering error in m^2/s.
    public var vb: Double
    /// Wandering error with itself in m^2.
    public var bb: Double

    /// Makes the covariance after a first fix: the position is as wrong as the fix, and in its wandering part by just
    /// that part.
    public init(fixVariance: Double, wander: Double, velocity: Double) {
        pp = fixVariance
        vv = velocity
        bb = wander
        pv = 0
        pb = -wander
        vb = 0
    }

    /// Scales the wandering error's variance by a share; the others' part that leans on it goes along.
    @inline(__always)
    mutating func limitBias(share: Double, position: Double, velocity: Double) {
        let removed = (1 - share) * bb
        pp = max(pp - position * position * removed, 1e-9)
        pv -= position * velocity * removed
        vv = max(vv - velocity * velocity * removed, 1e-9)
        pb *= share
        vb *= share
        bb *= share
    }

    /// Carries the covariance over `dt` seconds.
    /// - Parameters:
    ///   - dt: Seconds.
    ///   - density: Power density of the white acceleration in m^2/s^3.
    ///   - roughness: 1 for an acceleration that is white within the interval, 0 for one that is constant there.
    ///   - memory: The share of the wandering error that is left after `dt`.
    ///   - wander: The variance of the wandering error in m^2.
    @inline(__always)
    mutating func predict(dt: Double, density: Double, roughness: Double, memory: Double, wander: Double) {
        pp += dt * (2 * pv + dt * (vv + density * dt * (3 + roughness) / 12))
        pb = memory * (pb + dt * vb)
        pv += dt * (vv + density * dt / 2)
        vb *= memory
        vv += density * dt
        bb = memory * memory * bb + wander * (1 - memory * memory)
    }

    /// Takes a measurement of position plus wandering error; returns the gains for the three states.
    @inline(__always)
    mutating func updatePosition(innovationVariance s: Double) -> SIMD3<Double> {
        let cross = SIMD3(pp + pb, pv + vb, pb + bb)
        let gain = cross / s
        subtract(gain, cross)
        return gain
    }

    /// Takes a measurement of velocity; returns the gains for the three states.
    @inline(__always)
    mutating func updateVelocity(innovationVariance s: Double) -> SIMD3<Double> {
        let cross = SIMD3(pv, vv, vb)
        let gain = cross / s
        subtract(gain, cross)
        return gain
    }

    @inline(__always)
    private mutating func subtract(_ gain: SIMD3<Double>, _ cross: SIMD3<Double>) {
        pp = max(pp - gain.x * cross.x, 1e-9)
        pv -= gain.x * cross.y
        pb -= gain.x * cross.z
        vv = max(vv - gain.y * cross.y, 1e-9)
        vb -= gain.y * cross.z
        bb = max(bb - gain.z * cross.z, 0)
    }
}
