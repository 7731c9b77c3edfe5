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

    /// Runs work that is cancelled on Ctrl+C, after ``watch()``.
    static func cancelling<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let task = Task(operation: work)
        let observer = Task {
            while !isAsked.load(ordering: .relaxed) { try await Task.sleep(for: .milliseconds(50)) }
            task.cancel()
        }
        defer { observer.cancel() }
        return try await task.value
    }

    /// Throws a `CancellationError` if the work should stop.
    static func check() throws {
        if isAsked.load(ordering: .relaxed) { throw CancellationError() }
    }
}
