import CGTK

/// Something that listens to a widget's input; ``Widget/install(_:)`` puts it there.
public class EventController: ObjectRef {
    /// Whether it sees events before the widget's children do.
    public func seesEventsFirst() {
        gtk_event_controller_set_propagation_phase(pointer.cast(), GTK_PHASE_CAPTURE)
    }
}

/// Modifier keys that are held.
public struct Modifiers: OptionSet, Sendable {
    /// The bits as GDK has them.
    public let rawValue: UInt32

    /// Creates modifiers from GDK's bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Shift.
    public static let shift = Modifiers(rawValue: GDK_SHIFT_MASK.rawValue)
    /// Control.
    public static let control = Modifiers(rawValue: GDK_CONTROL_MASK.rawValue)
    /// Alt.
    public static let alt = Modifiers(rawValue: GDK_ALT_MASK.rawValue)
}

/// Follows the pointer over a widget.
public final class PointerController: EventController {
    /// Creates one.
    /// - Parameters:
    ///   - move: Called with the pointer's place in the widget.
    ///   - leave: Called when it leaves.
    public init(
        move: @escaping @MainActor (_ x: Double, _ y: Double) -> Void, leave: @escaping @MainActor () -> Void
    ) {
        super.init(owning: made(gtk_event_controller_motion_new()))
        connect(Signal<Double, Double>("motion")) { x, y in move(x, y) }
        connect("leave") { leave() }
    }
}

/// Notices that the keyboard goes elsewhere.
public final class FocusController: EventController {
    /// Creates one.
    /// - Parameter leave: Called when the keyboard leaves the widget and all in it.
    public init(leave: @escaping @MainActor () -> Void) {
        super.init(owning: made(gtk_event_controller_focus_new()))
        connect("leave") { leave() }
    }
}

/// Notices clicks.
public final class ClickGesture: EventController {
    /// The button of a mouse that it notices.
    public enum Button: UInt32, Sendable {
        /// The one that chooses.
        case primary = 1
        /// The one that asks what can be done.
        case secondary = 3
    }

    /// Creates one.
    /// - Parameters:
    ///   - button: The button that it notices.
    ///   - click: Called on release with how many clicks it was and where.
    public init(
        _ button: Button = .primary, _ click: @escaping @MainActor (_ count: Int, _ x: Double, _ y: Double) -> Void
    ) {
        super.init(owning: made(gtk_gesture_click_new()))
        gtk_gesture_single_set_button(pointer.cast(), button.rawValue)
        connect(Signal<Int32, Double, Double>("released")) { count, x, y in click(Int(count), x, y) }
    }
}

/// Notices scrolling.
public final class ScrollController: EventController {
    /// Creates one.
    /// - Parameter scroll: Called with how far; true if that was handled.
    public init(_ scroll: @escaping @MainActor (_ dx: Double, _ dy: Double) -> Bool) {
        super.init(owning: made(gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES)))
        connect(asking: Signal<Double, Double>("scroll")) { dx, dy in scroll(dx, dy) }
    }

    /// The modifier keys that are held now.
    public var modifiers: Modifiers {
        Modifiers(rawValue: gtk_event_controller_get_current_event_state(pointer.cast()).rawValue)
    }
}

/// Notices keys.
public final class KeyController: EventController {
    /// The keys that views ask for by name.
    public enum Key: Sendable {
        /// The space bar.
        case space
        /// An arrow.
        case left
        /// An arrow.
        case right
        /// An arrow.
        case up
        /// An arrow.
        case down
        /// To the start.
        case home
        /// To the end.
        case end
        /// A page.
        case pageUp
        /// A page.
        case pageDown
        /// Away.
        case escape
        /// A key with a character.
        case character(Character)
        /// Any other.
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
            case GDK_KEY_Escape: self = .escape
            default:
                let scalar = gdk_keyval_to_unicode(keyval)
                self = Unicode.Scalar(scalar).flatMap { scalar > 32 ? .character(Character($0)) : nil } ?? .other
            }
        }
    }

    /// Creates one.
    /// - Parameter press: Called for a key; true if it was handled.
    public init(_ press: @escaping @MainActor (Key, Modifiers) -> Bool) {
        super.init(owning: made(gtk_event_controller_key_new()))
        connect(asking: Signal<UInt32, UInt32, RawEnumeration>("key-pressed")) { keyval, _, state in
            press(Key(keyval: keyval), Modifiers(rawValue: UInt32(truncatingIfNeeded: state.rawValue)))
        }
    }
}

/// Takes files that are dropped.
public final class FileDropTarget: EventController {
    /// Creates one.
    /// - Parameter drop: Called with the paths of what was dropped.
    public init(_ drop: @escaping @MainActor ([String]) -> Void) {
        super.init(owning: made(gtk_drop_target_new(gdk_file_list_get_type(), GDK_ACTION_COPY)))
        connect(asking: Signal<DroppedFiles, Double, Double>("drop")) { files, _, _ in
            drop(files.paths)
            return !files.paths.isEmpty
        }
    }
}

/// The files of a drop.
private struct DroppedFiles: SignalArgument {
    let paths: [String]

    static func decode(_ value: UnsafeRawPointer) -> DroppedFiles {
        // The parameter is a GValue within a GValue.
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
