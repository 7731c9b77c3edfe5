import CGTK
import Dispatch
import Glibc

/// How Swift's main actor is served while GLib owns the main thread.
public enum MainLoop {
    /// Watches libdispatch's main queue from GLib's default context, below redraws.
    ///
    /// The same two hooks that CoreFoundation's run loop uses: an eventfd that becomes readable with work, and a
    /// function that drains it. Call once, before the loop runs.
    /// - Returns: The source's number, for ``detach(_:)``.
    @discardableResult
    public static func attachMainQueue() -> UInt32 {
        _ = DispatchQueue.main
        let descriptor = _dispatch_get_main_queue_handle_4CF()
        precondition(descriptor >= 0, "libdispatch has no main-queue handle")
        let drain: GUnixFDSourceFunc = { descriptor, _, _ in
            var count: UInt64 = 0
            _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
            _dispatch_main_queue_callback_4CF(nil)
            return 1
        }
        return g_unix_fd_add_full(G_PRIORITY_DEFAULT_IDLE, descriptor, G_IO_IN, drain, nil, nil)
    }

    /// Stops watching.
    public static func detach(_ source: UInt32) { g_source_remove(source) }

    /// Serves what is pending, at most `rounds` times, without waiting; for tests.
    @MainActor
    public static func pump(rounds: Int = 1_000) {
        var left = rounds
        while left > 0, g_main_context_pending(nil) != 0 {
            g_main_context_iteration(nil, 0)
            left -= 1
        }
    }

    /// Calls back once after some milliseconds.
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
