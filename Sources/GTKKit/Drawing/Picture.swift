import CGTK

/// The reason why a picture could not be drawn or written.
public enum PictureError: Error, Sendable, CustomStringConvertible {
    /// The widget has not drawn anything yet.
    case nothingDrawn
    /// The file could not be written.
    case notWritten(path: String, reason: String)

    /// The system's explanation, in the language of the desktop; empty if nothing was drawn.
    public var reason: String { if case .notWritten(_, let reason) = self { reason } else { "" } }

    /// A sentence that states the problem and a remedy.
    public var description: String {
        switch self {
        case .nothingDrawn: "The window has drawn nothing; is it shown?"
        case .notWritten(let path, let reason): "The picture \(path) could not be written: \(reason)."
        }
    }
}

/// A drawing surface in memory.
@MainActor
public final class Picture {
    private let surface: OpaquePointer
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int

    /// Creates a picture drawn by a closure; does not need a display.
    public convenience init(width: Int, height: Int, _ draw: (Drawing) -> Void) {
        self.init(width: width, height: height, scale: 1, pango: nil, draw)
    }

    /// - Parameter scale: The number of pixels per pixel of the drawing, along each side.
    init(width: Int, height: Int, scale: Int, pango: UnsafeMutableRawPointer?, _ draw: (Drawing) -> Void) {
        (self.width, self.height) = (width, height)
        surface = OpaquePointer(made(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))))
        cairo_surface_set_device_scale(surface, Double(scale), Double(scale))
        let context = OpaquePointer(made(cairo_create(surface)))
        draw(Drawing(context: context, pango: pango, scale: scale))
        cairo_destroy(context)
    }

    /// Creates a picture of the current content of a widget.
    /// - Throws: ``PictureError/nothingDrawn`` if the widget has no content.
    public init(of widget: Widget) throws(PictureError) {
        width = widget.width
        height = widget.height
        let paintable = made(gtk_widget_paintable_new(widget.pointer.cast()))
        defer { g_object_unref(paintable) }
        let snapshot = OpaquePointer(made(gtk_snapshot_new()))
        gdk_paintable_snapshot(paintable.cast(), snapshot, Double(width), Double(height))
        guard width > 0, height > 0, let node = gtk_snapshot_free_to_node(snapshot) else { throw .nothingDrawn }
        defer { gsk_render_node_unref(node) }
        surface = OpaquePointer(made(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))))
        let context = OpaquePointer(made(cairo_create(surface)))
        gsk_render_node_draw(node, context)
        cairo_destroy(context)
    }

    isolated deinit { cairo_surface_destroy(surface) }

    /// Returns a pixel as 0xAARRGGBB with premultiplied colours.
    public func pixel(x: Int, y: Int) -> UInt32 {
        cairo_surface_flush(surface)
        guard (0..<width).contains(x), (0..<height).contains(y), let data = cairo_image_surface_get_data(surface) else {
            return 0
        }
        let row = data + y * Int(cairo_image_surface_get_stride(surface))
        return UnsafeRawPointer(row + x * 4).loadUnaligned(as: UInt32.self)
    }

    /// Copies the picture to the clipboard of a widget's display.
    public func copy(from widget: Widget) {
        cairo_surface_flush(surface)
        guard let data = cairo_image_surface_get_data(surface) else { return }
        let stride = Int(cairo_image_surface_get_stride(surface))
        guard let bytes = g_bytes_new(data, gsize(stride * height)) else { return }
        defer { g_bytes_unref(bytes) }
        // Cairo's pixels are native numbers of 32 bits, as these are on a machine of this byte order.
        let texture = made(
            gdk_memory_texture_new(
                Int32(width), Int32(height), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, gsize(stride)))
        gdk_clipboard_set_texture(gtk_widget_get_clipboard(widget.pointer.cast()), texture.cast())
        g_object_unref(texture)
    }

    /// Writes the picture as a PNG file.
    /// - Throws: ``PictureError/notWritten(path:reason:)``.
    public func write(to path: String) throws(PictureError) {
        let status = cairo_surface_write_to_png(surface, path)
        guard status == CAIRO_STATUS_SUCCESS else {
            throw .notWritten(path: path, reason: String(cString: cairo_status_to_string(status)))
        }
    }
}
