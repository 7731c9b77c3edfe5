import CGTK
import MapTiles

/// Paints the shapes of a vector tile with cairo, on any thread.
struct TilePainter {
    let context: OpaquePointer
    let frame: TilePicture.Frame
    let drawing: MapDrawing
    private let part: TilePart
    /// The tile's side in pixels.
    private let side: Double
    /// The drawn part of the tile, in fractions of its side.
    private let lower, upper: SIMD2<Float>

    /// The distance outside the drawn part within which a line still shows its rim, as a fraction of the part's side.
    private static let margin = 0.1
    /// The maximum enlargement at which shapes are not clipped to the drawn part.
    private static let wholeFactor = 4.0
    /// The minimum distance between two points, in pixels; closer points are left out.
    private static let step: Float = 0.6

    init?(context: OpaquePointer, frame: TilePicture.Frame, drawing: MapDrawing) {
        guard let part = TilePart(of: drawing.address, frame.address) else { return nil }
        self.context = context
        self.frame = frame
        self.drawing = drawing
        self.part = part
        side = frame.side * part.factor
        let end = 1 / part.factor
        let margin = Self.margin * end
        lower = SIMD2(Float(part.x - margin), Float(part.y - margin))
        upper = SIMD2(Float(part.x + end + margin), Float(part.y + end + margin))
    }

    static func setColor(_ context: OpaquePointer, _ hex: UInt32) {
        cairo_set_source_rgb(
            context, Double(hex >> 16 & 0xFF) / 255, Double(hex >> 8 & 0xFF) / 255, Double(hex & 0xFF) / 255)
    }

    /// Paints all shapes: areas, then the rims of roads, then roads.
    func paint() {
        cairo_set_tolerance(context, 0.3)
        let groups = groups()
        for group in groups where MapStyle.rule(of: group.paint).widths.isEmpty { fill(group) }
        for group in groups { strokeRims(group) }
        for group in groups where !MapStyle.rule(of: group.paint).widths.isEmpty { stroke(group) }
    }

    private struct Group {
        let paint: MapPaint
        let shapes: ArraySlice<MapDrawing.Shape>
    }

    private func groups() -> [Group] {
        var groups: [Group] = []
        var start = drawing.shapes.startIndex
        while start < drawing.shapes.endIndex {
            let paint = drawing.shapes[start].paint
            let end = drawing.shapes[start...].firstIndex { $0.paint != paint } ?? drawing.shapes.endIndex
            if frame.zoom >= MapStyle.rule(of: paint).lowestZoom {
                groups.append(Group(paint: paint, shapes: drawing.shapes[start..<end]))
            }
            start = end
        }
        return groups
    }

    private func isSeen(_ shape: MapDrawing.Shape) -> Bool {
        shape.lower.x <= upper.x && shape.lower.y <= upper.y && shape.upper.x >= lower.x && shape.upper.y >= lower.y
    }

    private func fill(_ group: Group) {
        let rule = MapStyle.rule(of: group.paint)
        Self.setColor(context, rule.color.hex(isDark: frame.isDark))
        cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
        for shape in group.shapes where isSeen(shape) {
            cairo_new_path(context)
            trace(shape.parts, isClosed: true)
            guard let casing = rule.casing else {
                cairo_fill(context)
                continue
            }
            cairo_fill_preserve(context)
            Self.setColor(context, casing.hex(isDark: frame.isDark))
            cairo_set_line_width(context, 0.8)
            cairo_set_dash(context, nil, 0, 0)
            cairo_stroke(context)
            Self.setColor(context, rule.color.hex(isDark: frame.isDark))
        }
    }

    private func strokeRims(_ group: Group) {
        let rule = MapStyle.rule(of: group.paint)
        guard let casing = rule.casing, !rule.widths.isEmpty else { return }
        let width = rule.width(atZoom: frame.zoom)
        // A rim would hide a thin line; on a light background, only the rim is visible.
        let rim = width >= 2.5 ? 1.2 : 0.7
        Self.setColor(context, casing.hex(isDark: frame.isDark))
        stroke(group.shapes, width: width + 2 * rim, dashes: [])
    }

    private func stroke(_ group: Group) {
        let rule = MapStyle.rule(of: group.paint)
        let width = rule.width(atZoom: frame.zoom)
        Self.setColor(context, rule.color.hex(isDark: frame.isDark))
        stroke(group.shapes, width: width, dashes: rule.dashes.map { $0 * width })
    }

    private func stroke(_ shapes: ArraySlice<MapDrawing.Shape>, width: Double, dashes: [Double]) {
        cairo_set_line_width(context, width)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        cairo_set_line_cap(context, dashes.isEmpty ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
        cairo_set_dash(context, dashes, Int32(dashes.count), 0)
        for shape in shapes where isSeen(shape) {
            cairo_new_path(context)
            trace(shape.parts, isClosed: false)
            cairo_stroke(context)
        }
    }

    private func trace(_ parts: [[SIMD2<Float>]], isClosed: Bool) {
        // A tile at its own size is drawn as a whole, because cairo clips it faster.
        guard part.factor > Self.wholeFactor else { return traceAll(parts, isClosed: isClosed) }
        let clip = ShapeClip(lower: lower, upper: upper)
        traceAll(
            isClosed ? parts.map(clip.ring).filter { $0.count > 2 } : parts.flatMap(clip.lines), isClosed: isClosed)
    }

    private func traceAll(_ parts: [[SIMD2<Float>]], isClosed: Bool) {
        let factor = Float(side)
        let offset = SIMD2(Float(part.x), Float(part.y))
        for part in parts {
            var last = SIMD2<Float>(repeating: .infinity)
            for (index, point) in part.enumerated() {
                let pixel = (point - offset) * factor
                if index == 0 {
                    cairo_move_to(context, Double(pixel.x), Double(pixel.y))
                } else {
                    let step = pixel - last
                    guard abs(step.x) + abs(step.y) >= Self.step || index == part.count - 1 else { continue }
                    cairo_line_to(context, Double(pixel.x), Double(pixel.y))
                }
                last = pixel
            }
            if isClosed { cairo_close_path(context) }
        }
    }
}
