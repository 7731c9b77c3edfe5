import CGTK

/// Calls back once a frame of a widget's window, for as long as it is kept.
@MainActor
public final class FrameTicker {
    private let widget: Widget
    private let id: UInt32

    /// Starts.
    /// - Parameters:
    ///   - widget: Whose frames.
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

/// Measures what each frame of a widget's window costs, for as long as it is kept.
@MainActor
public final class FrameMeter {
    private var connections: [SignalConnection] = []
    private var began = ContinuousClock.now
    private var isPainted = false

    /// Starts; the widget must be shown.
    /// - Parameters:
    ///   - widget: Whose frames.
    ///   - measured: Called after each frame that painted, with milliseconds from its first phase to its last.
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
