import CGTK

/// The direction in which a container arranges its children.
public enum Orientation: Sendable {
    /// From start to end.
    case horizontal
    /// From top to bottom.
    case vertical

    var native: GtkOrientation {
        switch self {
        case .horizontal: GTK_ORIENTATION_HORIZONTAL
        case .vertical: GTK_ORIENTATION_VERTICAL
        }
    }
}

/// Children in a row or a column.
public final class Box: Widget {
    /// Creates a box.
    public init(_ orientation: Orientation, spacing: Int = 0, children: [Widget] = []) {
        super.init(sinking: made(gtk_box_new(orientation.native, Int32(spacing))))
        for child in children { append(child) }
    }

    /// Creates a box that assistive technology treats as one element; only such a box can be given a name by
    /// ``Widget/describe(_:detail:)``.
    public init(group orientation: Orientation, spacing: Int = 0, children: [Widget] = []) {
        super.init(sinking: made(odo_group_new(orientation.native, Int32(spacing))))
        for child in children { append(child) }
    }

    /// Creates a box for many children in a scroller: only the visible ones are drawn.
    public init(long orientation: Orientation, spacing: Int = 0) {
        super.init(sinking: made(odo_long_box_new(orientation.native, Int32(spacing))))
    }

    /// Adds a child at the end.
    public func append(_ child: Widget) { gtk_box_append(pointer.cast(), child.pointer.cast()) }

    /// Removes a child, which must be one of the box.
    public func remove(_ child: Widget) { gtk_box_remove(pointer.cast(), child.pointer.cast()) }

    /// Removes all children.
    public func removeAll() {
        while let child = gtk_widget_get_first_child(pointer.cast()) { gtk_box_remove(pointer.cast(), child) }
    }

    /// Arranges the children in another direction.
    public func setOrientation(_ orientation: Orientation) {
        gtk_orientable_set_orientation(pointer.cast(), orientation.native)
    }

    /// Whether all children have the same size in the box's direction.
    public func setHomogeneous(_ isOn: Bool) { gtk_box_set_homogeneous(pointer.cast(), isOn ? 1 : 0) }
}

/// Children in rows and columns.
public final class Grid: Widget {
    /// Creates a grid.
    public init(rowSpacing: Int = 0, columnSpacing: Int = 0) {
        super.init(sinking: made(gtk_grid_new()))
        gtk_grid_set_row_spacing(pointer.cast(), UInt32(rowSpacing))
        gtk_grid_set_column_spacing(pointer.cast(), UInt32(columnSpacing))
    }

    /// Places a child in a cell.
    public func attach(_ child: Widget, column: Int, row: Int, columns: Int = 1, rows: Int = 1) {
        gtk_grid_attach(
            pointer.cast(), child.pointer.cast(), Int32(column), Int32(row), Int32(columns), Int32(rows))
    }

    /// Removes all children.
    public func removeAll() {
        while let child = gtk_widget_get_first_child(pointer.cast()) { gtk_grid_remove(pointer.cast(), child) }
    }

    /// Whether all columns are as wide as the widest.
    public func setColumnsHomogeneous(_ isOn: Bool) { gtk_grid_set_column_homogeneous(pointer.cast(), isOn ? 1 : 0) }
}

/// Children in rows, each with as many as the width allows.
public final class FlowBox: Widget {
    /// Creates a box.
    /// - Parameters:
    ///   - columns: The maximum number of children next to each other.
    ///   - spacing: The space between two children, in pixels.
    public init(atMost columns: Int, spacing: Int) {
        super.init(sinking: made(gtk_flow_box_new()))
        gtk_flow_box_set_selection_mode(pointer.cast(), GTK_SELECTION_NONE)
        gtk_flow_box_set_max_children_per_line(pointer.cast(), UInt32(columns))
        gtk_flow_box_set_row_spacing(pointer.cast(), UInt32(spacing))
        gtk_flow_box_set_column_spacing(pointer.cast(), UInt32(spacing))
    }

    /// Adds a child at the end. The keyboard focus skips it.
    public func append(_ child: Widget) {
        gtk_flow_box_insert(pointer.cast(), child.pointer.cast(), -1)
        gtk_widget_set_focusable(gtk_widget_get_parent(child.pointer.cast()), 0)
    }
}

/// A child with other widgets on top of it.
public final class Overlay: Widget {
    /// Creates an overlay over a child.
    public init(_ child: Widget) {
        super.init(sinking: made(gtk_overlay_new()))
        gtk_overlay_set_child(pointer.cast(), child.pointer.cast())
    }

    /// Places a widget on top of the child, according to its alignment.
    public func add(_ child: Widget) { gtk_overlay_add_overlay(pointer.cast(), child.pointer.cast()) }
}

/// A child that can be hidden with an animation.
public final class Revealer: Widget {
    /// The animation with which the child appears and disappears.
    public enum Transition: Sendable {
        /// From the start side.
        case slideRight
        /// From below.
        case slideUp
        /// From above.
        case slideDown
        /// Fading.
        case crossfade
    }

    /// Creates a revealer of a child.
    public init(_ child: Widget, transition: Transition) {
        super.init(sinking: made(gtk_revealer_new()))
        gtk_revealer_set_child(pointer.cast(), child.pointer.cast())
        let native: GtkRevealerTransitionType =
            switch transition {
            case .slideRight: GTK_REVEALER_TRANSITION_TYPE_SLIDE_RIGHT
            case .slideUp: GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP
            case .slideDown: GTK_REVEALER_TRANSITION_TYPE_SLIDE_DOWN
            case .crossfade: GTK_REVEALER_TRANSITION_TYPE_CROSSFADE
            }
        gtk_revealer_set_transition_type(pointer.cast(), native)
    }

    /// Whether the child is shown.
    public var isRevealed: Bool {
        get { gtk_revealer_get_reveal_child(pointer.cast()) != 0 }
        set { gtk_revealer_set_reveal_child(pointer.cast(), newValue ? 1 : 0) }
    }
}

/// Several children, one of which is visible.
public final class Stack: Widget {
    /// Creates an empty stack.
    public init(crossfade: Bool = false) {
        super.init(sinking: made(gtk_stack_new()))
        if crossfade { gtk_stack_set_transition_type(pointer.cast(), GTK_STACK_TRANSITION_TYPE_CROSSFADE) }
    }

    /// Adds a child under a name.
    public func add(_ child: Widget, name: String, title: String) {
        gtk_stack_add_titled(pointer.cast(), child.pointer.cast(), name, title)
    }

    /// The name of the visible child.
    public var visibleName: String {
        get { gtk_stack_get_visible_child_name(pointer.cast()).map { String(cString: $0) } ?? "" }
        set { gtk_stack_set_visible_child_name(pointer.cast(), newValue) }
    }
}

/// A viewport for a child that may be larger than it.
public final class ScrolledWindow: Widget {
    /// Creates a scroller around a child.
    /// - Parameters:
    ///   - child: The content that scrolls.
    ///   - horizontal: Whether it also scrolls sideways.
    public init(_ child: Widget, horizontal: Bool = false) {
        super.init(sinking: made(gtk_scrolled_window_new()))
        gtk_scrolled_window_set_child(pointer.cast(), child.pointer.cast())
        gtk_scrolled_window_set_policy(
            pointer.cast(), horizontal ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    }

    /// The visible part of the child, in pixels from its top.
    public var seen: ClosedRange<Double> {
        let adjustment = gtk_scrolled_window_get_vadjustment(pointer.cast())
        let top = gtk_adjustment_get_value(adjustment)
        return top...(top + max(0, gtk_adjustment_get_page_size(adjustment)))
    }

    /// Scrolls to the top of the child.
    public func showTop() { gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(pointer.cast()), 0) }

    /// Calls `body` when another part of the child becomes visible, including during layout.
    public func onSeen(_ body: @escaping @MainActor () -> Void) {
        guard let raw = gtk_scrolled_window_get_vadjustment(pointer.cast()) else { return }
        let adjustment = ObjectRef(sinking: UnsafeMutableRawPointer(raw))
        adjustment.connect("value-changed") { body() }
        adjustment.connect("changed") { body() }
    }

    /// Grows the scroller to its child's natural size if there is room.
    public func propagateNaturalSize() {
        propagateNaturalHeight(true)
        gtk_scrolled_window_set_propagate_natural_width(pointer.cast(), 1)
    }

    /// Whether the scroller grows to its child's natural height if there is room.
    public func propagateNaturalHeight(_ isOn: Bool) {
        gtk_scrolled_window_set_propagate_natural_height(pointer.cast(), isOn ? 1 : 0)
    }
}

/// A viewport for wrapped text: it grows to the text's height in the width that it has, if there is room.
public final class TextScroller: Widget {
    /// Creates a scroller around a child that contains the text.
    public init(_ child: Widget) { super.init(sinking: made(odo_text_scroller_new(child.pointer.cast()))) }
}

/// A separator line.
public final class Separator: Widget {
    /// Creates a separator.
    public init(_ orientation: Orientation) { super.init(sinking: made(gtk_separator_new(orientation.native))) }
}
