/// Three components in one right-handed frame.
public typealias Vector3 = SIMD3<Double>

extension SIMD3 where Scalar == Double {
    /// The Euclidean length.
    public var length: Double { (self * self).sum().squareRoot() }

    /// Returns the scalar product with another vector.
    public func dot(_ other: Self) -> Double { (self * other).sum() }

    /// Returns the vector product with another vector.
    public func cross(_ other: Self) -> Self {
        Self(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }
}
