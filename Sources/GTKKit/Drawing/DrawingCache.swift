import CGTK

/// A drawing cached as pixels, for static content below something small that moves.
///
/// It uses a surface in a cairo node rather than a texture, because GTK 4.8's cairo renderer converts every texture in
/// every frame.
@MainActor
public final class DrawingCache {
    private var surface: OpaquePointer?
    private var size = (width: 0.0, height: 0.0, scale: 0, textScale: 0.0)

    /// Creates an empty cache.
    public init() {}

    isolated deinit { invalidate() }

    /// Discards the cached pixels, so that the next drawing runs `body` again.
    public func invalidate() {
        if let surface { cairo_surface_destroy(surface) }
        surface = nil
    }

    /// Draws the cached pixels. If there are none, or if the size or the text scale has changed, first runs `body` to
    /// draw them.
    /// - Parameters:
    ///   - drawing: The target.
    ///   - width: The room in pixels.
    ///   - height: The room in pixels.
    ///   - body: Draws the content.
    public func draw(in drawing: Drawing, width: Double, height: Double, _ body: (Drawing) -> Void) {
        if drawing.isVector { return body(drawing) }
        if size != (width, height, drawing.scale, drawing.textScale) { invalidate() }
        if surface == nil {
            size = (width, height, drawing.scale, drawing.textScale)
            surface = Self.surface(width: width, height: height, like: drawing, body)
        }
        guard let surface else { return body(drawing) }
        cairo_set_source_surface(drawing.context, surface, 0, 0)
        cairo_paint(drawing.context)
    }

    private static func surface(
        width: Double, height: Double, like drawing: Drawing, _ body: (Drawing) -> Void
    ) -> OpaquePointer? {
        let scale = Double(drawing.scale)
        let surface = cairo_image_surface_create(
            CAIRO_FORMAT_ARGB32, Int32((width * scale).rounded(.up)), Int32((height * scale).rounded(.up)))
        guard let surface else { return nil }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = cairo_create(surface) else {
            cairo_surface_destroy(surface)
            return nil
        }
        cairo_surface_set_device_scale(surface, scale, scale)
        body(Drawing(context: context, pango: drawing.pango, scale: drawing.scale))
        cairo_destroy(context)
        return surface
    }
}
