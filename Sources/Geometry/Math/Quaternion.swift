import Glibc

/// A rotation as a unit quaternion, Hamilton convention, w first.
@frozen public struct Quaternion: Sendable, Hashable, Codable {
    /// The scalar part.
    public var w: Double
    /// The first vector component.
    public var x: Double
    /// The second vector component.
    public var y: Double
    /// The third vector component.
    public var z: Double

    /// The identity rotation.
    public static let identity = Quaternion(w: 1, x: 0, y: 0, z: 0)

    /// Creates a quaternion from its components, without normalising it.
    @inlinable public init(w: Double, x: Double, y: Double, z: Double) {
        self.w = w
        self.x = x
        self.y = y
        self.z = z
    }

    /// Creates the rotation by `angle` radians about `axis`, which can have any length; a zero axis gives the identity.
    public init(angle: Double, axis: Vector3) {
        let length = axis.length
        guard length > 0 else {
            self = .identity
            return
        }
        let s = sin(angle / 2) / length
        self.init(w: cos(angle / 2), x: axis.x * s, y: axis.y * s, z: axis.z * s)
    }

    /// Creates a rotation from a rotation vector, whose direction is the axis and whose length is the angle in radians.
    ///
    /// Small angles, such as those of single gyroscope samples, use a series of full precision, without a root or a
    /// sine.
    @inlinable @inline(__always) public init(rotationVector vector: Vector3) {
        let square = vector.dot(vector) / 4
        guard square < 0.04 else {
            self.init(angle: (4 * square).squareRoot(), axis: vector)
            return
        }
        // sin(h)/h and cos(h) in h^2; the next terms are below 1e-13 for h < 0.2.
        let fourth = square * square
        let half =
            (0.5 - square * (1 / 12.0)) + fourth * ((1 / 240.0 - square * (1 / 10_080.0)) + fourth * (1 / 725_760.0))
        let cosine = (1 - square * 0.5) + fourth * ((1 / 24.0 - square * (1 / 720.0)) + fourth * (1 / 40_320.0))
        self.init(w: cosine, x: vector.x * half, y: vector.y * half, z: vector.z * half)
    }

    /// Creates the shortest rotation that turns `vector`, which has to be of length one, to point straight up.
    @inlinable @inline(__always) public init(liftingToUp vector: Vector3) {
        // With c the square of the scalar part, half of the vector part is y / sqrt(c), for which a series suffices
        // near one.
        let c = (vector.z + 1) / 2
        let rest = 1 - c
        guard rest < 1e-3 else {
            self.init(farLiftingToUp: vector)
            return
        }
        let inverse = (1 + rest * 0.5) + (rest * rest) * (0.375 + rest * 0.3125)
        self.init(w: c * inverse, x: 0.5 * vector.y * inverse, y: -0.5 * vector.x * inverse, z: 0)
    }

    @inlinable @inline(never) init(farLiftingToUp vector: Vector3) {
        let w = max(0, (vector.z + 1) / 2).squareRoot()
        // Upside down, all horizontal axes are equivalent; x is used.
        guard w > 1e-6 else {
            self.init(w: 0, x: 1, y: 0, z: 0)
            return
        }
        self.init(w: w, x: 0.5 * vector.y / w, y: -0.5 * vector.x / w, z: 0)
    }

    /// Creates the rotation by `angle` radians about up.
    public init(yaw angle: Double) {
        self.init(w: cos(angle / 2), x: 0, y: 0, z: sin(angle / 2))
    }

    /// The inverse of a unit quaternion.
    @inlinable public var conjugate: Quaternion { Quaternion(w: w, x: -x, y: -y, z: -z) }

    /// The same rotation with length one; the identity for a zero quaternion.
    public var normalized: Quaternion {
        let norm = (w * w + x * x + y * y + z * z).squareRoot()
        guard norm > 0 else { return .identity }
        return Quaternion(w: w / norm, x: x / norm, y: y / norm, z: z / norm)
    }

    /// The quaternion with its length restored to one by a Newton step, for deviations by rounding only. The remaining
    /// error is quadratic in the deviation.
    @inlinable public var renormalized: Quaternion {
        @inline(__always) get {
            let scale = 1.5 - 0.5 * ((w * w + x * x) + (y * y + z * z))
            return Quaternion(w: w * scale, x: x * scale, y: y * scale, z: z * scale)
        }
    }

    /// Returns the rotation `right` followed by `left`.
    @inlinable @inline(__always) public static func * (left: Quaternion, right: Quaternion) -> Quaternion {
        Quaternion(
            w: left.w * right.w - left.x * right.x - left.y * right.y - left.z * right.z,
            x: left.w * right.x + left.x * right.w + left.y * right.z - left.z * right.y,
            y: left.w * right.y - left.x * right.z + left.y * right.w + left.z * right.x,
            z: left.w * right.z + left.x * right.y - left.y * right.x + left.z * right.w)
    }

    /// Returns a vector rotated by this unit quaternion.
    @inlinable @inline(__always) public func rotate(_ v: Vector3) -> Vector3 {
        // In scalars, because shuffling lanes would cost more than it saves.
        let tx = 2 * (y * v.z - z * v.y)
        let ty = 2 * (z * v.x - x * v.z)
        let tz = 2 * (x * v.y - y * v.x)
        return Vector3(
            v.x + w * tx + (y * tz - z * ty), v.y + w * ty + (z * tx - x * tz), v.z + w * tz + (x * ty - y * tx))
    }

    /// The third row of the rotation matrix: the up direction, in the axes that this rotation starts from.
    @inlinable public var up: Vector3 {
        @inline(__always) get {
            Vector3(2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y))
        }
    }

    /// The first row of the rotation matrix.
    @inlinable public var firstRow: Vector3 {
        @inline(__always) get {
            Vector3(1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y))
        }
    }

    /// The second row of the rotation matrix.
    @inlinable public var secondRow: Vector3 {
        @inline(__always) get {
            Vector3(2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x))
        }
    }
}
