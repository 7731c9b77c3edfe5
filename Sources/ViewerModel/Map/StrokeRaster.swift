import Glibc

/// A rasterizer of lines. It computes how much of each pixel the strokes of one colour cover, and blends them into a
/// picture.
///
/// A stroke is everything within half its width of its segments. Joins and ends are therefore round, and overlaps
/// within one colour count once, as in a path of a drawing library. The edge fades over one pixel. The time for a frame
/// depends only on its pixels, not on the number of crossings; a general library sorts the edges of the whole path and
/// takes ten times as long for the tracks of a year.
public struct StrokeRaster: Sendable {
    /// The picture's width in pixels.
    public private(set) var width = 0
    /// The picture's height in pixels.
    public private(set) var height = 0

    /// The coverage of the strokes since the last blending, with a byte per pixel; all zero after blending.
    private var coverage: [UInt8] = []
    /// The covered columns of each row.
    private var spans: [RowSpan] = []
    private var touched = 0..<0

    /// The additional bytes of a row, so that several pixels can be written together.
    private static let padding = 16

    /// Creates an empty raster.
    public init() {}

    /// Allocates memory for a picture. Strokes that were not blended are lost.
    public mutating func reset(width: Int, height: Int) {
        guard width != self.width || height != self.height || !touched.isEmpty else { return }
        self.width = max(0, width)
        self.height = max(0, height)
        coverage = [UInt8](repeating: 0, count: self.height * (self.width + Self.padding))
        spans = [RowSpan](repeating: .empty, count: self.height)
        touched = 0..<0
    }

    /// Covers a polyline.
    /// - Parameters:
    ///   - points: Points in pixels.
    ///   - range: The points of the line; a single point is a dot.
    ///   - width: The width of the line, in pixels.
    ///   - dash: The lengths of the dashes and of the gaps, in pixels; `nil` for a solid line.
    ///   - scale: The factor for points, width and dashes.
    public mutating func stroke(
        _ points: [ScreenPoint], _ range: Range<Int>, width: Double, dash: (on: Double, off: Double)? = nil,
        scale: Double = 1
    ) {
        withPlane { plane in
            var dashes = dash.map { DashWalk(on: Float($0.on * scale), off: Float($0.off * scale)) }
            let radius = Float(width * scale / 2)
            var last: (x: Float, y: Float)?
            for index in range {
                let point = points[index]
                let here = (x: Float(point.x * scale), y: Float(point.y * scale))
                let from = last ?? here
                if dashes != nil, last != nil {
                    dashes?.walk(from: from, to: here) { plane.cover(from: $0, to: $1, radius: radius) }
                } else if dashes == nil, last != nil || range.count == 1 {
                    plane.cover(from: from, to: here, radius: radius)
                }
                last = here
            }
        }
    }

    /// Covers crosses.
    /// - Parameters:
    ///   - centres: The centres, in pixels.
    ///   - radius: The distance from the centre to the end of each arm along both axes, in pixels.
    ///   - width: The width of an arm, in pixels.
    ///   - scale: The factor for all of these.
    public mutating func crosses(
        at centres: [ScreenPoint], radius: Double, width: Double, scale: Double = 1
    ) {
        let (arm, half) = (Float(radius * scale), Float(width * scale / 2))
        withPlane { plane in
            for centre in centres {
                let (x, y) = (Float(centre.x * scale), Float(centre.y * scale))
                plane.cover(from: (x - arm, y - arm), to: (x + arm, y + arm), radius: half)
                plane.cover(from: (x + arm, y - arm), to: (x - arm, y + arm), radius: half)
            }
        }
    }

    /// Covers a disc or, if the line has a width, a ring.
    /// - Parameters:
    ///   - centre: The centre, in pixels.
    ///   - radius: The radius of the disc or of the middle of the line, in pixels.
    ///   - width: The width of the line, in pixels; `nil` for a disc.
    ///   - scale: The factor for all of these.
    public mutating func circle(at centre: ScreenPoint, radius: Double, width: Double? = nil, scale: Double = 1) {
        let (x, y) = (Float(centre.x * scale), Float(centre.y * scale))
        let radius = Float(radius * scale)
        withPlane { plane in
            guard let width else { return plane.cover(from: (x, y), to: (x, y), radius: radius) }
            var from = (x: x + radius, y: y)
            for (cosine, sine) in Self.directions {
                let to = (x: x + radius * cosine, y: y + radius * sine)
                plane.cover(from: from, to: to, radius: Float(width * scale / 2))
                from = to
            }
        }
    }

    /// The corners of the polygon that stands for a ring: at a radius of 16 pixels it is 0.1 pixels off.
    private static let directions: [(cosine: Float, sine: Float)] = (1...28).map { corner in
        let angle = Float(corner) * 2 * .pi / 28
        return (cosf(angle), sinf(angle))
    }

    /// Blends the covered pixels over a picture, and clears them.
    /// - Parameters:
    ///   - color: The colour.
    ///   - alpha: The opacity, 0 ... 1.
    ///   - columns: The columns of the picture that are changed; `nil` for all.
    ///   - pixels: The picture as 0xAARRGGBB, colours premultiplied.
    ///   - rowLength: The distance from one row of the picture to the next, in pixels.
    public mutating func blend(
        _ color: RGB, alpha: Double = 1, columns: Range<Int>? = nil, into pixels: UnsafeMutableBufferPointer<UInt32>,
        rowLength: Int
    ) {
        guard !touched.isEmpty, rowLength >= width, pixels.count >= rowLength * height else { return }
        let blender = Blender(color, alpha: alpha)
        let rows = touched
        let length = width + Self.padding
        coverage.withUnsafeMutableBufferPointer { coverage in
            for row in rows {
                let span = spans[row]
                guard span.left <= span.right else { continue }
                spans[row] = .empty
                var (first, last) = (Int(span.left), Int(span.right))
                if let columns {
                    let whole = first...last
                    first = max(first, columns.lowerBound)
                    last = min(last, columns.upperBound - 1)
                    Self.clear(&coverage[row * length], whole, exceptFor: first, through: last)
                    guard first <= last else { continue }
                }
                blender.blend(
                    coverage: &coverage[row * length], over: &pixels[row * rowLength], first: first, last: last)
            }
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

    private mutating func withPlane(_ body: (inout CoveragePlane) -> Void) {
        guard width > 0, height > 0 else { return }
        let (width, height, touched) = (width, height, touched)
        self.touched = coverage.withUnsafeMutableBufferPointer { coverage in
            spans.withUnsafeMutableBufferPointer { spans in
                guard let bytes = coverage.baseAddress, let rows = spans.baseAddress else { return touched }
                var plane = CoveragePlane(
                    bytes: bytes, rows: rows, width: width, height: height, rowLength: width + Self.padding,
                    touched: touched)
                body(&plane)
                return plane.touched
            }
        }
    }
}

/// The first and last column of a row.
struct RowSpan: Sendable {
    var left: Int32
    var right: Int32
    static let empty = RowSpan(left: .max, right: -1)
}

/// The bytes of the coverage while strokes are being covered.
private struct CoveragePlane {
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
        let segment = Segment(start, end, radius: radius)
        touched =
            touched.isEmpty
            ? top..<(bottom + 1) : min(touched.lowerBound, top)..<max(touched.upperBound, bottom + 1)
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
                Segment.raise(bytes + row &* rowLength + first, alike)
                if rows[row].left > first { rows[row].left = Int32(truncatingIfNeeded: first) }
                if rows[row].right < last { rows[row].right = Int32(truncatingIfNeeded: last) }
                y += 1
                continue
            }
            var (left, right) = (first, last)
            if !isBoxed {
                let middle = start.x + y * slope - 0.5
                let edges = SIMD2(middle - half, middle + half)
                let held = (size(edges) - size(edges - limit) + limit) * 0.5
                let whole = unsafeBitCast(held + Segment.wholes, to: SIMD2<UInt32>.self) & 0x007f_ffff
                left = max(left, Int(whole.x))
                right = min(right, Int(whole.y))
            }
            if left <= right {
                segment.cover(bytes + row &* rowLength, from: left, through: right, x: start.x, y: y)
                if rows[row].left > left { rows[row].left = Int32(truncatingIfNeeded: left) }
                if rows[row].right < right { rows[row].right = Int32(truncatingIfNeeded: right) }
            }
            y += 1
        }
    }

    @inline(__always)
    private func size(_ values: SIMD2<Float>) -> SIMD2<Float> {
        unsafeBitCast(unsafeBitCast(values, to: SIMD2<UInt32>.self) & 0x7fff_ffff, to: SIMD2<Float>.self)
    }
}

/// A segment with the values for computing the distance to it.
private struct Segment {
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

/// The state along a dashed line.
private struct DashWalk {
    let on: Float
    let off: Float
    /// The distance since the last dash began, in pixels.
    private var phase: Float = 0

    init(on: Float, off: Float) {
        self.on = max(0, on)
        self.off = max(0.5, off)
    }

    mutating func walk(
        from start: (x: Float, y: Float), to end: (x: Float, y: Float),
        _ dash: (_ from: (x: Float, y: Float), _ to: (x: Float, y: Float)) -> Void
    ) {
        let (alongX, alongY) = (end.x - start.x, end.y - start.y)
        let length = (alongX * alongX + alongY * alongY).squareRoot()
        guard length > 0, length.isFinite else { return }
        func point(_ place: Float) -> (x: Float, y: Float) {
            (start.x + alongX * place / length, start.y + alongY * place / length)
        }
        var place: Float = 0
        while place < length {
            let isOn = phase < on
            let step = min(length - place, (isOn ? on : on + off) - phase)
            if isOn { dash(point(place), point(place + step)) }
            place += max(step, 1e-3)
            phase += max(step, 1e-3)
            if phase >= on + off - 1e-4 { phase = 0 }
        }
    }
}

/// Blends one colour over premultiplied pixels.
private struct Blender {
    private let color: UInt32
    private let alpha: UInt32

    init(_ color: RGB, alpha: Double) {
        func part(_ value: Double) -> UInt32 { UInt32((min(1, max(0, value)) * 255).rounded()) }
        self.color = 0xff00_0000 | part(color.red) << 16 | part(color.green) << 8 | part(color.blue)
        self.alpha = part(alpha)
    }

    /// Returns a pixel's parts times a share of 255, rounded.
    @inline(__always)
    private static func scaled(_ pixel: UInt32, by share: UInt32) -> UInt32 {
        func two(_ parts: UInt32) -> UInt32 {
            let product = parts &* share &+ 0x0080_0080
            return (product &+ ((product >> 8) & 0x00ff_00ff)) >> 8 & 0x00ff_00ff
        }
        return two(pixel & 0x00ff_00ff) | two(pixel >> 8 & 0x00ff_00ff) << 8
    }

    /// Blends a row, and clears its coverage.
    @inline(__always)
    func blend(
        coverage: UnsafeMutablePointer<UInt8>, over pixels: UnsafeMutablePointer<UInt32>, first: Int, last: Int
    ) {
        // Three more pixels may have been written after the last.
        let end = last + 4
        var place = first
        while place < end {
            let word = UnsafeRawPointer(coverage + place).loadUnaligned(as: UInt64.self)
            guard word != 0 else {
                place += 8
                continue
            }
            for step in place..<min(place + 8, end) {
                let covered = UInt32(coverage[step])
                guard covered != 0 else { continue }
                coverage[step] = 0
                guard step <= last else { continue }
                let share = Self.scaled(covered, by: alpha)
                pixels[step] =
                    share == 255
                    ? color : Self.scaled(color, by: share) &+ Self.scaled(pixels[step], by: 255 &- share)
            }
            place += 8
        }
    }
}
