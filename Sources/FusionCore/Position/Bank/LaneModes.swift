/// A value for each of the four modes of motion, in each lane.
struct LaneModes: Sendable, Hashable {
    var first: Shares
    var second: Shares
    var third: Shares
    var fourth: Shares

    init(repeating values: SIMD4<Float>) {
        first = Shares(repeating: values.x)
        second = Shares(repeating: values.y)
        third = Shares(repeating: values.z)
        fourth = Shares(repeating: values.w)
    }

    @inline(__always)
    init(_ first: Shares, _ second: Shares, _ third: Shares, _ fourth: Shares) {
        (self.first, self.second, self.third, self.fourth) = (first, second, third, fourth)
    }

    mutating func set(_ values: SIMD4<Float>, lane: Int) {
        (first[lane], second[lane], third[lane], fourth[lane]) = (values.x, values.y, values.z, values.w)
    }

    /// The sum over the modes.
    @inline(__always) var total: Shares { first + second + third + fourth }

    /// Returns the mean of four numbers, one for each mode, weighted by these values.
    @inline(__always)
    func mean(_ values: SIMD4<Float>) -> Shares {
        first * values.x + second * values.y + third * values.z + fourth * values.w
    }

    @inline(__always)
    func map(_ transform: (Shares) -> Shares) -> LaneModes {
        LaneModes(transform(first), transform(second), transform(third), transform(fourth))
    }

    /// Returns the values combined with others, mode by mode; the closure also gets the index of the mode.
    @inline(__always)
    func joined(_ other: LaneModes, _ transform: (Shares, Shares, Int) -> Shares) -> LaneModes {
        LaneModes(
            transform(first, other.first, 0), transform(second, other.second, 1), transform(third, other.third, 2),
            transform(fourth, other.fourth, 3))
    }
}
