import Glibc
import Synchronization

/// Whether the user pressed Ctrl C during long work that cleans up behind itself.
enum Interruption {
    private static let isAsked = Atomic(false)

    /// From now on SIGINT and SIGTERM end nothing by themselves: ``check()`` does.
    static func watch() {
        for number in [SIGINT, SIGTERM] {
            signal(number) { @Sendable _ in Interruption.isAsked.store(true, ordering: .relaxed) }
        }
    }

    /// Throws where the work is to end.
    static func check() throws {
        if isAsked.load(ordering: .relaxed) { throw CancellationError() }
    }
}
