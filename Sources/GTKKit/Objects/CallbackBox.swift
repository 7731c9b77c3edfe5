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
