import Geometry
import Glibc
import SensorModel

/// A picture of the library's lines in one view: each in the colours of its activities, or how many of them passed a place.
public struct LibraryPainting: Sendable, Hashable {
    /// The meaning of the picture.
    public enum Style: Sendable, Hashable {
        /// Thin lines in the colours of the activities, the newest session on top.
        case lines
        /// The number of sessions that passed each place.
        case heat
    }

    /// The meaning of the picture.
    public var style: Style
    /// The part of the map, north up.
    public var viewport: MapViewport
    /// The number of screen pixels per pixel of the map.
    public var scale: Double
    /// Whether the map is dark.
    public var isDark: Bool

    /// The width of a line and its opacity.
    private static let (lineWidth, lineAlpha) = (1.7, 0.88)
    /// The width within which sessions count as on the same path, in metres; and its limits in pixels.
    private static let (pathMetres, pathPixels) = (14.0, 3.0...48.0)
    private static let heatAlpha = 0.92
    /// The number that a raster adds to a pixel for each session.
    private static let whole = 255

    /// Describes a picture.
    public init(style: Style, viewport: MapViewport, scale: Double, isDark: Bool) {
        (self.style, self.viewport, self.scale, self.isDark) = (style, viewport, scale, isDark)
    }

    /// The width of the picture in screen pixels.
    public var pixelWidth: Int { Int(nearest: (viewport.width * scale).rounded(.up)) }
    /// The height of the picture in screen pixels.
    public var pixelHeight: Int { Int(nearest: (viewport.height * scale).rounded(.up)) }
    private var palette: ActivityPalette { .palette(isDark: isDark) }

    /// Paints lines over transparent pixels. Must not run on the main actor. O(segments in view + pixels).
    /// - Parameters:
    ///   - lines: The lines, the newest one last.
    ///   - pixels: The picture as 0xAARRGGBB, colours premultiplied.
    ///   - rowLength: The distance from one row of the picture to the next, in pixels.
    /// - Returns: The top of the scale of heat, a number of sessions; `nil` for lines.
    public func paint(
        _ lines: [LibraryLine], into pixels: UnsafeMutableBufferPointer<UInt32>, rowLength: Int
    ) -> Int? {
        var raster = StrokeRaster()
        raster.reset(width: pixelWidth, height: pixelHeight)
        switch style {
        case .lines: stroke(lines, in: &raster)
        case .heat: tally(lines, in: &raster)
        }
        raster.draw(into: pixels, rowLength: rowLength)
        return style == .heat ? color(pixels) : nil
    }

    private func forEachRun(
        of lines: [LibraryLine], _ body: (TrackSelection, TrackSelection.Run) -> Void, then end: () -> Void = {}
    ) {
        var selection = TrackSelection()
        var options = TrackGeometry.Options()
        options.segmentBudget = .max
        for line in lines {
            line.geometry.select(in: viewport, options: options, into: &selection)
            for run in selection.runs { body(selection, run) }
            if !selection.runs.isEmpty { end() }
        }
    }

    private func stroke(_ lines: [LibraryLine], in raster: inout StrokeRaster) {
        let (colors, palette) = (TrackColors(activities: []), palette)
        var last: RGB?
        forEachRun(of: lines) { selection, run in
            let color = colors.color(of: run.style, palette)
            if let last, color != last { raster.blend(last, alpha: Self.lineAlpha) }
            last = color
            raster.stroke(
                selection.vertices, run.range, width: Self.lineWidth, dash: run.style.isDashed ? (2, 4) : nil,
                scale: scale)
        }
        if let last { raster.blend(last, alpha: Self.lineAlpha) }
    }

    private func tally(_ lines: [LibraryLine], in raster: inout StrokeRaster) {
        let width = min(
            max(Self.pathMetres / viewport.metresPerPixel, Self.pathPixels.lowerBound), Self.pathPixels.upperBound)
        forEachRun(of: lines) { selection, run in
            // The path of an estimated part is unknown.
            if !run.style.isDashed { raster.stroke(selection.vertices, run.range, width: width, scale: scale) }
        } then: {
            raster.tally()
        }
    }

    /// Replaces the numbers of sessions by colours.
    /// - Returns: The top of the scale.
    private func color(_ pixels: UnsafeMutableBufferPointer<UInt32>) -> Int {
        let most = Int(pixels.max() ?? 0) / Self.whole
        // Powers of two, so that the colours rarely change while the map moves.
        let top = 1 << max(1, Int.bitWidth - max(0, most - 1).leadingZeroBitCount)
        let scale = Self.scale(upTo: top, isDark: isDark)
        let colors = (0...top).map { count -> RGB in
            scale.color(ofStep: scale.step(of: log2(Double(max(1, count)))) ?? 0, palette)
        }
        for place in pixels.indices where pixels[place] != 0 {
            let sum = Int(pixels[place])
            let color = colors[min(top, sum / Self.whole)]
            let alpha = Self.heatAlpha * min(1, Double(sum) / Double(Self.whole))
            func part(_ value: Double) -> UInt32 { UInt32(value * alpha * 255 + 0.5) }
            pixels[place] =
                UInt32(alpha * 255 + 0.5) << 24 | part(color.red) << 16 | part(color.green) << 8 | part(color.blue)
        }
        return top
    }

    /// Returns the scale of the binary logarithm of numbers of sessions. On a light map, large numbers are dark.
    public static func scale(upTo top: Int, isDark: Bool) -> ColorScale {
        ColorScale(minimum: 0, maximum: log2(Double(max(2, top))), isReversed: !isDark)
    }
}
