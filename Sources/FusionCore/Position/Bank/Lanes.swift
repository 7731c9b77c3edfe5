/// One value for each receiver hypothesis.
typealias Lanes = SIMD16<Double>

/// A plane vector for each hypothesis, in metres or m/s east and north.
struct LaneVector: Sendable, Hashable {
    var east: Lanes
    var north: Lanes

    static let zero = LaneVector(repeating: SIMD2(0, 0))

    @inline(__always)
    init(east: Lanes, north: Lanes) {
        self.east = east
        self.north = north
    }

    @inline(__always)
    init(repeating vector: SIMD2<Double>) {
        east = Lanes(repeating: vector.x)
        north = Lanes(repeating: vector.y)
    }

    /// The squared length in each lane.
    @inline(__always) var squared: Lanes { east * east + north * north }

    /// Returns the scalar product in each lane.
    @inline(__always)
    func dot(_ other: LaneVector) -> Lanes { east * other.east + north * other.north }

    /// Returns the sum of all lanes, each multiplied by its weight.
    @inline(__always)
    func mean(_ weights: Lanes) -> SIMD2<Double> { SIMD2((weights * east).sum(), (weights * north).sum()) }

    /// Returns the vector of one lane.
    @inline(__always)
    subscript(lane: Int) -> SIMD2<Double> { SIMD2(east[lane], north[lane]) }

    @inline(__always)
    mutating func replace(with other: LaneVector, where mask: SIMDMask<Lanes.MaskStorage>) {
        east.replace(with: other.east, where: mask)
        north.replace(with: other.north, where: mask)
    }

    @inline(__always)
    static func + (left: LaneVector, right: LaneVector) -> LaneVector {
        LaneVector(east: left.east + right.east, north: left.north + right.north)
    }

    @inline(__always)
    static func - (left: LaneVector, right: LaneVector) -> LaneVector {
        LaneVector(east: left.east - right.east, north: left.north - right.north)
    }

    @inline(__always)
    static func * (factor: Lanes, vector: LaneVector) -> LaneVector {
        LaneVector(east: factor * vector.east, north: factor * vector.north)
    }

    @inline(__always)
    static func += (left: inout LaneVector, right: LaneVector) { left = left + right }

    @inline(__always)
    static func -= (left: inout LaneVector, right: LaneVector) { left = left - right }
}

extension SIMD where Scalar == Double {
    /// Returns e to the power of each lane; relative error below 1e-6 for arguments from -20 to 1.
    ///
    /// A Taylor polynomial of x / 32, squared five times: weights and forgetting need no more, and it takes no branch
    /// and no table, so that all lanes go at once.
    @inline(__always)
    static func exponential(_ argument: Self) -> Self {
        let x = argument * (1.0 / 32)
        var power = Self(repeating: 1.0 / 40_320)
        power = power * x + 1.0 / 5_040
        power = power * x + 1.0 / 720
        power = power * x + 1.0 / 120
        power = power * x + 1.0 / 24
        power = power * x + 1.0 / 6
        power = power * x + 0.5
        power = power * x + 1
        power = power * x + 1
        power = power * power
        power = power * power
        power = power * power
        power = power * power
        return power * power
    }
}

extension Lanes {
    /// Returns the natural logarithm of each lane, which has to be positive and normal; absolute error below 1e-9.
    @inline(__always)
    static func logarithm(_ argument: Lanes) -> Lanes {
        let bits = unsafeBitCast(argument, to: SIMD16<UInt64>.self)
        // The exponent so that the significand lies between the square roots of a half and of two.
        let shifted = bits &- SIMD16<UInt64>(repeating: halfRootBits)
        let exponentBits = unsafeBitCast(shifted, to: SIMD16<Int64>.self) &>> SIMD16<Int64>(repeating: 52)
        let significandBits =
            bits &- (unsafeBitCast(exponentBits, to: SIMD16<UInt64>.self) &<< SIMD16<UInt64>(repeating: 52))
        let significand = unsafeBitCast(significandBits, to: Lanes.self)
        let exponent = Lanes(exponentBits)
        let s = (significand - 1) / (significand + 1)
        let square = s * s
        var series = Lanes(repeating: 1.0 / 11)
        series = series * square + 1.0 / 9
        series = series * square + 1.0 / 7
        series = series * square + 1.0 / 5
        series = series * square + 1.0 / 3
        series = series * square + 1
        return exponent * 0.693_147_180_559_945_3 + 2 * s * series
    }

    /// The bits of the square root of a half.
    private static let halfRootBits: UInt64 = 0x3FE6_A09E_667F_3BCD
}
