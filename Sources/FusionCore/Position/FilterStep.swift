public import SensorModel

/// What the forward pass leaves behind at one fix, for the backward pass: where it came from, and what was assumed on
/// the way. The prediction itself follows from that, to the bit, and is not kept.
public struct FilterStep: Sendable, Hashable {
    /// When.
    public var time: Instant
    /// The state of the step before, as the prediction took it up: metres, m/s and metres, east and north.
    var position: SIMD2<Double>
    var velocity: SIMD2<Double>
    var bias: SIMD2<Double>
    var covariance: MotionCovariance
    /// Variance in m^2 that the position lost at rest, before the prediction.
    var growth = 0.0
    /// What ``ConstantVelocityFilter/State/predict(to:density:roughness:memory:wander:)`` was given.
    var density = 0.0
    var roughness = 0.0
    /// The share of the wandering error that was left since the step before.
    var memory = 1.0
    var wander = 0.0
    /// Metres that the plane's origin moved since the step before.
    var shift = SIMD2<Double>(0, 0)
    /// Variance in m^2 of the part of each axis' error that the filter cannot see.
    var unseen: Double
    /// Power in m^2 s of each axis' error: over so many seconds, divided by them, it is the variance of a mean place.
    var errorPower = 0.0
    /// The fix's height in metres.
    var altitude: Double?
    /// True where nothing before this fix stands behind it.
    var isStart: Bool
    /// True where nothing moved.
    var isStill: Bool

    /// Returns the state of the step before.
    @inline(__always)
    func departure(at time: Instant) -> ConstantVelocityFilter.State {
        ConstantVelocityFilter.State(
            time: time, position: position, velocity: velocity, bias: bias, covariance: covariance)
    }

    /// Returns the state before the fix was taken, as the forward pass had it.
    @inline(__always)
    func predicted(from departure: ConstantVelocityFilter.State) -> ConstantVelocityFilter.State {
        var next = departure
        next.covariance.pp += growth
        next.predict(to: time, density: density, roughness: roughness, memory: memory, wander: wander)
        return next
    }
}

/// A symmetric 3 x 3 matrix's inverse and products, written out.
struct Symmetric3 {
    var xx, xy, xz, yy, yz, zz: Double

    init(_ covariance: MotionCovariance) {
        xx = covariance.pp
        xy = covariance.pv
        xz = covariance.pb
        yy = covariance.vv
        yz = covariance.vb
        zz = covariance.bb
    }

    /// The inverse by cofactors.
    @inline(__always) var inverse: Symmetric3 {
        let a = yy * zz - yz * yz
        let b = xz * yz - xy * zz
        let c = xy * yz - xz * yy
        let scale = 1 / (xx * a + xy * b + xz * c)
        var result = self
        result.xx = a * scale
        result.xy = b * scale
        result.xz = c * scale
        result.yy = (xx * zz - xz * xz) * scale
        result.yz = (xy * xz - xx * yz) * scale
        result.zz = (xx * yy - xy * xy) * scale
        return result
    }

    /// The rows.
    @inline(__always) var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
        (SIMD3(xx, xy, xz), SIMD3(xy, yy, yz), SIMD3(xz, yz, zz))
    }

    static func - (left: Symmetric3, right: Symmetric3) -> Symmetric3 {
        var result = left
        result.xx -= right.xx
        result.xy -= right.xy
        result.xz -= right.xz
        result.yy -= right.yy
        result.yz -= right.yz
        result.zz -= right.zz
        return result
    }
}
