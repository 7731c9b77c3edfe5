import CGTK

/// A colour, each component 0 ... 1.
public struct Color: Sendable, Hashable {
    /// The red part.
    public var red: Double
    /// The green part.
    public var green: Double
    /// The blue part.
    public var blue: Double
    /// How opaque it is.
    public var alpha: Double

    /// Creates a colour.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Creates an opaque colour from 0xRRGGBB.
    public init(_ hex: UInt32, alpha: Double = 1) {
        self.init(
            red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255, blue: Double(hex & 0xFF) / 255,
            alpha: alpha)
    }

    /// Returns the colour with another opacity.
    public func with(alpha: Double) -> Color { Color(red: red, green: green, blue: blue, alpha: alpha) }
}

/// Draws into one widget for one frame.
@MainActor
public struct Drawing {
    let context: OpaquePointer
    let pango: UnsafeMutableRawPointer?
    /// Pixels of the screen to a pixel of the drawing, along each side.
    let scale: Int

    package init(context: OpaquePointer, pango: OpaquePointer?, scale: Int = 1) {
        self.init(context: context, pango: pango.map { UnsafeMutableRawPointer($0) }, scale: scale)
    }

    init(context: OpaquePointer, pango: UnsafeMutableRawPointer?, scale: Int) {
        self.context = context
        self.pango = pango
        self.scale = scale
    }

    /// The ends of a line.
    public enum Cap: Sendable {
        /// Cut off.
        case butt
        /// Rounded.
        case round
    }

    /// Sets the colour of what follows.
    public func setColor(_ color: Color) {
        cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
    }

    /// Sets how lines are drawn.
    public func setLine(width: Double, cap: Cap = .round, dash: [Double] = []) {
        cairo_set_line_width(context, width)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        cairo_set_line_cap(context, cap == .round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
        cairo_set_dash(context, dash, Int32(dash.count), 0)
    }

    /// Starts a line.
    public func move(_ x: Double, _ y: Double) { cairo_move_to(context, x, y) }

    /// Goes on with a line.
    public func line(_ x: Double, _ y: Double) { cairo_line_to(context, x, y) }

    /// Starts a new path.
    public func newPath() { cairo_new_path(context) }

    /// Closes a path.
    public func closePath() { cairo_close_path(context) }

    /// Adds an arc, angles in radians clockwise from the right.
    public func arc(x: Double, y: Double, radius: Double, from: Double = 0, to: Double = 2 * .pi) {
        cairo_arc(context, x, y, radius, from, to)
    }

    /// Adds a circle of its own.
    public func circle(x: Double, y: Double, radius: Double) {
        cairo_new_sub_path(context)
        cairo_arc(context, x, y, radius, 0, 2 * .pi)
        cairo_close_path(context)
    }

    /// Adds a rectangle.
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

    /// Strokes the path.
    public func stroke() { cairo_stroke(context) }
    /// Fills the path.
    public func fill() { cairo_fill(context) }
    /// Fills the path and keeps it.
    public func fillPreserving() { cairo_fill_preserve(context) }
    /// Fills everything.
    public func paint() { cairo_paint(context) }
    /// Limits what follows to the path.
    public func clip() { cairo_clip(context) }

    /// Draws with changes that end with `body`.
    public func saved(_ body: () -> Void) {
        cairo_save(context)
        body()
        cairo_restore(context)
    }

    /// Copies a surface of cairo's with its upper left corner at the nearest pixel, enlarged if that is asked for.
    package func draw(surface: UnsafeMutableRawPointer, x: Double, y: Double, stretch: Double = 1) {
        cairo_save(context)
        cairo_translate(context, (x * sharpness).rounded() / sharpness, (y * sharpness).rounded() / sharpness)
        if stretch != 1 { cairo_scale(context, stretch, stretch) }
        cairo_set_source_surface(context, OpaquePointer(surface), 0, 0)
        cairo_pattern_set_filter(cairo_get_source(context), stretch == 1 ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_FAST)
        cairo_paint(context)
        cairo_restore(context)
    }

    /// Moves the origin.
    public func translate(_ x: Double, _ y: Double) { cairo_translate(context, x, y) }
    /// Turns about the origin, radians clockwise.
    public func rotate(_ angle: Double) { cairo_rotate(context, angle) }
    /// Sets how far from the true curve a drawn one may be, in pixels.
    public func setTolerance(_ pixels: Double) { cairo_set_tolerance(context, pixels) }
    /// Whether edges are smoothed.
    public func setAntialiasing(_ isOn: Bool) {
        cairo_set_antialias(context, isOn ? CAIRO_ANTIALIAS_DEFAULT : CAIRO_ANTIALIAS_NONE)
    }
}
