/// A value for each of four receiver hypotheses: few enough that intermediate values stay in registers.
typealias Lanes = SIMD4<Double>

/// A probability or a likelihood for each of four hypotheses, for which seven digits suffice.
typealias Shares = SIMD4<Float>

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

    /// The vector turned anticlockwise by a right angle in each lane.
    @inline(__always) var left: LaneVector { LaneVector(east: Lanes() - north, north: east) }

    /// The squared length in each lane.
    @inline(__always) var squared: Lanes { east * east + north * north }

    /// Returns the scalar product in each lane.
    @inline(__always)
    func dot(_ other: LaneVector) -> Lanes { east * other.east + north * other.north }

    /// The sum of all lanes.
    @inline(__always) var total: SIMD2<Double> { SIMD2(east.sum(), north.sum()) }

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

extension SIMD where Scalar: BinaryFloatingPoint {
    /// Returns the exponential of each lane. The relative error is below 1e-6 for arguments from -5 to 1, and below 0.3
    /// % down to -20.
    ///
    /// Evaluates a Taylor polynomial of x / 32 and squares it five times. That is precise enough for weights and
    /// forgetting, and needs no branch and no table, so that all lanes are computed together.
    @inline(__always)
    static func exponential(_ argument: Self) -> Self {
        let x = argument * (1.0 / 32)
        var power = Self(repeating: 1.0 / 120)
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

    /// Returns the exponential of each lane. The relative error is below 0.2 % for arguments from -1 to 1.
    @inline(__always)
    static func smallExponential(_ argument: Self) -> Self {
        let x = argument * (1.0 / 8)
        var power = x * (x * 0.5 + 1) + 1
        power = power * power
        power = power * power
        return power * power
    }
}

// Written lane by lane, which compiles to a single instruction; a mask would compile to a dozen.
extension SIMD4 where Scalar: BinaryFloatingPoint {
    /// Returns the larger value in each lane.
    @inline(__always)
    func atLeast(_ bound: Self) -> Self {
        Self(
            x > bound.x ? x : bound.x, y > bound.y ? y : bound.y, z > bound.z ? z : bound.z,
            w > bound.w ? w : bound.w)
    }

    /// Returns the smaller value in each lane.
    @inline(__always)
    func atMost(_ bound: Self) -> Self {
        Self(
            x < bound.x ? x : bound.x, y < bound.y ? y : bound.y, z < bound.z ? z : bound.z,
            w < bound.w ? w : bound.w)
    }

    /// The largest value of all lanes.
    @inline(__always) var largest: Scalar {
        let (first, second) = (x > y ? x : y, z > w ? z : w)
        return first > second ? first : second
    }

    /// The smallest value of all lanes.
    @inline(__always) var least: Scalar {
        let (first, second) = (x < y ? x : y, z < w ? z : w)
        return first < second ? first : second
    }
}

extension Shares {
    /// Returns the natural logarithm of each lane, which has to be positive and normal. The absolute error is below
    /// 1e-5.
    @inline(__always)
    static func logarithm(_ argument: Shares) -> Shares {
        let bits = unsafeBitCast(argument, to: SIMD4<UInt32>.self)
        // The exponent is chosen so that the significand is between the square roots of a half and of two.
        let shifted = bits &- SIMD4<UInt32>(repeating: halfRootBits)
        let exponentBits = unsafeBitCast(shifted, to: SIMD4<Int32>.self) &>> SIMD4<Int32>(repeating: 23)
        let significandBits =
            bits &- (unsafeBitCast(exponentBits, to: SIMD4<UInt32>.self) &<< SIMD4<UInt32>(repeating: 23))
        let significand = unsafeBitCast(significandBits, to: Shares.self)
        let exponent = Shares(exponentBits)
        let s = (significand - 1) / (significand + 1)
        let square = s * s
        var series = Shares(repeating: 1.0 / 7)
        series = series * square + 1.0 / 5
        series = series * square + 1.0 / 3
        series = series * square + 1
        return exponent * 0.693_147_2 + 2 * s * series
    }

    /// The bits of the square root of a half.
    private static let halfRootBits: UInt32 = 0x3F35_04F3
}
