import CGTK

/// A text with an outline around its letters, cached as pixels because its layout is too slow to repeat in each frame.
@MainActor
public final class TextPicture {
    private let surface: OpaquePointer
    private let text: String
    private let style: TextStyle
    private let colors: (text: Color, halo: Color)
    /// The width of the text in pixels, without its outline.
    public let width: Double
    /// The height of the text in pixels, without its outline.
    public let height: Double

    private static let rim = 1.5

    /// Creates the picture of a string; `nil` if the memory cannot be allocated.
    public init?(_ text: String, _ style: TextStyle, color: Color, halo: Color, like drawing: Drawing) {
        let size = drawing.measure(text, style)
        let scale = drawing.sharpness
        let (across, down) = ((size.width + 4 * Self.rim) * scale, (size.height + 4 * Self.rim) * scale)
        guard (1...8_192).contains(across), (1...2_048).contains(down),
            let made = cairo_image_surface_create(
                CAIRO_FORMAT_ARGB32, Int32(across.rounded(.up)), Int32(down.rounded(.up)))
        else { return nil }
        guard cairo_surface_status(made) == CAIRO_STATUS_SUCCESS, let context = cairo_create(made) else {
            cairo_surface_destroy(made)
            return nil
        }
        cairo_surface_set_device_scale(made, scale, scale)
        let room = Drawing(context: context, pango: drawing.pango, scale: drawing.scale)
        room.setColor(halo)
        room.textRim(text, x: 2 * Self.rim, y: 2 * Self.rim, width: 2 * Self.rim, style)
        room.setColor(color)
        room.text(text, x: 2 * Self.rim, y: 2 * Self.rim, anchor: TextAnchor(x: 0, y: 0), style)
        cairo_destroy(context)
        surface = made
        (width, height) = size
        (self.text, self.style, colors) = (text, style, (color, halo))
    }

    isolated deinit { cairo_surface_destroy(surface) }

    /// Draws the text centred on a point and rotated clockwise by an angle in radians.
    public func draw(in drawing: Drawing, x: Double, y: Double, angle: Double = 0) {
        if drawing.isVector { return drawText(in: drawing, x: x, y: y, angle: angle) }
        let (left, top) = (width / 2 + 2 * Self.rim, height / 2 + 2 * Self.rim)
        guard angle != 0 else {
            return drawing.draw(surface: UnsafeMutableRawPointer(surface), x: x - left, y: y - top)
        }
        drawing.saved {
            drawing.translate(x, y)
            drawing.rotate(angle)
            cairo_set_source_surface(drawing.context, surface, -left, -top)
            cairo_paint(drawing.context)
        }
    }

    private func drawText(in drawing: Drawing, x: Double, y: Double, angle: Double) {
        drawing.saved {
            drawing.translate(x, y)
            drawing.rotate(angle)
            drawing.setColor(colors.halo)
            drawing.textRim(text, x: -width / 2, y: -height / 2, width: 2 * Self.rim, style)
            drawing.setColor(colors.text)
            drawing.text(text, x: 0, y: 0, anchor: .center, style)
        }
    }
}
