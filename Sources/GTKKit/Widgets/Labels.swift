import CGTK

/// A line or paragraph of text.
public final class Label: Widget {
    /// Creates a label.
    public init(_ text: String = "", classes: [String] = [], aligned: Alignment = .center) {
        super.init(sinking: made(gtk_label_new(text)))
        for name in classes { addClasses(name) }
        switch aligned {
        case .start: gtk_label_set_xalign(pointer.cast(), 0)
        case .end: gtk_label_set_xalign(pointer.cast(), 1)
        case .center: gtk_label_set_justify(pointer.cast(), GTK_JUSTIFY_CENTER)
        case .fill: break
        }
    }

    /// The shown characters, without markup.
    public var text: String {
        get { gtk_label_get_text(pointer.cast()).map { String(cString: $0) } ?? "" }
        set { if newValue != text { gtk_label_set_text(pointer.cast(), newValue) } }
    }

    /// Truncates text that does not fit, with an ellipsis.
    /// - Parameter characters: The maximum natural width in characters; `nil` for the width of the text.
    public func ellipsize(askingFor characters: Int? = nil) {
        gtk_label_set_ellipsize(pointer.cast(), PANGO_ELLIPSIZE_END)
        if let characters { gtk_label_set_max_width_chars(pointer.cast(), Int32(characters)) }
    }

    /// Wraps text that does not fit on one line.
    public func wrap(maximumCharacters: Int? = nil) {
        gtk_label_set_wrap(pointer.cast(), 1)
        gtk_label_set_wrap_mode(pointer.cast(), PANGO_WRAP_WORD_CHAR)
        if let maximumCharacters { gtk_label_set_max_width_chars(pointer.cast(), Int32(maximumCharacters)) }
    }

    /// Wraps text that does not fit on one line, and truncates text that does not fit on a number of lines.
    public func wrap(lines: Int) {
        wrap()
        gtk_label_set_ellipsize(pointer.cast(), PANGO_ELLIPSIZE_END)
        gtk_label_set_lines(pointer.cast(), Int32(lines))
        // Otherwise GTK 4.8 gives text that is shorter than an ellipsis a minimum width above its natural one.
        reserve(characters: 4)
    }

    /// Requests at least the width of a number of average characters.
    public func reserve(characters: Int) { gtk_label_set_width_chars(pointer.cast(), Int32(characters)) }

    /// Lets the user select and copy the text.
    public func makeSelectable() { gtk_label_set_selectable(pointer.cast(), 1) }

    /// Sets the widget that the label describes.
    public func setMnemonicWidget(_ other: Widget) {
        gtk_label_set_mnemonic_widget(pointer.cast(), other.pointer.cast())
    }
}

/// Keys, drawn as the caps of a keyboard.
public final class ShortcutLabel: Widget {
    /// Creates a label for an accelerator, such as `<Control>o`.
    public init(_ accelerator: String) { super.init(sinking: made(odo_shortcut_label_new(accelerator))) }
}

/// A named icon.
public final class Icon: Widget {
    /// Creates an icon from the icon theme.
    /// - Parameters:
    ///   - name: Its name in the theme.
    ///   - size: The size in pixels; `nil` for the theme's normal size.
    public init(_ name: String, size: Int? = nil) {
        super.init(sinking: made(gtk_image_new_from_icon_name(name)))
        if let size { gtk_image_set_pixel_size(pointer.cast(), Int32(size)) }
    }

    /// Replaces the icon.
    public func setName(icon name: String) { gtk_image_set_from_icon_name(pointer.cast(), name) }
}
