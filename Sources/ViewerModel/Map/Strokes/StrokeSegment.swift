/// A segment with the values for computing the distance to it.
struct StrokeSegment {
    let alongX: Float
    let alongY: Float
    let length: Float
    private let shareX: Float
    private let shareY: Float
    private let reach: Float

    init(_ start: (x: Float, y: Float), _ end: (x: Float, y: Float), radius: Float) {
        alongX = end.x - start.x
        alongY = end.y - start.y
        let square = alongX * alongX + alongY * alongY
        length = square.squareRoot()
        let inverse = square > 0 ? 1 / square : 0
        shareX = alongX * inverse
        shareY = alongY * inverse
        reach = radius + 0.5
    }

    /// The smallest number at which a Float has no fraction: the lowest bits of a sum with it are an integer.
    static let wholes: Float = 8_388_608

    /// Raises the coverage of the pixels of one row.
    /// - Parameters:
    ///   - row: Its bytes.
    ///   - first: The first pixel.
    ///   - last: The last pixel. Up to three more pixels stay unchanged or become more exact.
    ///   - x: The start of the segment.
    ///   - y: The distance of the row's middle below the segment's start.
    @inline(__always)
    func cover(_ row: UnsafeMutablePointer<UInt8>, from first: Int, through last: Int, x: Float, y: Float) {
        let (alongX, alongY) = (Four(repeating: alongX), Four(repeating: alongY))
        let shareX = Four(repeating: shareX)
        let y = Four(repeating: y)
        let start = y * shareY
        let scaled = Four(repeating: reach * 255)
        var away = Four(0, 1, 2, 3) + Four(repeating: Float(first) + 0.5 - x)
        var place = first
        while place <= last {
            let share = Self.held(away * shareX + start, below: 1)
            let offX = away - share * alongX
            let offY = y - share * alongY
            let distance = (offX * offX + offY * offY).squareRoot()
            let covered = Self.held(scaled - distance * 255, below: 255) + Self.wholes
            let whole = unsafeBitCast(covered, to: SIMD4<UInt32>.self)
            Self.raise(row + place, whole.x)
            Self.raise(row + (place &+ 1), whole.y)
            Self.raise(row + (place &+ 2), whole.z)
            Self.raise(row + (place &+ 3), whole.w)
            away += 4
            place &+= 4
        }
    }

    /// Raises the coverage of the pixels of one row next to a circle.
    /// - Parameters:
    ///   - row: Its bytes.
    ///   - first: The first pixel.
    ///   - last: The last pixel. Up to three more pixels stay unchanged or become more exact.
    ///   - ring: The column of the centre, the distance of the row's middle below it, the radius, and the distance from
    ///     the circle at which the coverage ends.
    @inline(__always)
    static func cover(
        _ row: UnsafeMutablePointer<UInt8>, from first: Int, through last: Int,
        ring: (x: Float, y: Float, radius: Float, reach: Float)
    ) {
        let square = Four(repeating: ring.y * ring.y)
        let scaled = Four(repeating: ring.reach * 255)
        var away = Four(0, 1, 2, 3) + Four(repeating: Float(first) + 0.5 - ring.x)
        for place in stride(from: first, through: last, by: 4) {
            let off = size((away * away + square).squareRoot() - ring.radius)
            let covered = held(scaled - off * 255, below: 255) + wholes
            let whole = unsafeBitCast(covered, to: SIMD4<UInt32>.self)
            raise(row + place, (whole.x, whole.y, whole.z, whole.w))
            away += 4
        }
    }

    /// Returns the coverage of four pixels of a row next to a vertical segment.
    func columns(from first: Int, x: Float) -> (UInt32, UInt32, UInt32, UInt32) {
        let away = Self.size(Four(0, 1, 2, 3) + Four(repeating: Float(first) + 0.5 - x))
        let covered = Self.held(Four(repeating: reach * 255) - away * 255, below: 255) + Self.wholes
        let whole = unsafeBitCast(covered, to: SIMD4<UInt32>.self)
        return (whole.x, whole.y, whole.z, whole.w)
    }

    /// Raises the coverage of four pixels.
    @inline(__always)
    static func raise(_ row: UnsafeMutablePointer<UInt8>, _ values: (UInt32, UInt32, UInt32, UInt32)) {
        raise(row, values.0)
        raise(row + 1, values.1)
        raise(row + 2, values.2)
        raise(row + 3, values.3)
    }

    private typealias Four = SIMD4<Float>

    /// Returns values limited to between 0 and a maximum. Uses arithmetic, because the compiler does not vectorize a
    /// choice.
    @inline(__always)
    private static func held(_ values: Four, below limit: Float) -> Four {
        (size(values) - size(values - limit) + limit) * 0.5
    }

    @inline(__always)
    private static func size(_ values: Four) -> Four {
        unsafeBitCast(unsafeBitCast(values, to: SIMD4<UInt32>.self) & 0x7fff_ffff, to: Four.self)
    }

    @inline(__always)
    private static func raise(_ byte: UnsafeMutablePointer<UInt8>, _ value: UInt32) {
        let value = UInt8(truncatingIfNeeded: value)
        // Always stored: whether a pixel rises cannot be predicted, and a branch on it takes most of the time.
        byte.pointee = max(byte.pointee, value)
    }
}
