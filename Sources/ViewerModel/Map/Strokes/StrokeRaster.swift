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

    private var list = StrokeList()
    /// The coverage of the strokes since the last blending, with a byte per pixel; all zero between two pictures.
    private var coverage: [UInt8] = []
    /// The covered columns of each row.
    private var spans: [RowSpan] = []

    /// The additional bytes of a row, so that several pixels can be written together.
    private static let padding = 16
    /// The minimum number of points for more than one band. Fewer take about a millisecond, in which another core that
    /// runs the session with other parameters is not disturbed.
    private static let pointsForBands = 20_000
    /// Creates an empty raster.
    public init() {}

    /// Allocates memory for a picture. Strokes that were not drawn are lost.
    public mutating func reset(width: Int, height: Int) {
        list.removeAll()
        guard width != self.width || height != self.height else { return }
        self.width = max(0, width)
        self.height = max(0, height)
        coverage = [UInt8](repeating: 0, count: self.height * (self.width + Self.padding))
        spans = [RowSpan](repeating: .empty, count: self.height)
    }

    /// Adds a polyline.
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
        list.addLine(
            points[range].lazy.map { SIMD2(Float($0.x * scale), Float($0.y * scale)) },
            radius: Float(width * scale / 2),
            dash: dash.map { DashWalk(on: Float($0.on * scale), off: Float($0.off * scale)) })
    }

    /// Adds crosses.
    /// - Parameters:
    ///   - centres: The centres, in pixels.
    ///   - radius: The distance from the centre to the end of each arm along both axes, in pixels.
    ///   - width: The width of an arm, in pixels.
    ///   - scale: The factor for all of these.
    public mutating func crosses(
        at centres: [ScreenPoint], radius: Double, width: Double, scale: Double = 1
    ) {
        let (arm, half) = (Float(radius * scale), Float(width * scale / 2))
        for centre in centres {
            let middle = SIMD2(Float(centre.x * scale), Float(centre.y * scale))
            list.addLine([middle - arm, middle + arm], radius: half)
            list.addLine([middle + SIMD2(arm, -arm), middle + SIMD2(-arm, arm)], radius: half)
        }
    }

    /// Adds a ring.
    /// - Parameters:
    ///   - centre: The centre, in pixels.
    ///   - radius: The radius of the middle of the line, in pixels.
    ///   - width: The width of the line, in pixels.
    ///   - scale: The factor for all of these.
    public mutating func ring(at centre: ScreenPoint, radius: Double, width: Double, scale: Double = 1) {
        list.addRing(
            around: SIMD2(Float(centre.x * scale), Float(centre.y * scale)), radius: Float(radius * scale),
            half: Float(width * scale / 2))
    }

    /// Assigns a colour to the strokes that were added since the last call.
    /// - Parameters:
    ///   - color: The colour.
    ///   - alpha: The opacity, 0 ... 1.
    ///   - columns: The columns of the picture that are changed; `nil` for all.
    public mutating func blend(_ color: RGB, alpha: Double = 1, columns: Range<Int>? = nil) {
        list.addBlend(PixelBlender(color, alpha: alpha), columns: columns)
    }

    /// Adds the coverage of the strokes added since the last call, 0 ... 255, to each pixel of a picture of numbers.
    public mutating func tally() { list.addTally() }

    /// Draws the strokes into a picture, and forgets them. Strokes without a colour are not drawn.
    ///
    /// The rows of the picture can be drawn in bands, each with about as many points; their number does not change the
    /// picture.
    /// - Parameters:
    ///   - pixels: The picture as 0xAARRGGBB, colours premultiplied.
    ///   - rowLength: The distance from one row of the picture to the next, in pixels.
    ///   - bands: The maximum number of bands.
    ///   - perform: Calls a function for 0, 1, ... and the number of bands less one, one after another or at the same
    ///     time, and returns when all calls have.
    public mutating func draw(
        into pixels: UnsafeMutableBufferPointer<UInt32>, rowLength: Int, bands: Int = 1,
        perform: (_ count: Int, _ draw: @Sendable (Int) -> Void) -> Void = { (0..<$0).forEach($1) }
    ) {
        defer { list.removeAll() }
        guard width > 0, height > 0, rowLength >= width, pixels.count >= rowLength * height,
            let picture = pixels.baseAddress
        else { return }
        let (list, width) = (list, width)
        let bands = list.bands(list.points.count < Self.pointsForBands ? 1 : bands, height: height)
        coverage.withUnsafeMutableBufferPointer { coverage in
            spans.withUnsafeMutableBufferPointer { spans in
                guard let bytes = coverage.baseAddress, let rows = spans.baseAddress else { return }
                // No two bands share a row of the coverage or of the picture.
                nonisolated(unsafe) let memory = (bytes, rows, picture)
                perform(bands.count) { band in
                    var plane = CoveragePlane(
                        bytes: memory.0, spans: memory.1, width: width, rowLength: width + Self.padding,
                        rows: bands[band])
                    plane.draw(list, into: memory.2, rowLength: rowLength)
                }
            }
        }
    }
}
