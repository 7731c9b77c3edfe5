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

    /// Covers a ring.
    /// - Parameters:
    ///   - centre: The centre, in pixels.
    ///   - radius: The radius of the middle of the line, in pixels.
    ///   - width: The width of the line, in pixels.
    ///   - scale: The factor for all of these.
    public mutating func ring(at centre: ScreenPoint, radius: Double, width: Double, scale: Double = 1) {
        withPlane { plane in
            plane.cover(
                ringAround: (Float(centre.x * scale), Float(centre.y * scale)), radius: Float(radius * scale),
                half: Float(width * scale / 2))
        }
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
        let blender = PixelBlender(color, alpha: alpha)
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
