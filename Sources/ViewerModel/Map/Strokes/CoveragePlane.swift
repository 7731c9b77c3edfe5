/// The first and last column of a row.
struct RowSpan: Sendable {
    var left: Int32
    var right: Int32
    static let empty = RowSpan(left: .max, right: -1)
}

/// The bytes of the coverage while strokes are being covered.
struct CoveragePlane {
    let bytes: UnsafeMutablePointer<UInt8>
    let rows: UnsafeMutablePointer<RowSpan>
    let width: Int
    let height: Int
    let rowLength: Int
    var touched: Range<Int>

    /// Covers everything within a radius of a segment. The edge fades over half a pixel on either side.
    mutating func cover(from start: (x: Float, y: Float), to end: (x: Float, y: Float), radius: Float) {
        let reach = radius + 0.5
        let lowY = min(start.y, end.y) - reach
        let highY = max(start.y, end.y) + reach
        let lowX = min(start.x, end.x) - reach
        let highX = max(start.x, end.x) + reach
        // A value that is not a number counts as outside.
        guard highY > 0, lowY < Float(height), highX > 0, lowX < Float(width), lowX > -1e7, highX < 1e7 else { return }
        let top = max(0, Int(max(lowY, 0)))
        let bottom = min(height - 1, Int(min(highY, Float(height))))
        guard top <= bottom else { return }
        let first = max(0, Int(max(lowX, 0)))
        let last = min(width - 1, Int(min(highX, Float(width))))
        guard first <= last else { return }
        let segment = StrokeSegment(start, end, radius: radius)
        touch(top...bottom)
        var y = Float(top) + 0.5 - start.y
        // A short or horizontal segment is bounded by its box, another one by the two lines next to it.
        let isBoxed = last &- first < 8 || abs(segment.alongY) < 1e-3
        let slope = isBoxed ? 0 : segment.alongX / segment.alongY
        let half = isBoxed ? 0 : reach * segment.length / abs(segment.alongY)
        let limit = Float(width)
        // Next to a vertical segment, as in charts, all rows are equal except those at its ends.
        let isUpright = start.x == end.x && last &- first < 4
        let alike = isUpright ? segment.columns(from: first, x: start.x) : (0, 0, 0, 0)
        let (low, high) = (min(0, segment.alongY), max(0, segment.alongY))
        for row in top...bottom {
            if isUpright, y >= low, y <= high {
                StrokeSegment.raise(bytes + row &* rowLength + first, alike)
                widen(row, to: first...last)
                y += 1
                continue
            }
            var (left, right) = (first, last)
            if !isBoxed {
                let middle = start.x + y * slope - 0.5
                let edges = SIMD2(middle - half, middle + half)
                let held = (size(edges) - size(edges - limit) + limit) * 0.5
                let whole = unsafeBitCast(held + StrokeSegment.wholes, to: SIMD2<UInt32>.self) & 0x007f_ffff
                left = max(left, Int(whole.x))
                right = min(right, Int(whole.y))
            }
            if left <= right {
                segment.cover(bytes + row &* rowLength, from: left, through: right, x: start.x, y: y)
                widen(row, to: left...right)
            }
            y += 1
        }
    }

    /// Covers everything within half a width of a circle.
    mutating func cover(ringAround centre: (x: Float, y: Float), radius: Float, half: Float) {
        let reach = radius + half + 0.5
        let (lowX, highX) = (centre.x - reach, centre.x + reach)
        let (lowY, highY) = (centre.y - reach, centre.y + reach)
        guard highY > 0, lowY < Float(height), highX > 0, lowX < Float(width), reach < 1e4 else { return }
        let (top, bottom) = (Int(max(lowY, 0)), min(height - 1, Int(highY)))
        let (first, last) = (Int(max(lowX, 0)), min(width - 1, Int(highX)))
        guard top <= bottom, first <= last else { return }
        touch(top...bottom)
        for row in top...bottom {
            StrokeSegment.cover(
                bytes + row &* rowLength, from: first, through: last,
                ring: (centre.x, Float(row) + 0.5 - centre.y, radius, half + 0.5))
            widen(row, to: first...last)
        }
    }

    /// Records rows that are covered.
    @inline(__always)
    private mutating func touch(_ range: ClosedRange<Int>) {
        let range = range.lowerBound..<(range.upperBound + 1)
        touched =
            touched.isEmpty
            ? range : min(touched.lowerBound, range.lowerBound)..<max(touched.upperBound, range.upperBound)
    }

    /// Records columns of a row that are covered.
    @inline(__always)
    private func widen(_ row: Int, to columns: ClosedRange<Int>) {
        let (first, last) = (columns.lowerBound, columns.upperBound)
        if rows[row].left > first { rows[row].left = Int32(truncatingIfNeeded: first) }
        if rows[row].right < last { rows[row].right = Int32(truncatingIfNeeded: last) }
    }

    @inline(__always)
    private func size(_ values: SIMD2<Float>) -> SIMD2<Float> {
        unsafeBitCast(unsafeBitCast(values, to: SIMD2<UInt32>.self) & 0x7fff_ffff, to: SIMD2<Float>.self)
    }
}
