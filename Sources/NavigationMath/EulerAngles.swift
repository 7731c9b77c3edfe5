import Glibc

/// A rotation as roll, pitch, and yaw in radians: yaw about z, then pitch about the new y, then roll about the new x
/// (aerospace order, intrinsic z-y'-x'').
public struct EulerAngles: Sendable, Hashable {
    /// The angle about x, from -pi to pi.
    public var roll: Double
    /// The angle about y, from -pi/2 to pi/2.
    public var pitch: Double
    /// The angle about z, from -pi to pi. In an east-north-up frame, it is counter-clockwise from east.
    public var yaw: Double

    /// Creates angles in radians.
    public init(roll: Double, pitch: Double, yaw: Double) {
        self.roll = roll
        self.pitch = pitch
        self.yaw = yaw
    }
}

extension Quaternion {
    /// The roll, pitch, and yaw of this unit quaternion. If it points straight up or down, roll is zero and yaw
    /// contains the whole rotation.
    public var eulerAngles: EulerAngles {
        let sine = min(1, max(-1, 2 * (w * y - z * x)))
        if abs(sine) > 1 - 1e-12 {
            return EulerAngles(roll: 0, pitch: asin(sine), yaw: wrapAngle(2 * atan2(z, w)))
        }
        return EulerAngles(
            roll: atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)), pitch: asin(sine),
            yaw: atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)))
    }

    /// Creates the rotation of yaw, then pitch, then roll.
    public init(_ angles: EulerAngles) {
        self =
            Quaternion(angle: angles.yaw, axis: Vector3(0, 0, 1))
            * Quaternion(angle: angles.pitch, axis: Vector3(0, 1, 0))
            * Quaternion(angle: angles.roll, axis: Vector3(1, 0, 0))
    }
}

/// Returns an equivalent angle in radians, from -pi to pi.
@inlinable public func wrapAngle(_ angle: Double) -> Double {
    if angle > -Double.pi, angle <= Double.pi { return angle }
    return angle - 2 * .pi * (angle / (2 * .pi)).rounded()
}
