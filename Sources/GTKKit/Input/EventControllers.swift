import CGTK

/// An object that handles input events of a widget; ``Widget/install(_:)`` adds it to the widget.
public class EventController: ObjectRef {
    /// Lets the controller receive events before the widget's children.
    public func seesEventsFirst() {
        gtk_event_controller_set_propagation_phase(pointer.cast(), GTK_PHASE_CAPTURE)
    }
}

/// The modifier keys held during an event.
public struct Modifiers: OptionSet, Sendable {
    /// The bits of `GdkModifierType`.
    public let rawValue: UInt32

    /// Creates modifiers from the bits of `GdkModifierType`.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The Shift key.
    public static let shift = Modifiers(rawValue: GDK_SHIFT_MASK.rawValue)
    /// The Control key.
    public static let control = Modifiers(rawValue: GDK_CONTROL_MASK.rawValue)
    /// The Alt key.
    public static let alt = Modifiers(rawValue: GDK_ALT_MASK.rawValue)
}

/// Tracks the pointer over a widget.
public final class PointerController: EventController {
    /// Creates a controller for pointer motion.
    /// - Parameters:
    ///   - move: Called with the pointer's position in the widget.
    ///   - leave: Called when the pointer leaves the widget.
    public init(
        move: @escaping @MainActor (_ x: Double, _ y: Double) -> Void, leave: @escaping @MainActor () -> Void
    ) {
        super.init(owning: made(gtk_event_controller_motion_new()))
        connect(Signal<Double, Double>("motion")) { x, y in move(x, y) }
        connect("leave") { leave() }
    }
}

/// Detects when the keyboard focus enters or leaves a widget.
public final class FocusController: EventController {
    /// Creates a controller for the focus.
    /// - Parameters:
    ///   - enter: Called when the widget or one of its descendants receives the focus.
    ///   - leave: Called when the focus leaves the widget and all its descendants.
    public init(
        enter: @escaping @MainActor () -> Void = {}, leave: @escaping @MainActor () -> Void
    ) {
        super.init(owning: made(gtk_event_controller_focus_new()))
        connect("enter") { enter() }
        connect("leave") { leave() }
    }
}

/// Detects clicks of one mouse button.
public final class ClickGesture: EventController {
    /// The mouse button that a gesture responds to.
    public enum Button: UInt32, Sendable {
        /// The button that selects and activates, usually the left one.
        case primary = 1
        /// The button that opens context menus, usually the right one.
        case secondary = 3
    }

    /// Creates a gesture for clicks.
    /// - Parameters:
    ///   - button: The button to respond to.
    ///   - click: Called on release with the number of consecutive clicks and the position.
    public init(
        _ button: Button = .primary, _ click: @escaping @MainActor (_ count: Int, _ x: Double, _ y: Double) -> Void
    ) {
        super.init(owning: made(gtk_gesture_click_new()))
        gtk_gesture_single_set_button(pointer.cast(), button.rawValue)
        connect(Signal<Int32, Double, Double>("released")) { count, x, y in click(Int(count), x, y) }
    }
}

/// Detects scrolling by wheel or touchpad.
public final class ScrollController: EventController {
    /// Creates a controller for scrolling.
    /// - Parameter scroll: Called with the scroll distance; returns true if it was handled.
    public init(_ scroll: @escaping @MainActor (_ dx: Double, _ dy: Double) -> Bool) {
        super.init(owning: made(gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES)))
        connect(asking: Signal<Double, Double>("scroll")) { dx, dy in scroll(dx, dy) }
    }

    /// Whether the current event's distance is in pixels, as a touchpad reports it, and not in steps of a wheel.
    public var isInPixels: Bool { gtk_event_controller_scroll_get_unit(pointer.cast()) == GDK_SCROLL_UNIT_SURFACE }

    /// The modifier keys held during the current event.
    public var modifiers: Modifiers {
        Modifiers(rawValue: gtk_event_controller_get_current_event_state(pointer.cast()).rawValue)
    }
}

/// Detects key presses.
public final class KeyController: EventController {
    /// A key, by its function or character.
    public enum Key: Sendable {
        /// The space bar.
        case space
        /// The left arrow key.
        case left
        /// The right arrow key.
        case right
        /// The up arrow key.
        case up
        /// The down arrow key.
        case down
        /// The key that moves to the start, on the keypad too.
        case home
        /// The key that moves to the end, on the keypad too.
        case end
        /// The Page Up key.
        case pageUp
        /// The Page Down key.
        case pageDown
        /// The Enter key, on the keypad too.
        case enter
        /// The Escape key.
        case escape
        /// A key that types a character.
        case character(Character)
        /// Any other key.
        case other

        init(keyval: UInt32) {
            switch Int32(bitPattern: keyval) {
            case GDK_KEY_space: self = .space
            case GDK_KEY_Left, GDK_KEY_KP_Left: self = .left
            case GDK_KEY_Right, GDK_KEY_KP_Right: self = .right
            case GDK_KEY_Up, GDK_KEY_KP_Up: self = .up
            case GDK_KEY_Down, GDK_KEY_KP_Down: self = .down
            case GDK_KEY_Home, GDK_KEY_KP_Home: self = .home
            case GDK_KEY_End, GDK_KEY_KP_End: self = .end
            case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: self = .pageUp
            case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: self = .pageDown
            case GDK_KEY_Return, GDK_KEY_KP_Enter: self = .enter
            case GDK_KEY_Escape: self = .escape
            default:
                let scalar = gdk_keyval_to_unicode(keyval)
                self = Unicode.Scalar(scalar).flatMap { scalar > 32 ? .character(Character($0)) : nil } ?? .other
            }
        }
    }

    /// Creates a controller for key presses.
    /// - Parameter press: Called for each key press; returns true if it was handled.
    public init(_ press: @escaping @MainActor (Key, Modifiers) -> Bool) {
        super.init(owning: made(gtk_event_controller_key_new()))
        connect(asking: Signal<UInt32, UInt32, RawEnumeration>("key-pressed")) { keyval, _, state in
            press(Key(keyval: keyval), Modifiers(rawValue: UInt32(truncatingIfNeeded: state.rawValue)))
        }
    }
}

/// Accepts files dropped on a widget.
public final class FileDropTarget: EventController {
    /// Creates a target for dropped files.
    /// - Parameter drop: Called with the paths of the dropped files.
    public init(_ drop: @escaping @MainActor ([String]) -> Void) {
        super.init(owning: made(gtk_drop_target_new(gdk_file_list_get_type(), GDK_ACTION_COPY)))
        connect(asking: Signal<DroppedFiles, Double, Double>("drop")) { files, _, _ in
            drop(files.paths)
            return !files.paths.isEmpty
        }
    }
}

/// The files of a drop, converted to paths.
private struct DroppedFiles: SignalArgument {
    let paths: [String]

    static func decode(_ value: UnsafeRawPointer) -> DroppedFiles {
        // The signal's argument is a GValue that contains another GValue.
        guard let inner = g_value_get_boxed(value.assumingMemoryBound(to: GValue.self)),
            let boxed = g_value_get_boxed(inner.assumingMemoryBound(to: GValue.self))
        else { return DroppedFiles(paths: []) }
        var node = gdk_file_list_get_files(OpaquePointer(boxed))
        let first = node
        defer { g_slist_free(first) }
        var paths: [String] = []
        while let item = node {
            if let file = item.pointee.data, let path = g_file_get_path(OpaquePointer(file)) {
                paths.append(String(cString: path))
                g_free(path)
            }
            node = item.pointee.next
        }
        return DroppedFiles(paths: paths)
    }
}
