/// A vector with three components in a right-handed frame.
public typealias Vector3 = SIMD3<Double>

extension SIMD3 where Scalar == Double {
    /// The Euclidean length.
    @inlinable public var length: Double {
        @inline(__always) get { dot(self).squareRoot() }
    }

    /// True if no component is infinite or NaN.
    @inlinable public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }

    /// Returns the scalar product with another vector.
    @inlinable @inline(__always) public func dot(_ other: Self) -> Double { x * other.x + y * other.y + z * other.z }

    /// Returns the vector product with another vector.
    @inlinable @inline(__always) public func cross(_ other: Self) -> Self {
        Self(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }
}
