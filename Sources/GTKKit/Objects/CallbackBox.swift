/// What a C callback's `user_data` points to: owned by GTK, given back to the destroy notifier.
package final class CallbackBox<Value> {
    /// The Swift value.
    package let value: Value

    /// Boxes a value.
    package init(_ value: Value) { self.value = value }

    /// Returns a retained pointer for C.
    package func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// Returns the value behind a pointer that C hands back.
    package static func value(of data: UnsafeMutableRawPointer) -> Value {
        Unmanaged<CallbackBox<Value>>.fromOpaque(data).takeUnretainedValue().value
    }

    /// Gives back the reference that C held.
    package static func release(_ data: UnsafeMutableRawPointer) {
        Unmanaged<CallbackBox<Value>>.fromOpaque(data).release()
    }
}

/// Runs the body of a C callback that GTK calls on the main thread, with the values that C passed.
///
/// A callback literal is `@Sendable`, so that it never inherits the actor of the code around it: GLib calls some of
/// them on threads of its own. Those that run on the main thread enter the main actor here. Ends the program if
/// called on another thread.
package func onMainThread<each Value, Result: Sendable>(
    _ value: repeat each Value, body: @MainActor (repeat each Value) -> Result
) -> Result {
    let passed = PassedByC(values: (repeat each value))
    return MainActor.assumeIsolated { body(repeat each passed.values) }
}

/// Values that C passes to one callback, on one thread.
private struct PassedByC<each Value>: @unchecked Sendable {
    let values: (repeat each Value)
}
