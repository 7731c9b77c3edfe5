public import Geodesy
import SensorModel

/// What the forward pass leaves behind at one fix, for the backward pass.
public struct FilterStep: Sendable, Hashable {
    /// The plane that both states lie on.
    public var plane: LocalPlane
    /// The state of the step before, as the prediction took it up.
    public var departure: ConstantVelocityFilter.State
    /// The state before the fix was taken.
    public var predicted: ConstantVelocityFilter.State
    /// The state after it was taken.
    public var filtered: ConstantVelocityFilter.State
    /// The share of the wandering error that was left since the step before.
    public var memory: Double
    /// Metres that the plane's origin moved since the step before.
    public var shift: SIMD2<Double>
    /// True where nothing before this fix stands behind it.
    public var isStart: Bool
    /// The fix's height in metres.
    public var altitude: Double?
    /// True where nothing moved.
    public var isStill: Bool
    /// Variance in m^2 of the part of each axis' error that the filter cannot see.
    public var unseen: Double
    /// Power in m^2 s of each axis' error: over so many seconds, divided by them, it is the variance of a mean place.
    public var errorPower: Double
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
    var inverse: Symmetric3 {
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
    var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
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
