import CGTK
import Dispatch
import Glibc

/// The bridge that runs Swift's main actor while GLib's main loop owns the main thread.
public enum MainLoop {
    /// Adds libdispatch's main queue to GLib's default context, with a lower priority than redraws.
    ///
    /// Uses the two hooks of CoreFoundation's run loop: an eventfd that becomes readable when work is queued, and a
    /// function that drains the queue. Call it once, before the loop runs.
    public static func attachMainQueue() {
        _ = DispatchQueue.main
        let descriptor = _dispatch_get_main_queue_handle_4CF()
        precondition(descriptor >= 0, "libdispatch has no main-queue handle")
        let drain: GUnixFDSourceFunc = { descriptor, _, _ in
            var count: UInt64 = 0
            _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
            _dispatch_main_queue_callback_4CF(nil)
            return 1
        }
        g_unix_fd_add_full(G_PRIORITY_DEFAULT_IDLE, descriptor, G_IO_IN, drain, nil, nil)
    }

    /// Runs pending events without waiting, in at most `rounds` iterations; for tests.
    @MainActor
    public static func pump(rounds: Int = 1_000) {
        var left = rounds
        while left > 0, g_main_context_pending(nil) != 0 {
            g_main_context_iteration(nil, 0)
            left -= 1
        }
    }

    /// Waits at least this many milliseconds, while events are handled.
    @MainActor
    public static func wait(milliseconds: Int) async {
        await withCheckedContinuation { continuation in after(milliseconds: milliseconds) { continuation.resume() } }
    }

    /// Calls back once, after at least this many milliseconds.
    @MainActor
    public static func after(milliseconds: Int, _ body: @escaping @MainActor () -> Void) {
        let box = CallbackBox(body)
        g_timeout_add_full(
            G_PRIORITY_DEFAULT, UInt32(max(0, milliseconds)),
            { @Sendable data in
                guard let data else { return 0 }
                onMainThread(data) { data in CallbackBox<@MainActor () -> Void>.value(of: data)() }
                return 0
            },
            box.retained(),
            { @Sendable data in if let data { CallbackBox<@MainActor () -> Void>.release(data) } })
    }
}
