/// The first and last column of a row.
struct RowSpan: Sendable {
    var left: Int32
    var right: Int32
    static let empty = RowSpan(left: .max, right: -1)
}

/// A band of rows of a picture, with the coverage of its pixels.
struct CoveragePlane {
    private let bytes: UnsafeMutablePointer<UInt8>
    private let spans: UnsafeMutablePointer<RowSpan>
    private let width: Int
    private let rowLength: Int
    private let rows: Range<Int>
    /// The rows that were covered since the last blending.
    private var touched = 0..<0

    /// Creates a band.
    /// - Parameters:
    ///   - bytes: The coverage of the whole picture; only the band's rows are used.
    ///   - spans: The covered columns of each row of the picture.
    ///   - width: The picture's width in pixels.
    ///   - rowLength: The bytes of coverage from one row to the next.
    ///   - rows: The rows of the band.
    init(
        bytes: UnsafeMutablePointer<UInt8>, spans: UnsafeMutablePointer<RowSpan>, width: Int, rowLength: Int,
        rows: Range<Int>
    ) {
        self.bytes = bytes
        self.spans = spans
        self.width = width
        self.rowLength = rowLength
        self.rows = rows
    }

    /// Draws what is within the band.
    /// - Parameters:
    ///   - list: The strokes of the whole picture.
    ///   - picture: Its pixels.
    ///   - length: The distance from one row of the picture to the next, in pixels.
    mutating func draw(_ list: StrokeList, into picture: UnsafeMutablePointer<UInt32>, rowLength length: Int) {
        list.points.withUnsafeBufferPointer { points in
            for step in list.steps {
                switch step {
                case .line(let range, let radius, let dash): cover(points[range], radius: radius, dash: dash)
                case .ring(let centre, let radius, let half):
                    cover(ringAround: (centre.x, centre.y), radius: radius, half: half)
                case .blend(let blender, let columns): blend(blender, columns, into: picture, rowLength: length)
                case .tally: tally(into: picture, rowLength: length)
                }
            }
        }
        discard()
    }

    private mutating func cover(_ line: Slice<UnsafeBufferPointer<SIMD2<Float>>>, radius: Float, dash: DashWalk?) {
        guard let first = line.first else { return }
        var dash = dash
        var from = (x: first.x, y: first.y)
        if line.count == 1, dash == nil { cover(from: from, to: from, radius: radius) }
        for point in line.dropFirst() {
            let to = (x: point.x, y: point.y)
            if dash == nil {
                cover(from: from, to: to, radius: radius)
            } else {
                dash?.walk(from: from, to: to) { cover(from: $0, to: $1, radius: radius) }
            }
            from = to
        }
    }

    /// Blends the covered pixels over the picture, and clears them.
    private mutating func blend(
        _ blender: PixelBlender, _ columns: Range<Int>?, into picture: UnsafeMutablePointer<UInt32>,
        rowLength length: Int
    ) {
        for row in touched {
            let span = spans[row]
            guard span.left <= span.right else { continue }
            spans[row] = .empty
            let coverage = bytes + row * rowLength
            var (first, last) = (Int(span.left), Int(span.right))
            if let columns {
                let whole = first...last
                first = max(first, columns.lowerBound)
                last = min(last, columns.upperBound - 1)
                Self.clear(coverage, whole, exceptFor: first, through: last)
                guard first <= last else { continue }
            }
            blender.blend(coverage: coverage, over: picture + row * length, first: first, last: last)
        }
        touched = 0..<0
    }

    /// Adds the coverage to the numbers of a picture, and clears it.
    private mutating func tally(into picture: UnsafeMutablePointer<UInt32>, rowLength length: Int) {
        for row in touched where spans[row].left <= spans[row].right {
            let (first, last) = (Int(spans[row].left), Int(spans[row].right))
            let (coverage, numbers) = (bytes + row * rowLength, picture + row * length)
            for column in first...last where coverage[column] != 0 { numbers[column] &+= UInt32(coverage[column]) }
        }
        discard()
    }

    /// Clears what was covered and not blended.
    private mutating func discard() {
        for row in touched where spans[row].left <= spans[row].right {
            let span = Int(spans[row].left)...Int(spans[row].right)
            Self.clear(bytes + row * rowLength, span, exceptFor: span.upperBound + 1, through: span.upperBound)
            spans[row] = .empty
        }
        touched = 0..<0
    }

    /// Clears the coverage of a row to either side of the pixels that are blended.
    private static func clear(
        _ row: UnsafeMutablePointer<UInt8>, _ span: ClosedRange<Int>, exceptFor first: Int, through last: Int
    ) {
        // Up to three more pixels may have been written after the last.
        let end = span.upperBound + 4
        guard first <= last else {
            return (row + span.lowerBound).update(repeating: 0, count: end - span.lowerBound)
        }
        (row + span.lowerBound).update(repeating: 0, count: first - span.lowerBound)
        (row + last + 1).update(repeating: 0, count: end - last - 1)
    }

    /// Covers everything within a radius of a segment. The edge fades over half a pixel on either side.
    private mutating func cover(from start: (x: Float, y: Float), to end: (x: Float, y: Float), radius: Float) {
        let reach = radius + 0.5
        let lowY = min(start.y, end.y) - reach
        let highY = max(start.y, end.y) + reach
        let lowX = min(start.x, end.x) - reach
        let highX = max(start.x, end.x) + reach
        // A value that is not a number counts as outside.
        guard highY > Float(rows.lowerBound), lowY < Float(rows.upperBound), highX > 0, lowX < Float(width),
            lowX > -1e7, highX < 1e7
        else { return }
        let top = max(rows.lowerBound, Int(max(lowY, 0)))
        let bottom = min(rows.upperBound - 1, Int(min(highY, Float(rows.upperBound))))
        guard top <= bottom else { return }
        let first = max(0, Int(max(lowX, 0)))
        let last = min(width - 1, Int(min(highX, Float(width))))
        guard first <= last else { return }
        let segment = StrokeSegment(start, end, radius: radius)
        touch(top...bottom)
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
            let y = Float(row) + 0.5 - start.y
            if isUpright, y >= low, y <= high {
                StrokeSegment.raise(bytes + row &* rowLength + first, alike)
                widen(row, to: first...last)
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
        }
    }

    /// Covers everything within half a width of a circle.
    private mutating func cover(ringAround centre: (x: Float, y: Float), radius: Float, half: Float) {
        let reach = radius + half + 0.5
        let (lowX, highX) = (centre.x - reach, centre.x + reach)
        let (lowY, highY) = (centre.y - reach, centre.y + reach)
        guard highY > Float(rows.lowerBound), lowY < Float(rows.upperBound), highX > 0, lowX < Float(width), reach < 1e4
        else { return }
        let (top, bottom) = (max(rows.lowerBound, Int(max(lowY, 0))), min(rows.upperBound - 1, Int(highY)))
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
        if spans[row].left > first { spans[row].left = Int32(truncatingIfNeeded: first) }
        if spans[row].right < last { spans[row].right = Int32(truncatingIfNeeded: last) }
    }

    @inline(__always)
    private func size(_ values: SIMD2<Float>) -> SIMD2<Float> {
        unsafeBitCast(unsafeBitCast(values, to: SIMD2<UInt32>.self) & 0x7fff_ffff, to: SIMD2<Float>.self)
    }
}
