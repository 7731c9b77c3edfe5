import Foundation
import GTKKit
import ViewerModel

/// The target of lines and crosses while ``GTKKit/Drawing/strokes(width:height:with:_:)`` rasterizes them.
struct StrokeTarget {
    private var raster: StrokeRaster
    private let scale: Double
    private var columns: Range<Int>?
    /// The opacity of everything that is blended.
    var opacity = 1.0

    fileprivate init(_ raster: StrokeRaster, scale: Double) {
        self.raster = raster
        self.scale = scale
    }

    fileprivate consuming func takeRaster() -> StrokeRaster { raster }

    /// Covers a polyline; lengths in pixels of the drawing.
    mutating func stroke(
        _ points: [ScreenPoint], _ range: Range<Int>, width: Double, dash: (on: Double, off: Double)? = nil
    ) {
        raster.stroke(points, range, width: width, dash: dash, scale: scale)
    }

    /// Covers crosses; lengths in pixels of the drawing.
    mutating func crosses(at centres: [ScreenPoint], radius: Double, width: Double) {
        raster.crosses(at: centres, radius: radius, width: width, scale: scale)
    }

    /// Covers a ring; lengths in pixels of the drawing.
    mutating func ring(at centre: ScreenPoint, radius: Double, width: Double) {
        raster.ring(at: centre, radius: radius, width: width, scale: scale)
    }

    /// Restricts blending to columns, in pixels of the drawing; `nil` lifts the restriction.
    mutating func restrict(to columns: Range<Double>?) {
        self.columns = columns.map {
            let start = max(0, Int(($0.lowerBound * scale).rounded()))
            return start..<max(start, Int(($0.upperBound * scale).rounded()))
        }
    }

    /// Assigns a colour to the pixels that were covered since the last call.
    mutating func blend(_ color: RGB, alpha: Double) {
        raster.blend(color, alpha: alpha * opacity, columns: columns)
    }
}

/// The number of bands of a picture that are rasterized at the same time, on as many cores as are idle.
private let strokeBands = 4

extension Drawing {
    /// Rasterizes lines, because a drawing library takes many times as long for those of a long track or a full chart.
    /// - Parameters:
    ///   - width: The width in pixels of the drawing.
    ///   - height: The height in pixels of the drawing.
    ///   - raster: A raster that keeps its memory from one drawing to the next.
    ///   - body: Covers and blends the lines.
    @MainActor
    func strokes(
        width: Double, height: Double, with raster: inout StrokeRaster, _ body: (inout StrokeTarget) -> Void
    ) {
        strokeImage(width: width, height: height, with: &raster, body)?.draw(in: self)
    }

    /// Rasterizes lines into an image that can be drawn again; `nil` without memory for it.
    @MainActor
    func strokeImage(
        width: Double, height: Double, with raster: inout StrokeRaster, _ body: (inout StrokeTarget) -> Void
    ) -> PixelImage? {
        // Moved out and back: a raster with two owners would be copied.
        var own = StrokeRaster()
        swap(&own, &raster)
        defer { swap(&own, &raster) }
        return PixelImage(like: self, width: width, height: height) { pixels, rowLength in
            own.reset(width: Int((width * sharpness).rounded(.up)), height: Int((height * sharpness).rounded(.up)))
            var target = StrokeTarget(own, scale: sharpness)
            own = StrokeRaster()
            body(&target)
            own = target.takeRaster()
            own.draw(into: pixels, rowLength: rowLength, bands: strokeBands) {
                DispatchQueue.concurrentPerform(iterations: $0, execute: $1)
            }
        }
    }
}
