import CGTK

/// A colour in sRGB; each component is 0 ... 1.
public struct Color: Sendable, Hashable {
    /// The red component, 0 ... 1.
    public var red: Double
    /// The green component, 0 ... 1.
    public var green: Double
    /// The blue component, 0 ... 1.
    public var blue: Double
    /// The opacity, from 0 (transparent) to 1 (opaque).
    public var alpha: Double

    /// Creates a colour from components of 0 ... 1.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Creates a colour from 0xRRGGBB, opaque by default.
    public init(_ hex: UInt32, alpha: Double = 1) {
        self.init(
            red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255, blue: Double(hex & 0xFF) / 255,
            alpha: alpha)
    }

    /// Returns the same colour with another opacity.
    public func with(alpha: Double) -> Color { Color(red: red, green: green, blue: blue, alpha: alpha) }
}

/// A cairo context for drawing one frame of one widget.
@MainActor
public struct Drawing {
    let context: OpaquePointer
    let pango: UnsafeMutableRawPointer?
    /// The number of screen pixels per drawing pixel, along each side.
    let scale: Int
    /// Whether it is drawn into a file or on a printer, where text stays text.
    public let isVector: Bool
    /// The factor by which the desktop's text is larger than usual, at least 1. Text is drawn larger by it; lengths that
    /// make room for text have to be multiplied by it.
    public let textScale: Double

    package init(context: OpaquePointer, pango: OpaquePointer?, scale: Int = 1) {
        self.init(context: context, pango: pango.map { UnsafeMutableRawPointer($0) }, scale: scale)
    }

    init(context: OpaquePointer, pango: UnsafeMutableRawPointer?, scale: Int, isVector: Bool = false) {
        self.context = context
        self.isVector = isVector
        self.pango = pango
        self.scale = scale
        textScale = TextScale.factor(of: pango)
    }

    /// The shape of the ends of a line.
    public enum Cap: Sendable {
        /// Ends exactly at the end point.
        case butt
        /// Ends in a semicircle around the end point.
        case round
    }

    /// Sets the colour of subsequent drawing.
    public func setColor(_ color: Color) {
        cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
    }

    /// Sets the width, in pixels, the ends, and the dash pattern of subsequent lines.
    public func setLine(width: Double, cap: Cap = .round, dash: [Double] = []) {
        cairo_set_line_width(context, width)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        cairo_set_line_cap(context, cap == .round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
        cairo_set_dash(context, dash, Int32(dash.count), 0)
    }

    /// Starts a new subpath at a point.
    public func move(_ x: Double, _ y: Double) { cairo_move_to(context, x, y) }

    /// Adds a straight line from the current point to a point.
    public func line(_ x: Double, _ y: Double) { cairo_line_to(context, x, y) }

    /// Discards the current path.
    public func newPath() { cairo_new_path(context) }

    /// Closes the current subpath with a line to its start.
    public func closePath() { cairo_close_path(context) }

    /// Adds an arc; angles are in radians, clockwise from the positive x axis.
    public func arc(x: Double, y: Double, radius: Double, from: Double = 0, to: Double = 2 * .pi) {
        cairo_arc(context, x, y, radius, from, to)
    }

    /// Adds an arc in the opposite direction; angles are in radians and decrease from the first to the second.
    public func arcBack(x: Double, y: Double, radius: Double, from: Double, to: Double) {
        cairo_arc_negative(context, x, y, radius, from, to)
    }

    /// Adds a circle as a separate subpath.
    public func circle(x: Double, y: Double, radius: Double) {
        cairo_new_sub_path(context)
        cairo_arc(context, x, y, radius, 0, 2 * .pi)
        cairo_close_path(context)
    }

    /// Adds a rectangle, with rounded corners if `radius` is positive.
    public func rectangle(x: Double, y: Double, width: Double, height: Double, radius: Double = 0) {
        guard radius > 0 else { return cairo_rectangle(context, x, y, width, height) }
        let radius = min(radius, width / 2, height / 2)
        cairo_new_sub_path(context)
        cairo_arc(context, x + width - radius, y + radius, radius, -.pi / 2, 0)
        cairo_arc(context, x + width - radius, y + height - radius, radius, 0, .pi / 2)
        cairo_arc(context, x + radius, y + height - radius, radius, .pi / 2, .pi)
        cairo_arc(context, x + radius, y + radius, radius, .pi, 1.5 * .pi)
        cairo_close_path(context)
    }

    /// Strokes the current path, and clears it.
    public func stroke() { cairo_stroke(context) }
    /// Strokes the current path without clearing it.
    public func strokePreserving() { cairo_stroke_preserve(context) }
    /// Fills the current path, and clears it.
    public func fill() { cairo_fill(context) }
    /// Fills the current path without clearing it.
    public func fillPreserving() { cairo_fill_preserve(context) }
    /// Fills the whole clip region with the current colour.
    public func paint() { cairo_paint(context) }
    /// Restricts subsequent drawing to the current path.
    public func clip() { cairo_clip(context) }

    /// Saves the drawing state, runs `body`, and restores the state.
    public func saved(_ body: () -> Void) {
        cairo_save(context)
        body()
        cairo_restore(context)
    }

    /// Draws a cairo surface, optionally enlarged, with its upper-left corner at the nearest screen pixel. If the axes
    /// are rotated, its pixels are smoothed.
    package func draw(surface: UnsafeMutableRawPointer, x: Double, y: Double, stretch: Double = 1) {
        cairo_save(context)
        cairo_translate(context, (x * sharpness).rounded() / sharpness, (y * sharpness).rounded() / sharpness)
        if stretch != 1 { cairo_scale(context, stretch, stretch) }
        cairo_set_source_surface(context, OpaquePointer(surface), 0, 0)
        var axes = cairo_matrix_t()
        cairo_get_matrix(context, &axes)
        let isTurned = axes.xy != 0 || axes.yx != 0
        let filter = isTurned ? CAIRO_FILTER_BILINEAR : stretch == 1 ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_FAST
        cairo_pattern_set_filter(cairo_get_source(context), filter)
        cairo_paint(context)
        cairo_restore(context)
    }

    /// Draws a square of one colour, like ``draw(surface:x:y:stretch:)`` a surface of such pixels.
    package func draw(plain pixel: UInt32, side: Double, x: Double, y: Double, stretch: Double = 1) {
        func part(_ shift: UInt32) -> Double { Double(pixel >> shift & 0xFF) / 255 }
        let alpha = part(24)
        guard alpha > 0 else { return }
        saved {
            cairo_translate(context, (x * sharpness).rounded() / sharpness, (y * sharpness).rounded() / sharpness)
            var axes = cairo_matrix_t()
            cairo_get_matrix(context, &axes)
            if axes.xy == 0, axes.yx == 0 { setAntialiasing(false) }
            newPath()
            rectangle(x: 0, y: 0, width: side * stretch, height: side * stretch)
            cairo_set_source_rgba(context, part(16) / alpha, part(8) / alpha, part(0) / alpha, alpha)
            fill()
        }
    }

    /// Moves the origin by an offset in pixels.
    public func translate(_ x: Double, _ y: Double) { cairo_translate(context, x, y) }
    /// Rotates the axes about the origin; the angle is in radians, clockwise.
    public func rotate(_ angle: Double) { cairo_rotate(context, angle) }
    /// Sets the maximum deviation of a drawn curve from the exact one, in pixels.
    public func setTolerance(_ pixels: Double) { cairo_set_tolerance(context, pixels) }
    /// Turns the smoothing of edges on or off.
    public func setAntialiasing(_ isOn: Bool) {
        cairo_set_antialias(context, isOn ? CAIRO_ANTIALIAS_DEFAULT : CAIRO_ANTIALIAS_NONE)
    }
}
