import Synchronization

/// Asks a capture's thread to end.
final class StopFlag: Sendable {
    private let flag = Atomic<Bool>(false)

    /// True once the end was asked for.
    var isSet: Bool { flag.load(ordering: .acquiring) }

    /// Asks for the end.
    func set() { flag.store(true, ordering: .releasing) }
}
