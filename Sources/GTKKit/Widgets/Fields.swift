import CGTK

/// Whether code is setting a value, during which no handler is called. Handlers hold this object and not the wrapper,
/// which may be released before the widget.
@MainActor
private final class Setting {
    private(set) var isOn = false

    func during(_ work: () -> Void) {
        isOn = true
        work()
        isOn = false
    }
}

/// A slider over a range of numbers.
public final class Scale: Widget {
    private let setting = Setting()

    /// Creates a horizontal slider.
    public init(_ range: ClosedRange<Double>, step: Double) {
        super.init(
            sinking: made(
                gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, range.lowerBound, range.upperBound, step)))
        gtk_scale_set_draw_value(pointer.cast(), 0)
    }

    /// The value; setting it calls no handler.
    public var value: Double {
        get { gtk_range_get_value(pointer.cast()) }
        set { setting.during { gtk_range_set_value(pointer.cast(), newValue) } }
    }

    /// The value as a screen reader reads it: the number with its unit.
    public func describeValue(_ text: String) {
        let adjustment = gtk_range_get_adjustment(pointer.cast())
        odo_accessible_set_value(
            pointer.cast(), gtk_adjustment_get_lower(adjustment), gtk_adjustment_get_upper(adjustment), value, text)
    }

    /// Calls a handler with true when a pointer grabs the slider, and with false when it releases it.
    public func onGrab(_ handler: @escaping @MainActor (Bool) -> Void) {
        var wasGrabbed = false
        onChange(of: "css-classes") { [weak self] in
            guard let self else { return }
            // GTK marks a slider that is dragged.
            let isGrabbed = gtk_widget_has_css_class(pointer.cast(), "dragging") != 0
            if isGrabbed != wasGrabbed { handler(isGrabbed) }
            wasGrabbed = isGrabbed
        }
    }

    /// Leaves scrolling to the widget that contains the slider.
    public func ignoresWheel() {
        guard let controllers = gtk_widget_observe_controllers(pointer.cast()) else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
        for index in 0..<g_list_model_get_n_items(controllers) {
            guard let controller = g_list_model_get_item(controllers, index) else { continue }
            defer { g_object_unref(controller) }
            let isWheel = g_type_check_instance_is_a(
                controller.assumingMemoryBound(to: GTypeInstance.self), gtk_event_controller_scroll_get_type())
            if isWheel != 0 {
                gtk_event_controller_set_propagation_phase(OpaquePointer(controller), GTK_PHASE_NONE)
            }
        }
    }

    /// Changes the range.
    public func setRange(_ range: ClosedRange<Double>, step: Double, page: Double) {
        setting.during {
            gtk_range_set_range(pointer.cast(), range.lowerBound, max(range.upperBound, range.lowerBound + step))
            gtk_range_set_increments(pointer.cast(), step, page)
        }
    }

    /// Calls `body` with the value whenever the user changes it.
    @discardableResult
    public func onChange(_ body: @escaping @MainActor (Double) -> Void) -> SignalConnection {
        connect("value-changed") { [pointer, setting] in
            if !setting.isOn { body(gtk_range_get_value(pointer.cast())) }
        }
    }
}

/// An editable line of text.
public class TextField: Widget {
    private let setting = Setting()

    package override init(sinking raw: UnsafeMutableRawPointer) { super.init(sinking: raw) }

    /// Creates an empty field.
    public init() { super.init(sinking: made(gtk_entry_new())) }

    /// The characters in the field.
    public var text: String {
        get { Self.text(of: pointer) }
        set { if newValue != text { setting.during { gtk_editable_set_text(pointer.cast(), newValue) } } }
    }

    private static func text(of pointer: UnsafeMutableRawPointer) -> String {
        gtk_editable_get_text(pointer.cast()).map { String(cString: $0) } ?? ""
    }

    /// The text that is shown while the field is empty: what to enter, or what empty means.
    public func setPlaceholder(_ text: String) {
        // A property in every version and of every field; the search field's setter is new in GTK 4.10.
        var value = GValue()
        g_value_init(&value, 16 << 2)
        g_value_set_string(&value, text)
        g_object_set_property(pointer.cast(), "placeholder-text", &value)
        g_value_unset(&value)
    }

    /// Sets the width in characters, and the width to which it may shrink; `nil` for none.
    public func reserve(characters: Int, atLeast minimum: Int? = nil) {
        gtk_editable_set_width_chars(pointer.cast(), Int32(minimum ?? characters))
        gtk_editable_set_max_width_chars(pointer.cast(), Int32(characters))
    }

    /// Aligns the text at the end.
    public func alignEnd() { gtk_editable_set_alignment(pointer.cast(), 1) }

    /// Calls `body` when the user presses Enter.
    @discardableResult
    public func onActivate(_ body: @escaping @MainActor (String) -> Void) -> SignalConnection {
        connect("activate") { [pointer] in body(Self.text(of: pointer)) }
    }

    /// Calls `body` when the text is complete: when the user presses Enter or leaves the field, and when assistive
    /// technology has set a text while the keyboard focus is elsewhere. GTK offers it no other way to complete a text.
    public func onComplete(_ body: @escaping @MainActor (String) -> Void) {
        onActivate(body)
        install(FocusController(leave: { [pointer] in body(Self.text(of: pointer)) }))
        connect("changed") { [weak self] in
            guard let self, !setting.isOn, !holdsFocus else { return }
            // A text is set in two steps, of which the first one removes the old text.
            MainLoop.after(milliseconds: 0) { [weak self] in if let self { body(text) } }
        }
    }

    /// Calls `body` whenever the text changes.
    @discardableResult
    public func onEdit(_ body: @escaping @MainActor (String) -> Void) -> SignalConnection {
        connect("changed") { [pointer] in body(Self.text(of: pointer)) }
    }
}

/// A field for search words, which Escape clears.
public final class SearchField: TextField {
    /// Creates an empty field with a description of what it searches.
    public init(placeholder: String) {
        super.init(sinking: made(gtk_search_entry_new()))
        setPlaceholder(placeholder)
        // Escape clears the search.
        connect("stop-search") { [pointer] in gtk_editable_set_text(pointer.cast(), "") }
    }
}

/// A drop-down list, of which one entry is selected.
public final class DropDown: Widget {
    private let setting = Setting()

    /// Creates a choice.
    public init(_ items: [String]) {
        let list = gtk_string_list_new(nil)
        for item in items { gtk_string_list_append(list, item) }
        super.init(sinking: made(gtk_drop_down_new(list, nil)))
    }

    /// The index of the selected entry; setting it calls no handler.
    public var selected: Int {
        get { Int(gtk_drop_down_get_selected(pointer.cast())) }
        set { setting.during { gtk_drop_down_set_selected(pointer.cast(), UInt32(newValue)) } }
    }

    /// Calls `body` with the index of the entry that the user selected.
    @discardableResult
    public func onSelect(_ body: @escaping @MainActor (Int) -> Void) -> SignalConnection {
        connect("notify::selected") { [pointer, setting] in
            if !setting.isOn { body(Int(gtk_drop_down_get_selected(pointer.cast()))) }
        }
    }
}
