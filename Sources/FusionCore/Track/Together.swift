/// Runs two independent closures, in parallel if the caller has a thread available, and waits for both.
public typealias Together = (_ one: () -> Void, _ other: () -> Void) -> Void

/// Runs two closures one after the other: a ``Together`` without another thread.
public func oneByOne(_ one: () -> Void, _ other: () -> Void) {
    one()
    other()
}
