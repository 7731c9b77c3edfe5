import CGTK

/// Calls back once a frame of a widget's window, for as long as it is kept.
@MainActor
public final class FrameTicker {
    private let widget: Widget
    private let id: UInt32

    /// Starts.
    /// - Parameter tick: Called with the frame's time in seconds from an arbitrary start.
    public init(_ widget: Widget, _ tick: @escaping @MainActor (_ seconds: Double) -> Void) {
        self.widget = widget
        typealias Tick = @MainActor (Double) -> Void
        id = gtk_widget_add_tick_callback(
            widget.pointer.cast(),
            { _, clock, data in
                guard let clock, let data else { return 0 }
                MainActor.assumeIsolated {
                    CallbackBox<Tick>.value(of: data)(Double(gdk_frame_clock_get_frame_time(clock)) / 1e6)
                }
                return 1
            },
            CallbackBox<Tick>(tick).retained(), { data in if let data { CallbackBox<Tick>.release(data) } })
    }

    isolated deinit { gtk_widget_remove_tick_callback(widget.pointer.cast(), id) }
}

extension Widget {
    /// Calls back after each frame that the widget's window has drawn, until the connection is ended.
    public func onFrameDrawn(_ body: @escaping @MainActor () -> Void) -> SignalConnection? {
        guard let clock = gtk_widget_get_frame_clock(pointer.cast()) else { return nil }
        return ObjectRef(sinking: made(clock)).connect("after-paint") { body() }
    }
}
