/// The object behind a C callback's `user_data`: GTK owns a reference and releases it through the destroy notifier.
package final class CallbackBox<Value> {
    /// The boxed value.
    package let value: Value

    /// Creates a box for a value.
    package init(_ value: Value) { self.value = value }

    /// Returns a retained pointer, whose reference ``release(_:)`` releases.
    package func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// Returns the value behind a pointer from ``retained()``.
    package static func value(of data: UnsafeMutableRawPointer) -> Value {
        Unmanaged<CallbackBox<Value>>.fromOpaque(data).takeUnretainedValue().value
    }

    /// Releases the reference that ``retained()`` added.
    package static func release(_ data: UnsafeMutableRawPointer) {
        Unmanaged<CallbackBox<Value>>.fromOpaque(data).release()
    }
}

/// Runs the body of a C callback that GTK calls on the main thread, with the arguments from C.
///
/// Callback literals are `@Sendable` so that they do not inherit the actor of the surrounding code, because GLib calls
/// some of them on its own threads. Callbacks on the main thread enter the main actor here. The program ends if the
/// thread is not the main thread.
package func onMainThread<each Value, Result: Sendable>(
    _ value: repeat each Value, body: @MainActor (repeat each Value) -> Result
) -> Result {
    let passed = CArguments(values: (repeat each value))
    return MainActor.assumeIsolated { body(repeat each passed.values) }
}

/// The arguments of one C callback, which stay on one thread.
private struct CArguments<each Value>: @unchecked Sendable {
    let values: (repeat each Value)
}
