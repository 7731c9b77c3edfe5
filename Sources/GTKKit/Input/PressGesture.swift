import CGTK

/// Follows the primary button from press to release, with the modifier keys that are held.
///
/// Unlike a drag of GTK it lets what lies below continue unless it is asked to take the press for itself.
public final class PressGesture: EventController {
    /// A moment of a press.
    public struct Moment: Sendable {
        /// Where the pointer is in the widget.
        public var x: Double
        /// Where the pointer is in the widget.
        public var y: Double
        /// Pixels from where the button was pressed.
        public var dx: Double
        /// Pixels from where the button was pressed.
        public var dy: Double
        /// The modifier keys that are held.
        public var modifiers: Modifiers

        /// Whether the pointer has gone further than a hand trembles.
        public var isDrag: Bool { abs(dx) > 5 || abs(dy) > 5 }
    }

    /// What the gesture remembers while the button is held; the callbacks hold it, since the widget outlives this
    /// wrapper.
    @MainActor
    private final class State {
        var start = (x: 0.0, y: 0.0)
        var isTaken = false
    }

    /// Creates one.
    /// - Parameters:
    ///   - button: The mouse button: 1 primary, 2 middle.
    ///   - begin: Called on press; true takes the press away from everything else.
    ///   - move: Called while the button is held, with whether the press was taken.
    ///   - end: Called on release, with whether the press was taken.
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
            state.start = (x, y)
            state.isTaken = begin(Self.moment(pointer, state, dx: 0, dy: 0))
            if state.isTaken { gtk_gesture_set_state(pointer.cast(), GTK_EVENT_SEQUENCE_CLAIMED) }
        }
        connect(Signal<Double, Double>("drag-update")) { [pointer] dx, dy in
            move(Self.moment(pointer, state, dx: dx, dy: dy), state.isTaken)
        }
        connect(Signal<Double, Double>("drag-end")) { [pointer] dx, dy in
            end(Self.moment(pointer, state, dx: dx, dy: dy), state.isTaken)
        }
    }

    private static func moment(
        _ gesture: UnsafeMutableRawPointer, _ state: State, dx: Double, dy: Double
    ) -> Moment {
        let held = gtk_event_controller_get_current_event_state(gesture.cast())
        return Moment(
            x: state.start.x + dx, y: state.start.y + dy, dx: dx, dy: dy,
            modifiers: Modifiers(rawValue: held.rawValue))
    }
}
