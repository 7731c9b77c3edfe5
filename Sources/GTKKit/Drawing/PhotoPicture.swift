import CGTK

/// A photo in its display size. It is decoded off the main thread, which only copies it to the screen.
public final class PhotoPicture: @unchecked Sendable {
    // Written only in `init`; later accesses only copy from it.
    private let surface: OpaquePointer
    /// The width in pixels of the drawing.
    public let width: Double
    /// The height in pixels of the drawing.
    public let height: Double

    /// The way in which a photo fills its area.
    public enum Fit: Sendable {
        /// The whole photo is shown.
        case whole
        /// The middle of the photo fills the area.
        case filling
    }

    /// The maximum number of pixels of a photo that is decoded line by line, and of one that is decoded as a whole.
    private static let mostPixels = (byLine: 300_000_000, whole: 60_000_000)

    /// Decodes a JPEG; `nil` if it is damaged or too large, or if the memory cannot be allocated.
    /// - Parameters:
    ///   - bytes: The file.
    ///   - orientation: The required rotation, as an Exif orientation from 1 to 8.
    ///   - isProgressive: Whether decoding needs the whole picture in memory.
    ///   - width: The width of the area in pixels of the drawing.
    ///   - height: The height of the area in pixels of the drawing.
    ///   - fit: The way in which the photo fills the area.
    ///   - scale: Pixels of the screen per pixel of the drawing.
    public init?(
        jpeg bytes: [UInt8], orientation: Int, isProgressive: Bool, width: Double, height: Double, fit: Fit,
        scale: Double
    ) {
        let held = g_bytes_new(bytes, gsize(bytes.count))
        defer { g_bytes_unref(held) }
        let isTurned = orientation > 4
        let (across, down) = isTurned ? (height, width) : (width, height)
        guard (1...4_096).contains(width * scale), (1...4_096).contains(height * scale),
            let pixbuf = odo_decode_photo(
                held, Int32(across * scale), Int32(down * scale), fit == .filling ? 1 : 0,
                Int32(isProgressive ? Self.mostPixels.whole : Self.mostPixels.byLine))
        else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        let (rawWidth, rawHeight) = (Double(gdk_pixbuf_get_width(pixbuf)), Double(gdk_pixbuf_get_height(pixbuf)))
        let (photoWidth, photoHeight) = isTurned ? (rawHeight, rawWidth) : (rawWidth, rawHeight)
        let factors = (width / photoWidth, height / photoHeight)
        let factor = fit == .filling ? max(factors.0, factors.1) : min(factors.0, factors.1)
        self.width = fit == .filling ? width : photoWidth * factor
        self.height = fit == .filling ? height : photoHeight * factor
        let pixels = (Int32((self.width * scale).rounded(.up)), Int32((self.height * scale).rounded(.up)))
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, pixels.0, pixels.1) else { return nil }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = cairo_create(surface) else {
            cairo_surface_destroy(surface)
            return nil
        }
        self.surface = surface
        cairo_scale(context, scale, scale)
        cairo_translate(context, (self.width - photoWidth * factor) / 2, (self.height - photoHeight * factor) / 2)
        cairo_scale(context, factor, factor)
        var turn = Self.turn(orientation, rawWidth, rawHeight)
        cairo_transform(context, &turn)
        odo_cairo_set_picture(context, pixbuf)
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
        cairo_paint(context)
        cairo_destroy(context)
        cairo_surface_set_device_scale(surface, scale, scale)
    }

    deinit { cairo_surface_destroy(surface) }

    /// Returns the rotation from the stored picture to the upright one.
    private static func turn(_ orientation: Int, _ width: Double, _ height: Double) -> cairo_matrix_t {
        switch orientation {
        case 2: cairo_matrix_t(xx: -1, yx: 0, xy: 0, yy: 1, x0: width, y0: 0)
        case 3: cairo_matrix_t(xx: -1, yx: 0, xy: 0, yy: -1, x0: width, y0: height)
        case 4: cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: -1, x0: 0, y0: height)
        case 5: cairo_matrix_t(xx: 0, yx: 1, xy: 1, yy: 0, x0: 0, y0: 0)
        case 6: cairo_matrix_t(xx: 0, yx: 1, xy: -1, yy: 0, x0: height, y0: 0)
        case 7: cairo_matrix_t(xx: 0, yx: -1, xy: -1, yy: 0, x0: height, y0: width)
        case 8: cairo_matrix_t(xx: 0, yx: -1, xy: 1, yy: 0, x0: 0, y0: width)
        default: cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: 1, x0: 0, y0: 0)
        }
    }

    /// Copies the photo to a place of a drawing, which is rounded to whole pixels of the screen.
    @MainActor
    public func draw(in drawing: Drawing, x: Double, y: Double) {
        drawing.draw(surface: UnsafeMutableRawPointer(surface), x: x, y: y)
    }
}
