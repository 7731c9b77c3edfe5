import CGTK

/// The desktop's text size, which determines the size of drawn text and the room for it.
enum TextScale {
    /// The default size of text, in pixels: 10 points at 96 dots per inch.
    static let usualFontSize = 40.0 / 3

    /// Returns the size of a context's font in pixels; 0 if the context has no font.
    static func fontSize(of context: UnsafeMutableRawPointer?) -> Double {
        guard let context, let description = pango_context_get_font_description(context.cast()) else { return 0 }
        let size = Double(pango_font_description_get_size(description)) / Double(PANGO_SCALE)
        guard pango_font_description_get_size_is_absolute(description) == 0 else { return size }
        return size * pango_cairo_context_get_resolution(context.cast()) / 72
    }

    /// Returns the factor by which a context's text is larger than usual; 1 for smaller text.
    static func factor(of context: UnsafeMutableRawPointer?) -> Double {
        max(1, fontSize(of: context) / usualFontSize)
    }
}

extension Widget {
    /// The factor by which the desktop's text is larger than usual; 1 for smaller text.
    public var textScale: Double {
        TextScale.factor(of: gtk_widget_get_pango_context(pointer.cast()).map { UnsafeMutableRawPointer($0) })
    }

    /// Returns the room that text needs at the desktop's text size.
    /// - Parameter pixels: The room for text of the usual size, in pixels.
    /// - Returns: Pixels, rounded up.
    public func scaled(_ pixels: Int) -> Int { Int((Double(pixels) * textScale).rounded(.up)) }
}
