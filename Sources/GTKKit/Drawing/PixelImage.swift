import CGTK

/// An image whose pixels are computed directly, for content that needs no general drawing library.
///
/// It uses a surface in a cairo node rather than a texture, because GTK 4.8's cairo renderer converts every texture in
/// every frame. The pixels are written once; to change them, create another image, because a frame might still show
/// this one.
@MainActor
public final class PixelImage {
    private let surface: OpaquePointer
    /// The width in screen pixels.
    public let width: Int
    /// The height in screen pixels.
    public let height: Int

    /// Creates a transparent image with the resolution of a drawing; `nil` if the memory cannot be allocated.
    /// - Parameters:
    ///   - drawing: The drawing that the image will be drawn in.
    ///   - width: The width in pixels of the drawing.
    ///   - height: The height in pixels of the drawing.
    ///   - fill: Writes the pixels as 0xAARRGGBB with premultiplied colours; consecutive rows are `rowLength` pixels
    ///     apart.
    public init?(
        like drawing: Drawing, width: Double, height: Double,
        _ fill: (_ pixels: UnsafeMutableBufferPointer<UInt32>, _ rowLength: Int) -> Void
    ) {
        let scale = Double(drawing.scale)
        self.width = Int((width * scale).rounded(.up))
        self.height = Int((height * scale).rounded(.up))
        guard self.width > 0, self.height > 0 else { return nil }
        let made = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(self.width), Int32(self.height))
        guard let made else { return nil }
        guard cairo_surface_status(made) == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(made) else {
            cairo_surface_destroy(made)
            return nil
        }
        surface = made
        let rowLength = Int(cairo_image_surface_get_stride(made)) / MemoryLayout<UInt32>.stride
        cairo_surface_flush(made)
        let count = rowLength * self.height
        data.withMemoryRebound(to: UInt32.self, capacity: count) {
            fill(UnsafeMutableBufferPointer(start: $0, count: count), rowLength)
        }
        cairo_surface_mark_dirty(made)
        cairo_surface_set_device_scale(made, scale, scale)
    }

    isolated deinit { cairo_surface_destroy(surface) }

    /// Draws the image with its upper-left corner at the origin.
    public func draw(in drawing: Drawing) {
        cairo_set_source_surface(drawing.context, surface, 0, 0)
        cairo_paint(drawing.context)
    }
}

extension Drawing {
    /// The number of screen pixels per drawing pixel, along each side.
    public var sharpness: Double { Double(scale) }
}
