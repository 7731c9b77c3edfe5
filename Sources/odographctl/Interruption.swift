import Glibc
import Synchronization

/// The user's request to interrupt long work with Ctrl+C, so that the work can clean up before it ends.
enum Interruption {
    private static let isAsked = Atomic(false)

    /// Starts to catch SIGINT and SIGTERM. From then on they do not end the program; ``check()`` reports them.
    static func watch() {
        for number in [SIGINT, SIGTERM] {
            signal(number) { @Sendable _ in Interruption.isAsked.store(true, ordering: .relaxed) }
        }
    }

    /// Whether the work should stop.
    static var isRequested: Bool { isAsked.load(ordering: .relaxed) }

    /// Throws a `CancellationError` if the work should stop.
    static func check() throws {
        if isRequested { throw CancellationError() }
    }
}
