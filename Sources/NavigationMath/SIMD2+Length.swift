extension SIMD2<Double> {
    /// The length of a vector of the plane.
    @inlinable public var length: Double { (self * self).sum().squareRoot() }
}
