import CGTK

/// Where a widget lies in more room than it asks for.
public enum Alignment: Sendable {
    /// Takes all of it.
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
    /// Pixels from the left.
    public var x: Double
    /// Pixels from the top.
    public var y: Double
    /// Pixels from left to right.
    public var width: Double
    /// Pixels from top to bottom.
    public var height: Double

    /// Creates a rectangle.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Returns whether two rectangles have a point in common.
    public func intersects(_ other: Frame) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }
}

/// A widget held by one strong reference.
///
/// A handler connected to it must not hold the window around it strongly: `[weak self]`.
@MainActor
open class Widget: ObjectRef {
    /// Asks to be drawn again.
    public func queueDraw() { gtk_widget_queue_draw(pointer.cast()) }

    /// Whether it is shown.
    public var isVisible: Bool {
        get { gtk_widget_get_visible(pointer.cast()) != 0 }
        set { gtk_widget_set_visible(pointer.cast(), newValue ? 1 : 0) }
    }

    /// Whether it answers.
    public var isSensitive: Bool {
        get { gtk_widget_get_sensitive(pointer.cast()) != 0 }
        set { gtk_widget_set_sensitive(pointer.cast(), newValue ? 1 : 0) }
    }

    /// Whether it takes events at all.
    public var canTarget: Bool {
        get { gtk_widget_get_can_target(pointer.cast()) != 0 }
        set { gtk_widget_set_can_target(pointer.cast(), newValue ? 1 : 0) }
    }

    /// Whether the keyboard can reach it.
    public var isFocusable: Bool {
        get { gtk_widget_get_focusable(pointer.cast()) != 0 }
        set { gtk_widget_set_focusable(pointer.cast(), newValue ? 1 : 0) }
    }

    /// Whether it takes spare width.
    public var expandsHorizontally: Bool {
        get { gtk_widget_get_hexpand(pointer.cast()) != 0 }
        set { gtk_widget_set_hexpand(pointer.cast(), newValue ? 1 : 0) }
    }

    /// Whether it takes spare height.
    public var expandsVertically: Bool {
        get { gtk_widget_get_vexpand(pointer.cast()) != 0 }
        set { gtk_widget_set_vexpand(pointer.cast(), newValue ? 1 : 0) }
    }

    /// Where it lies from left to right.
    public var horizontalAlignment: Alignment = .fill {
        didSet { gtk_widget_set_halign(pointer.cast(), horizontalAlignment.native) }
    }

    /// Where it lies from top to bottom.
    public var verticalAlignment: Alignment = .fill {
        didSet { gtk_widget_set_valign(pointer.cast(), verticalAlignment.native) }
    }

    /// What hovering says.
    public var tooltip: String = "" {
        didSet {
            guard tooltip != oldValue else { return }
            // For one that may be showing, GTK grabs the display and asks it where the pointer is: several answers to wait
            // for, of each of hundreds of widgets. One that is in no window shows none.
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

    /// Returns where it lies in another widget; nil if it is not shown there.
    public func frame(in other: Widget) -> Frame? {
        guard gtk_widget_get_mapped(pointer.cast()) != 0 else { return nil }
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(pointer.cast(), other.pointer.cast(), &bounds) != 0 else { return nil }
        return Frame(
            x: Double(bounds.origin.x), y: Double(bounds.origin.y), width: Double(bounds.size.width),
            height: Double(bounds.size.height))
    }

    /// Asks for at least a size in pixels; nil leaves a dimension to the widget.
    public func requestSize(width: Int? = nil, height: Int? = nil) {
        gtk_widget_set_size_request(pointer.cast(), Int32(width ?? -1), Int32(height ?? -1))
    }

    /// The height in pixels that it takes if nothing limits it, its margins included.
    public var naturalHeight: Int {
        var height: Int32 = 0
        gtk_widget_measure(pointer.cast(), GTK_ORIENTATION_VERTICAL, -1, nil, &height, nil, nil)
        return Int(height)
    }

    /// Keeps a distance in pixels on each side.
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

    /// Adds or takes away one style class.
    public func setClass(_ name: String, _ isOn: Bool) {
        if isOn {
            gtk_widget_add_css_class(pointer.cast(), name)
        } else {
            gtk_widget_remove_css_class(pointer.cast(), name)
        }
    }

    /// Gives the widget a name for style sheets and tests.
    public func setName(_ name: String) { gtk_widget_set_name(pointer.cast(), name) }

    /// Says to assistive technology what the widget is called and, where more is to say, what it does.
    public func describe(_ label: String, detail: String? = nil) {
        odo_accessible_describe(pointer.cast(), label, detail)
    }

    /// Takes the keyboard.
    @discardableResult
    public func grabFocus() -> Bool { gtk_widget_grab_focus(pointer.cast()) != 0 }

    /// Whether the keyboard is at it or at something in it.
    public var holdsFocus: Bool {
        gtk_widget_get_state_flags(pointer.cast()).rawValue & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
    }

    /// Binds activation to a named action of the window or application, such as `win.open`.
    public func setAction(_ name: String) {
        gtk_actionable_set_action_name(pointer.cast(), name)
    }

    /// Adds what listens to input.
    public func install(_ controller: EventController) {
        // GTK takes over a reference of its own.
        g_object_ref(controller.pointer)
        gtk_widget_add_controller(pointer.cast(), controller.pointer.cast())
    }

    /// Where a point of this widget lies in another; nil if they share no window.
    public func translate(x: Double, y: Double, to other: Widget) -> (x: Double, y: Double)? {
        var from = graphene_point_t(x: Float(x), y: Float(y))
        var to = graphene_point_t()
        guard gtk_widget_compute_point(pointer.cast(), other.pointer.cast(), &from, &to) != 0 else { return nil }
        return (Double(to.x), Double(to.y))
    }
}
