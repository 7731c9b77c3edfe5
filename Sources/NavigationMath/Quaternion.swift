import Glibc

/// A rotation as a unit quaternion, Hamilton convention, w first.
public struct Quaternion: Sendable, Hashable, Codable {
    /// The scalar part.
    public var w: Double
    /// The first vector component.
    public var x: Double
    /// The second vector component.
    public var y: Double
    /// The third vector component.
    public var z: Double

    /// The rotation that changes nothing.
    public static let identity = Quaternion(w: 1, x: 0, y: 0, z: 0)

    /// Makes a quaternion from its components, not normalised.
    public init(w: Double, x: Double, y: Double, z: Double) {
        self.w = w
        self.x = x
        self.y = y
        self.z = z
    }

    /// Makes the rotation by `angle` radians about `axis`, whose length does not matter; no axis gives identity.
    public init(angle: Double, axis: Vector3) {
        let length = axis.length
        guard length > 0 else {
            self = .identity
            return
        }
        let s = sin(angle / 2) / length
        self.init(w: cos(angle / 2), x: axis.x * s, y: axis.y * s, z: axis.z * s)
    }

    /// The inverse of a unit quaternion.
    public var conjugate: Quaternion { Quaternion(w: w, x: -x, y: -y, z: -z) }

    /// The same rotation with length one; a zero quaternion becomes identity.
    public var normalized: Quaternion {
        let norm = (w * w + x * x + y * y + z * z).squareRoot()
        guard norm > 0 else { return .identity }
        return Quaternion(w: w / norm, x: x / norm, y: y / norm, z: z / norm)
    }

    /// Returns the rotation `right` followed by `left`.
    public static func * (left: Quaternion, right: Quaternion) -> Quaternion {
        Quaternion(
            w: left.w * right.w - left.x * right.x - left.y * right.y - left.z * right.z,
            x: left.w * right.x + left.x * right.w + left.y * right.z - left.z * right.y,
            y: left.w * right.y - left.x * right.z + left.y * right.w + left.z * right.x,
            z: left.w * right.z + left.x * right.y - left.y * right.x + left.z * right.w)
    }

    /// Returns a vector turned by this unit quaternion.
    public func rotate(_ v: Vector3) -> Vector3 {
        let u = Vector3(x, y, z)
        let t = 2 * u.cross(v)
        return v + w * t + u.cross(t)
    }
}
