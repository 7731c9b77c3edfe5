extension SIMD2<Double> {
    /// The Euclidean length.
    @inlinable public var length: Double { (self * self).sum().squareRoot() }
}
