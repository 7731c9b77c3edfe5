import CGTK

/// The size and weight of text.
public struct TextStyle: Sendable, Hashable {
    /// The weight of the font.
    public enum Weight: Sendable, Hashable {
        /// The weight of running text.
        case regular
        /// A weight between regular and bold.
        case semibold
        /// The weight of emphasised text.
        case bold

        var native: PangoWeight {
            switch self {
            case .regular: PANGO_WEIGHT_NORMAL
            case .semibold: PANGO_WEIGHT_SEMIBOLD
            case .bold: PANGO_WEIGHT_BOLD
            }
        }
    }

    /// The size in pixels, for a desktop whose text has the usual size; see ``Drawing/textScale``.
    public var size: Double
    /// The weight of the font.
    public var weight: Weight
    /// Whether all digits have the same width.
    public var hasTabularDigits: Bool

    /// Creates a style from a size in pixels, for a desktop whose text has the usual size.
    public init(size: Double, weight: Weight = .regular, hasTabularDigits: Bool = false) {
        self.size = size
        self.weight = weight
        self.hasTabularDigits = hasTabularDigits
    }
}

/// The position of a text relative to its anchor point.
public struct TextAnchor: Sendable, Hashable {
    /// The fraction of the width to the left of the point.
    public var x: Double
    /// The fraction of the height above the point.
    public var y: Double

    /// Creates an anchor from fractions of the text's width and height.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The text starts at the point and is centred vertically.
    public static let leading = TextAnchor(x: 0, y: 0.5)
    /// The text is centred on the point.
    public static let center = TextAnchor(x: 0.5, y: 0.5)
    /// The text ends at the point and is centred vertically.
    public static let trailing = TextAnchor(x: 1, y: 0.5)
}

extension Drawing {
    /// Returns the size of a string, in pixels.
    public func measure(_ text: String, _ style: TextStyle) -> (width: Double, height: Double) {
        guard let layout = layout(text, style) else { return (0, 0) }
        defer { g_object_unref(layout) }
        return size(of: layout)
    }

    /// Draws text in the current colour, in the desktop's font.
    /// - Returns: Its size in pixels.
    @discardableResult
    public func text(
        _ text: String, x: Double, y: Double, anchor: TextAnchor = .leading, _ style: TextStyle
    ) -> (width: Double, height: Double) {
        guard let layout = layout(text, style) else { return (0, 0) }
        defer { g_object_unref(layout) }
        let size = size(of: layout)
        cairo_move_to(context, x - size.width * anchor.x, y - size.height * anchor.y)
        pango_cairo_show_layout(context, layout.cast())
        cairo_new_path(context)
        return size
    }

    /// Strokes the outline of text in the current colour, with its upper-left corner at a point.
    func textRim(_ text: String, x: Double, y: Double, width: Double, _ style: TextStyle) {
        guard let layout = layout(text, style) else { return }
        defer { g_object_unref(layout) }
        cairo_move_to(context, x, y)
        pango_cairo_layout_path(context, layout.cast())
        setLine(width: width)
        cairo_stroke(context)
    }

    private func layout(_ text: String, _ style: TextStyle) -> UnsafeMutableRawPointer? {
        let layout: UnsafeMutableRawPointer =
            if let pango { made(pango_layout_new(pango.cast())) } else { made(pango_cairo_create_layout(context)) }
        guard setText(of: layout, text, style, font: pango, textScale: textScale) else {
            g_object_unref(layout)
            return nil
        }
        return layout
    }
}

extension Canvas {
    /// Returns the size that a text on the canvas has, in pixels.
    public func measure(_ text: String, _ style: TextStyle) -> (width: Double, height: Double) {
        guard let pango = gtk_widget_get_pango_context(pointer.cast()).map({ UnsafeMutableRawPointer($0) }) else {
            return (0, 0)
        }
        let layout = made(pango_layout_new(pango.cast()))
        defer { g_object_unref(layout) }
        guard setText(of: layout, text, style, font: pango, textScale: textScale) else { return (0, 0) }
        return size(of: layout)
    }
}

/// Returns the size of a layout, in pixels.
private func size(of layout: UnsafeMutableRawPointer) -> (width: Double, height: Double) {
    var width: Int32 = 0
    var height: Int32 = 0
    pango_layout_get_size(layout.cast(), &width, &height)
    return (Double(width) / Double(PANGO_SCALE), Double(height) / Double(PANGO_SCALE))
}

/// Sets the text of a layout in the font of a context.
/// - Returns: False if the memory for the font cannot be allocated.
private func setText(
    of layout: UnsafeMutableRawPointer, _ text: String, _ style: TextStyle, font context: UnsafeMutableRawPointer?,
    textScale: Double
) -> Bool {
    let font = context.flatMap { pango_context_get_font_description($0.cast()) }
    guard let description = font.flatMap({ pango_font_description_copy($0) }) ?? pango_font_description_new() else {
        return false
    }
    defer { pango_font_description_free(description) }
    pango_font_description_set_absolute_size(description, style.size * textScale * Double(PANGO_SCALE))
    pango_font_description_set_weight(description, style.weight.native)
    pango_layout_set_font_description(layout.cast(), description)
    if style.hasTabularDigits, let attributes = pango_attr_list_new() {
        pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"))
        pango_layout_set_attributes(layout.cast(), attributes)
        pango_attr_list_unref(attributes)
    }
    pango_layout_set_text(layout.cast(), text, -1)
    return true
}
