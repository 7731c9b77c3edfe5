import CGTK

/// Calls back once per frame of a widget's window, until it is released.
@MainActor
public final class FrameTicker {
    private let widget: Widget
    private let id: UInt32

    /// Starts.
    /// - Parameters:
    ///   - widget: The widget whose frames count.
    ///   - tick: Called with the frame's time in seconds from an arbitrary start.
    public init(_ widget: Widget, _ tick: @escaping @MainActor (_ seconds: Double) -> Void) {
        self.widget = widget
        typealias Tick = @MainActor (Double) -> Void
        id = gtk_widget_add_tick_callback(
            widget.pointer.cast(),
            { @Sendable _, clock, data in
                guard let clock, let data else { return 0 }
                onMainThread(clock, data) { clock, data in
                    CallbackBox<Tick>.value(of: data)(Double(gdk_frame_clock_get_frame_time(clock)) / 1e6)
                }
                return 1
            },
            CallbackBox<Tick>(tick).retained(), { @Sendable data in if let data { CallbackBox<Tick>.release(data) } })
    }

    isolated deinit { gtk_widget_remove_tick_callback(widget.pointer.cast(), id) }
}

/// Measures the time for each frame of a widget's window, until it is released.
@MainActor
public final class FrameMeter {
    private var connections: [SignalConnection] = []
    private var began = ContinuousClock.now
    private var isPainted = false

    /// Starts the measurement. The widget must be visible.
    /// - Parameters:
    ///   - widget: The widget whose frames count.
    ///   - measured: Called after each painted frame, with the time from its first phase to its last in milliseconds.
    public init?(_ widget: Widget, measured: @escaping @MainActor (_ milliseconds: Double) -> Void) {
        guard let raw = gtk_widget_get_frame_clock(widget.pointer.cast()) else { return nil }
        let clock = ObjectRef(sinking: made(raw))
        connections = [
            clock.connect("before-paint") { [weak self] in
                self?.began = ContinuousClock.now
                self?.isPainted = false
            },
            clock.connect("paint") { [weak self] in self?.isPainted = true },
            clock.connect("after-paint") { [weak self] in
                guard let self, isPainted else { return }
                let parts = (ContinuousClock.now - began).components
                measured(Double(parts.seconds) * 1e3 + Double(parts.attoseconds) / 1e15)
            },
        ]
    }

    isolated deinit { for connection in connections { connection.disconnect() } }
}
