import CGTK

/// Detects a finger that rests on a touchscreen; a mouse button does not count.
public final class LongPressGesture: EventController {
    /// Creates a gesture for a finger that rests for the desktop's time of a long press.
    /// - Parameter press: Called with the position of the finger, which is still down; returns true to claim the rest of
    ///   the touch, so that no other gesture receives it.
    public init(_ press: @escaping @MainActor (_ x: Double, _ y: Double) -> Bool) {
        super.init(owning: made(gtk_gesture_long_press_new()))
        connect { _, x, y in press(x, y) }
    }

    /// Creates a gesture for a finger that rests on a window or on one of its popovers.
    /// - Parameter press: Called with the window or popover that is touched, and with the position of the finger there;
    ///   returns true to claim the rest of the touch.
    init(withPopovers press: @escaping @MainActor (_ native: Widget, _ x: Double, _ y: Double) -> Bool) {
        super.init(owning: made(gtk_gesture_long_press_new()))
        seesEventsOfPopovers()
        connect { gesture, _, _ in
            // A widget's coordinates end at its window or popover, so the position comes from the event.
            let sequence = gtk_gesture_single_get_current_sequence(gesture.cast())
            guard let event = gtk_gesture_get_last_event(gesture.cast(), sequence),
                let native = gtk_native_get_for_surface(gdk_event_get_surface(event))
            else { return false }
            var (x, y, left, top) = (0.0, 0.0, 0.0, 0.0)
            guard gdk_event_get_position(event, &x, &y) != 0 else { return false }
            gtk_native_get_surface_transform(native, &left, &top)
            return press(Widget(sinking: UnsafeMutableRawPointer(native)), x - left, y - top)
        }
    }

    private func connect(
        _ press: @escaping @MainActor (_ gesture: UnsafeMutableRawPointer, _ x: Double, _ y: Double) -> Bool
    ) {
        gtk_gesture_single_set_touch_only(pointer.cast(), 1)
        seesEventsFirst()
        connect(Signal<Double, Double>("pressed")) { [pointer] x, y in
            if press(pointer, x, y) { gtk_gesture_set_state(pointer.cast(), GTK_EVENT_SEQUENCE_CLAIMED) }
        }
    }

    /// Receives the touches that another gesture of the same widget claims. Both must be installed.
    public func join(_ other: PressGesture) { gtk_gesture_group(other.pointer.cast(), pointer.cast()) }
}
