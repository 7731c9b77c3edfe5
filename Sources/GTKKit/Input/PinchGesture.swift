import CGTK

/// Tracks two fingers, on a touchscreen or a touchpad, that part, close or move together. No other gesture may have
/// claimed either finger.
public final class PinchGesture: EventController {
    /// The state of the fingers at one moment.
    public struct Moment: Sendable, Hashable {
        /// The x coordinate of the point midway between the fingers, in pixels of the widget.
        public var x: Double
        /// The y coordinate of that point, in pixels of the widget.
        public var y: Double
        /// The distance between the fingers, as a multiple of the distance at first.
        public var scale: Double
    }

    /// Creates a gesture of two fingers.
    /// - Parameters:
    ///   - begin: Called when the second finger is down.
    ///   - move: Called when a finger moves.
    ///   - end: Called when only one finger remains.
    public init(
        begin: @escaping @MainActor (Moment) -> Void, move: @escaping @MainActor (Moment) -> Void,
        end: @escaping @MainActor () -> Void
    ) {
        super.init(owning: made(gtk_gesture_zoom_new()))
        seesEventsFirst()
        connect(Signal<Ignored>("begin")) { [pointer] _ in
            // First, because claiming the fingers ends the press of the first of them.
            if let moment = Self.moment(pointer) { begin(moment) }
            gtk_gesture_set_state(pointer.cast(), GTK_EVENT_SEQUENCE_CLAIMED)
        }
        connect(Signal<Ignored>("update")) { [pointer] _ in if let moment = Self.moment(pointer) { move(moment) } }
        connect(Signal<Ignored>("end")) { _ in end() }
    }

    private static func moment(_ gesture: UnsafeMutableRawPointer) -> Moment? {
        var (x, y) = (0.0, 0.0)
        guard gtk_gesture_get_bounding_box_center(gesture.cast(), &x, &y) != 0 else { return nil }
        return Moment(x: x, y: y, scale: gtk_gesture_zoom_get_scale_delta(gesture.cast()))
    }
}
