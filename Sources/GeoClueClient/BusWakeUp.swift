import CGeoClueLibrary

/// Ends the waits of another thread for the bus.
///
/// Unchecked, because GLib allows the use of both of its objects on any thread.
final class BusWakeUp: @unchecked Sendable {
    /// The loop of the thread that uses the bus.
    let context: OpaquePointer
    /// Cancels calls that wait for an answer.
    let cancellable: UnsafeMutablePointer<GCancellable>

    init() {
        context = g_main_context_new()
        cancellable = g_cancellable_new()
    }

    deinit {
        g_main_context_unref(context)
        g_object_unref(cancellable)
    }

    /// Whether ``signal()`` was called.
    var isSignalled: Bool { g_cancellable_is_cancelled(cancellable) != 0 }

    /// Ends the current wait, and all later ones.
    func signal() {
        g_cancellable_cancel(cancellable)
        g_main_context_wakeup(context)
    }

    /// Runs the loop once: until something arrives, for a number of seconds (`nil`: no limit), or until ``signal()``.
    func wait(seconds: Double?) {
        var timer: UnsafeMutablePointer<GSource>?
        if let seconds {
            // Rounded up, so that a deadline has passed when the wait for it ends.
            timer = g_timeout_source_new(guint(min(max(0, seconds), Self.longestWait) * 1_000) + 1)
            g_source_set_callback(timer, { @Sendable _ in 1 }, nil, nil)
            g_source_attach(timer, context)
        }
        g_main_context_iteration(context, 1)
        if let timer {
            g_source_destroy(timer)
            g_source_unref(timer)
        }
    }

    /// The maximum duration of a single wait, in seconds; a longer one is continued.
    private static let longestWait = 86_400.0
}
