import Glibc

/// Places along one side of the Mercator square, four bytes each.
///
/// Places are stored as whole steps from their middle. A step is a power of two, at most 2^-31 of the extent, and never
/// finer than 2^-36 of the square (0.6 mm at the equator). The error is less than a millimetre for a track within a
/// country, and a centimetre for one around the world, far below a pixel at the deepest zoom.
public struct MercatorColumn: Sendable, RandomAccessCollection {
    private let middle: Double
    private let step: Double
    private var steps: [Int32]

    private static let finestStep = exp2(-36.0)

    /// Creates a column of places. A place that is not a number counts as the middle.
    public init(_ places: [Double]) {
        var low = Double.infinity
        var high = -Double.infinity
        for place in places where place.isFinite {
            low = Swift.min(low, place)
            high = Swift.max(high, place)
        }
        let extent = high >= low ? high - low : 0
        var step = Self.finestStep
        // Half of the extent is on either side of the middle, with a margin for rounding.
        while extent / 2 >= step * 2_147_483_000 { step *= 2 }
        let middle = high >= low ? ((low + high) / 2 / step).rounded() * step : 0
        self.step = step
        self.middle = middle
        let inverse = 1 / step
        steps = places.map { $0.isFinite ? Int32((($0 - middle) * inverse).rounded()) : 0 }
    }

    /// Returns the column with more places, which changes the others only if they lie beyond the extent of the steps.
    func appending(_ places: [Double]) -> MercatorColumn {
        let inverse = 1 / step
        let more = places.map { (($0 - middle) * inverse).rounded() }
        guard more.allSatisfy({ abs($0) <= Double(Int32.max) }) else { return MercatorColumn(self + places) }
        var column = self
        column.steps += more.map { Int32($0) }
        return column
    }

    /// The index of the first value.
    public var startIndex: Int { 0 }
    /// The index after the last value.
    public var endIndex: Int { steps.count }

    /// Returns a value.
    @inline(__always)
    public subscript(index: Int) -> Double { middle + Double(steps[index]) * step }
}
