import CGTK

/// Tracks a mouse button, or one finger on a touchscreen, from press to release, with the modifier keys that are held.
///
/// Unlike GTK's drag gesture, it lets widgets below receive the press too, unless `begin` claims it.
public final class PressGesture: EventController {
    /// The state of a press at one moment.
    public struct Moment: Sendable {
        /// The pointer's x coordinate in the widget, in pixels.
        public var x: Double
        /// The pointer's y coordinate in the widget, in pixels.
        public var y: Double
        /// The horizontal distance from the point of the press, in pixels.
        public var dx: Double
        /// The vertical distance from the point of the press, in pixels.
        public var dy: Double
        /// The modifier keys held at this moment.
        public var modifiers: Modifiers
        /// Whether a finger presses, not a mouse button.
        public var isTouch: Bool

        /// Whether the pointer has moved further than it does in an unsteady click, or the finger than in a tap.
        public var isDrag: Bool { max(abs(dx), abs(dy)) > (isTouch ? Self.tapReach : Self.clickReach) }

        /// The maximum movements in pixels; that of a finger is GTK's for a drag.
        private static let (clickReach, tapReach) = (5.0, 8.0)
    }

    /// The state kept while the button is held. The callbacks own it, because the widget outlives this wrapper.
    @MainActor
    private final class State {
        var start = (x: 0.0, y: 0.0)
        var isTaken = false
        var isTouch = false
        /// Whether the gesture began with a press, and not with the finger that remains of two.
        var isPress = false
    }

    /// Creates a gesture for one mouse button.
    /// - Parameters:
    ///   - button: The number of the mouse button: 1 for primary, 2 for middle.
    ///   - begin: Called on press; returns true to claim the press, so that no other gesture receives it.
    ///   - move: Called when the pointer moves while the button is held, with whether the press was claimed.
    ///   - end: Called on release, with whether the press was claimed.
    public init(
        button: Int = 1, begin: @escaping @MainActor (Moment) -> Bool,
        move: @escaping @MainActor (Moment, Bool) -> Void = { _, _ in },
        end: @escaping @MainActor (Moment, Bool) -> Void
    ) {
        super.init(owning: made(gtk_gesture_drag_new()))
        gtk_gesture_single_set_button(pointer.cast(), UInt32(button))
        seesEventsFirst()
        let state = State()
        connect(Signal<Double, Double>("drag-begin")) { [pointer] x, y in
            state.isPress = Self.isPress(gtk_event_controller_get_current_event(pointer.cast()))
            guard state.isPress else { return }
            state.start = (x, y)
            state.isTouch =
                gtk_event_controller_get_current_event_device(pointer.cast())
                .map { gdk_device_get_source($0) == GDK_SOURCE_TOUCHSCREEN } ?? false
            state.isTaken = begin(Self.moment(pointer, state, dx: 0, dy: 0))
            if state.isTaken { gtk_gesture_set_state(pointer.cast(), GTK_EVENT_SEQUENCE_CLAIMED) }
        }
        connect(Signal<Double, Double>("drag-update")) { [pointer] dx, dy in
            if state.isPress { move(Self.moment(pointer, state, dx: dx, dy: dy), state.isTaken) }
        }
        connect(Signal<Double, Double>("drag-end")) { [pointer] dx, dy in
            if state.isPress { end(Self.moment(pointer, state, dx: dx, dy: dy), state.isTaken) }
        }
    }

    private static func isPress(_ event: OpaquePointer?) -> Bool {
        guard let event else { return false }
        return [GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN].contains(gdk_event_get_event_type(event))
    }

    private static func moment(
        _ gesture: UnsafeMutableRawPointer, _ state: State, dx: Double, dy: Double
    ) -> Moment {
        let held = gtk_event_controller_get_current_event_state(gesture.cast())
        return Moment(
            x: state.start.x + dx, y: state.start.y + dy, dx: dx, dy: dy,
            modifiers: Modifiers(rawValue: held.rawValue), isTouch: state.isTouch)
    }
}
