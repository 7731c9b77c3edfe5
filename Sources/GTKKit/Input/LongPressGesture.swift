import CGTK

/// Detects a finger that rests on a touchscreen; a mouse button does not count.
public final class LongPressGesture: EventController {
    /// Creates a gesture for a finger that rests for the desktop's time of a long press.
    /// - Parameter press: Called with the position of the finger, which is still down; returns true to claim the rest of
    ///   the touch, so that no other gesture receives it.
    public convenience init(_ press: @escaping @MainActor (_ x: Double, _ y: Double) -> Bool) {
        self.init(withWidget: { _, x, y in press(x, y) })
    }

    /// Creates a gesture that names the widget on which it is installed, so that its owner need not keep that.
    /// - Parameter press: Called with the widget and the position of the finger; returns true to claim the rest of the
    ///   touch.
    init(withWidget press: @escaping @MainActor (_ widget: Widget, _ x: Double, _ y: Double) -> Bool) {
        super.init(owning: made(gtk_gesture_long_press_new()))
        gtk_gesture_single_set_touch_only(pointer.cast(), 1)
        seesEventsFirst()
        connect(Signal<Double, Double>("pressed")) { [pointer] x, y in
            guard let widget = gtk_event_controller_get_widget(pointer.cast()) else { return }
            guard press(Widget(sinking: UnsafeMutableRawPointer(widget)), x, y) else { return }
            gtk_gesture_set_state(pointer.cast(), GTK_EVENT_SEQUENCE_CLAIMED)
        }
    }

    /// Receives the touches that another gesture of the same widget claims. Both must be installed.
    public func join(_ other: PressGesture) { gtk_gesture_group(other.pointer.cast(), pointer.cast()) }
}
