import CGTK

/// The alignment of a widget in an area that is larger than it requests.
public enum Alignment: Sendable {
    /// Fills the area.
    case fill
    /// At the start: left or top.
    case start
    /// In the middle.
    case center
    /// At the end: right or bottom.
    case end

    var native: GtkAlign {
        switch self {
        case .fill: GTK_ALIGN_FILL
        case .start: GTK_ALIGN_START
        case .center: GTK_ALIGN_CENTER
        case .end: GTK_ALIGN_END
        }
    }
}

/// A rectangle in a widget, in pixels from its upper left corner.
public struct Frame: Sendable, Hashable {
    /// The distance from the left edge, in pixels.
    public var x: Double
    /// The distance from the top edge, in pixels.
    public var y: Double
    /// The width in pixels.
    public var width: Double
    /// The height in pixels.
    public var height: Double

    /// Creates a rectangle.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    init(_ bounds: graphene_rect_t) {
        self.init(
            x: Double(bounds.origin.x), y: Double(bounds.origin.y), width: Double(bounds.size.width),
            height: Double(bounds.size.height))
    }

    /// Returns whether a point is in the rectangle.
    public func contains(x: Double, y: Double) -> Bool {
        x >= self.x && x <= self.x + width && y >= self.y && y <= self.y + height
    }

    /// Returns whether two rectangles have a point in common.
    public func intersects(_ other: Frame) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }
}

/// A GTK widget, held by one strong reference.
///
/// A connected handler must not hold the widget's window strongly: use `[weak self]`.
@MainActor
open class Widget: ObjectRef {
    /// Requests a redraw.
    public func queueDraw() { gtk_widget_queue_draw(pointer.cast()) }

    /// Whether the widget is visible.
    public var isVisible: Bool {
        get { gtk_widget_get_visible(pointer.cast()) != 0 }
        set { gtk_widget_set_visible(pointer.cast(), newValue ? 1 : 0) }
    }

    /// Whether the widget reacts to input; otherwise it is greyed out.
    public var isSensitive: Bool {
        get { gtk_widget_get_sensitive(pointer.cast()) != 0 }
        set { gtk_widget_set_sensitive(pointer.cast(), newValue ? 1 : 0) }
    }

    /// Whether the widget receives pointer events; otherwise they pass to the widget below.
    public var canTarget: Bool {
        get { gtk_widget_get_can_target(pointer.cast()) != 0 }
        set { gtk_widget_set_can_target(pointer.cast(), newValue ? 1 : 0) }
    }

    /// Whether the widget can receive the keyboard focus.
    public var isFocusable: Bool {
        get { gtk_widget_get_focusable(pointer.cast()) != 0 }
        set { gtk_widget_set_focusable(pointer.cast(), newValue ? 1 : 0) }
    }

    /// Whether the widget expands to fill spare width.
    public var expandsHorizontally: Bool {
        get { gtk_widget_get_hexpand(pointer.cast()) != 0 }
        set { gtk_widget_set_hexpand(pointer.cast(), newValue ? 1 : 0) }
    }

    /// Whether the widget expands to fill spare height.
    public var expandsVertically: Bool {
        get { gtk_widget_get_vexpand(pointer.cast()) != 0 }
        set { gtk_widget_set_vexpand(pointer.cast(), newValue ? 1 : 0) }
    }

    /// The position in an area that is wider than requested.
    public var horizontalAlignment: Alignment = .fill {
        didSet { gtk_widget_set_halign(pointer.cast(), horizontalAlignment.native) }
    }

    /// The position in an area that is higher than requested.
    public var verticalAlignment: Alignment = .fill {
        didSet { gtk_widget_set_valign(pointer.cast(), verticalAlignment.native) }
    }

    /// The text that appears when the pointer rests on the widget.
    public var tooltip: String = "" {
        didSet {
            guard tooltip != oldValue else { return }
            // If a tooltip may be visible, GTK asks the display for the pointer: several round trips for each of
            // hundreds of widgets. A widget without a window shows no tooltip.
            let isVisible = gtk_widget_get_root(pointer.cast()) == nil && gtk_widget_get_visible(pointer.cast()) != 0
            if isVisible { gtk_widget_set_visible(pointer.cast(), 0) }
            gtk_widget_set_tooltip_text(pointer.cast(), tooltip.isEmpty ? nil : tooltip)
            if isVisible { gtk_widget_set_visible(pointer.cast(), 1) }
        }
    }

    /// The allocated width in pixels.
    public var width: Int { Int(gtk_widget_get_width(pointer.cast())) }
    /// The allocated height in pixels.
    public var height: Int { Int(gtk_widget_get_height(pointer.cast())) }

    /// Returns the widget's rectangle in another widget; `nil` if it is not visible there.
    public func frame(in other: Widget) -> Frame? {
        guard gtk_widget_get_mapped(pointer.cast()) != 0 else { return nil }
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(pointer.cast(), other.pointer.cast(), &bounds) != 0 else { return nil }
        return Frame(bounds)
    }

    /// Sets the minimum size in pixels; `nil` leaves a dimension to the widget.
    public func requestSize(width: Int? = nil, height: Int? = nil) {
        gtk_widget_set_size_request(pointer.cast(), Int32(width ?? -1), Int32(height ?? -1))
    }

    /// The natural width in pixels, including the margins.
    public var naturalWidth: Int {
        var width: Int32 = 0
        gtk_widget_measure(pointer.cast(), GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
        return Int(width)
    }

    /// The minimum width in pixels, including the margins.
    public var minimumWidth: Int {
        var width: Int32 = 0
        gtk_widget_measure(pointer.cast(), GTK_ORIENTATION_HORIZONTAL, -1, &width, nil, nil, nil)
        return Int(width)
    }

    /// The natural height in pixels, including the margins.
    public var naturalHeight: Int {
        var height: Int32 = 0
        gtk_widget_measure(pointer.cast(), GTK_ORIENTATION_VERTICAL, -1, nil, &height, nil, nil)
        return Int(height)
    }

    /// Sets the margins in pixels.
    public func setMargins(top: Int = 0, bottom: Int = 0, start: Int = 0, end: Int = 0) {
        gtk_widget_set_margin_top(pointer.cast(), Int32(top))
        gtk_widget_set_margin_bottom(pointer.cast(), Int32(bottom))
        gtk_widget_set_margin_start(pointer.cast(), Int32(start))
        gtk_widget_set_margin_end(pointer.cast(), Int32(end))
    }

    /// Adds style classes.
    public func addClasses(_ names: String...) {
        for name in names { gtk_widget_add_css_class(pointer.cast(), name) }
    }

    /// Adds or removes a style class.
    public func setClass(_ name: String, _ isOn: Bool) {
        if isOn {
            gtk_widget_add_css_class(pointer.cast(), name)
        } else {
            gtk_widget_remove_css_class(pointer.cast(), name)
        }
    }

    /// Sets the pointer's shape over the widget by its CSS name, such as `col-resize`.
    public func setCursor(_ name: String) { gtk_widget_set_cursor_from_name(pointer.cast(), name) }

    /// Sets the accessible name and, optionally, the description, which says what the widget does.
    public func describe(_ label: String, detail: String? = nil) {
        odo_accessible_describe(pointer.cast(), label, detail)
    }

    /// Moves the keyboard focus to the widget.
    @discardableResult
    public func grabFocus() -> Bool { gtk_widget_grab_focus(pointer.cast()) != 0 }

    /// Whether the widget or one of its descendants has the keyboard focus.
    public var holdsFocus: Bool {
        gtk_widget_get_state_flags(pointer.cast()).rawValue & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
    }

    /// Binds activation to a named action of the window or application, such as `win.open`.
    @discardableResult
    public func setAction(_ name: String) -> Self {
        gtk_actionable_set_action_name(pointer.cast(), name)
        return self
    }

    /// Adds an event controller.
    public func install(_ controller: EventController) {
        // GTK takes ownership of one reference.
        g_object_ref(controller.pointer)
        gtk_widget_add_controller(pointer.cast(), controller.pointer.cast())
    }

    /// Returns the position in another widget of a point of this one; `nil` if they are not in the same window.
    public func translate(x: Double, y: Double, to other: Widget) -> (x: Double, y: Double)? {
        var from = graphene_point_t(x: Float(x), y: Float(y))
        var to = graphene_point_t()
        guard gtk_widget_compute_point(pointer.cast(), other.pointer.cast(), &from, &to) != 0 else { return nil }
        return (Double(to.x), Double(to.y))
    }
}
