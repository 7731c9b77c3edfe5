import CGTK
public import GTKKit
public import MapTiles
public import SensorModel

/// The pixels of a tile. They are painted off the main thread, which only copies them to the screen.
///
/// It uses a surface in a cairo node rather than a texture, because GTK 4.8's cairo renderer converts every texture in
/// every frame.
public final class TilePicture: @unchecked Sendable {
    /// The pixels to copy to the screen.
    private enum Content {
        /// Written only in `init`; later accesses only copy from it.
        case surface(OpaquePointer)
        /// The colour of all pixels, as 0xAARRGGBB with premultiplied colours, and the side in pixels of the widget.
        case plain(UInt32, side: Double)
    }

    private let content: Content
    /// The maximum width and height in screen pixels.
    private static let longest = 8_192
    /// The memory that the pixels take, in bytes.
    public let byteCount: Int

    /// The part of a tile that a picture shows, and its resolution.
    public struct Frame: Sendable, Hashable {
        /// The tile of the picture: the drawn one, or a part of it at a deeper level.
        public var address: TileAddress
        /// The tile's side in pixels of the widget.
        public var side: Double
        /// The number of screen pixels per pixel of the widget.
        public var scale: Int
        /// The zoom of the map, which decides widths.
        public var zoom: Double
        /// Whether dark colours are used.
        public var isDark: Bool

        /// Describes a picture.
        public init(address: TileAddress, side: Double, scale: Int, zoom: Double, isDark: Bool) {
            self.address = address
            self.side = side
            self.scale = scale
            self.zoom = zoom
            self.isDark = isDark
        }
    }

    /// Adopts a surface. Of one that is all the same colour, as most of a coarse map seen from near, only that is kept.
    private init(surface: OpaquePointer) {
        let bytes = Int(cairo_image_surface_get_stride(surface)) * Int(cairo_image_surface_get_height(surface))
        guard let color = Self.plainColor(of: surface) else {
            content = .surface(surface)
            byteCount = bytes
            return
        }
        var (scale, unused) = (1.0, 1.0)
        cairo_surface_get_device_scale(surface, &scale, &unused)
        content = .plain(color, side: Double(cairo_image_surface_get_width(surface)) / scale)
        byteCount = 0
        cairo_surface_destroy(surface)
    }

    deinit { if case .surface(let surface) = content { cairo_surface_destroy(surface) } }

    /// Returns the colour that all pixels of a surface have; `nil` if they differ. O(pixels).
    private static func plainColor(of surface: OpaquePointer) -> UInt32? {
        cairo_surface_flush(surface)
        guard let data = cairo_image_surface_get_data(surface) else { return nil }
        // A row is as long as its pixels, because each has four bytes.
        let count = Int(cairo_image_surface_get_width(surface)) * Int(cairo_image_surface_get_height(surface))
        return data.withMemoryRebound(to: UInt32.self, capacity: count) { pixels in
            let pixels = UnsafeBufferPointer(start: pixels, count: count)
            return pixels.first.flatMap { first in pixels.allSatisfy { $0 == first } ? first : nil }
        }
    }

    /// Creates an empty surface that is one pixel larger than a tile, which covers the seam to its neighbour.
    private static func surface(_ frame: Frame) -> OpaquePointer? {
        let pixels = ((frame.side + 1) * Double(frame.scale)).rounded(.up)
        guard pixels.isFinite, (1.0...Double(longest)).contains(pixels) else { return nil }
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(pixels), Int32(pixels)) else {
            return nil
        }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
            cairo_surface_destroy(surface)
            return nil
        }
        cairo_surface_set_device_scale(surface, Double(frame.scale), Double(frame.scale))
        return surface
    }

    /// Paints pixels of any size directly; `nil` if the memory cannot be allocated.
    /// - Parameters:
    ///   - width: The width in screen pixels.
    ///   - height: The height in screen pixels.
    ///   - scale: The number of screen pixels per pixel of the widget.
    ///   - fill: Writes the pixels as 0xAARRGGBB with premultiplied colours; consecutive rows are `rowLength` pixels apart.
    public convenience init?(
        width: Int, height: Int, scale: Double,
        _ fill: (_ pixels: UnsafeMutableBufferPointer<UInt32>, _ rowLength: Int) -> Void
    ) {
        guard (1...Self.longest).contains(width), (1...Self.longest).contains(height),
            let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
        else { return nil }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface)
        else {
            cairo_surface_destroy(surface)
            return nil
        }
        let rowLength = Int(cairo_image_surface_get_stride(surface)) / MemoryLayout<UInt32>.stride
        cairo_surface_flush(surface)
        data.withMemoryRebound(to: UInt32.self, capacity: rowLength * height) {
            fill(UnsafeMutableBufferPointer(start: $0, count: rowLength * height), rowLength)
        }
        cairo_surface_mark_dirty(surface)
        cairo_surface_set_device_scale(surface, scale, scale)
        self.init(surface: surface)
    }

    /// Paints a vector tile, or the part of it that a deeper tile covers; `nil` if the memory cannot be allocated.
    /// - Parameters:
    ///   - drawing: The tile.
    ///   - frame: The part of it, and the size.
    ///   - ground: Whether the tile's background is land; otherwise it is transparent.
    public convenience init?(_ drawing: MapDrawing, _ frame: Frame, ground: MapColor?) {
        guard let surface = Self.surface(frame) else { return nil }
        guard let context = cairo_create(surface) else {
            cairo_surface_destroy(surface)
            return nil
        }
        if let ground {
            TilePainter.setColor(context, ground.hex(isDark: frame.isDark))
            cairo_paint(context)
        }
        TilePainter(context: context, frame: frame, drawing: drawing)?.paint()
        cairo_destroy(context)
        self.init(surface: surface)
    }

    /// Paints a picture that was stored for a tile, or the part of it that a deeper tile covers.
    /// - Throws: ``TilePictureError`` if the bytes are not a picture of a tile.
    public convenience init?(picture bytes: [UInt8], of stored: TileAddress, _ frame: Frame) throws(TilePictureError) {
        let held = g_bytes_new(bytes, gsize(bytes.count))
        defer { g_bytes_unref(held) }
        guard let pixbuf = odo_decode_picture(held) else { throw .notPicture }
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        guard let surface = Self.surface(frame), let part = TilePart(of: stored, frame.address) else { return nil }
        guard let context = cairo_create(surface) else {
            cairo_surface_destroy(surface)
            return nil
        }
        let side = frame.side * part.factor
        cairo_translate(context, -part.x * side, -part.y * side)
        cairo_scale(
            context, side / Double(gdk_pixbuf_get_width(pixbuf)), side / Double(gdk_pixbuf_get_height(pixbuf)))
        odo_cairo_set_picture(context, pixbuf)
        // Blended with nothing at its edge, the picture would have a pale seam to its neighbour.
        cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
        cairo_paint(context)
        if frame.isDark { Self.darken(context) }
        cairo_destroy(context)
        self.init(surface: surface)
    }

    /// The fraction of a stored picture's brightness that is kept in the dark style.
    private static let darkShare = 0.62

    /// Darkens the picture, because a picture for the light style is too bright for a dark window.
    private static func darken(_ context: OpaquePointer) {
        cairo_set_operator(context, CAIRO_OPERATOR_ATOP)
        cairo_set_source_rgba(context, 0, 0, 0, 1 - darkShare)
        cairo_paint(context)
    }

    /// Copies the picture to a place on the widget.
    /// - Parameters:
    ///   - drawing: The target.
    ///   - x: The left edge in pixels, which is rounded.
    ///   - y: The upper edge in pixels, which is rounded.
    ///   - stretch: The factor by which it is enlarged.
    @MainActor
    public func draw(in drawing: Drawing, x: Double, y: Double, stretch: Double = 1) {
        switch content {
        case .surface(let surface):
            drawing.draw(surface: UnsafeMutableRawPointer(surface), x: x, y: y, stretch: stretch)
        case .plain(let color, let side): drawing.draw(plain: color, side: side, x: x, y: y, stretch: stretch)
        }
    }
}

/// The reason why a picture of a tile was not created.
public enum TilePictureError: PhrasedError, Sendable {
    /// The bytes are not a picture, or the picture is larger than a tile.
    case notPicture

    /// A sentence that says what is wrong.
    public var phrase: Phrase {
        Phrase(translatable("A tile of the map is not a picture of a tile: the map might be damaged."))
    }
}

/// The part of a tile that a tile of a deeper level covers.
struct TilePart {
    /// The number of the deeper tile's sides per side of the stored one.
    let factor: Double
    /// The upper left corner of the deeper tile, as a fraction of the stored one's side.
    let x, y: Double

    /// Finds the part; `nil` if the deeper tile is not within the stored one.
    init?(of stored: TileAddress, _ deeper: TileAddress) {
        let levels = deeper.zoom - stored.zoom
        guard deeper.ancestor(levels: levels) == stored else { return nil }
        factor = Double(1 << levels)
        x = Double(deeper.x - stored.x << levels) / factor
        y = Double(deeper.y - stored.y << levels) / factor
    }
}
