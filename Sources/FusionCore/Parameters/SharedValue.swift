/// A value that copies share until one of them changes it, for large values that rarely change: every copy of the core
/// would hold them otherwise.
@propertyWrapper
struct SharedValue<Value> {
    // An array of one element is shared storage that is copied when it is written.
    private var storage: [Value]

    init(wrappedValue: Value) { storage = [wrappedValue] }

    var wrappedValue: Value {
        @inline(__always) _read { yield storage[0] }
        _modify { yield &storage[0] }
    }
}

extension SharedValue: Sendable where Value: Sendable {}
