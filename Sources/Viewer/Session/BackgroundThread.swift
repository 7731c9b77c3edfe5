import Foundation
import Synchronization

/// A thread for long work that the user does not wait for. It leaves the processors to the threads that draw.
///
/// A task cannot do that: tasks share their threads, and an ordinary user may lower the priority of a thread but not
/// raise it again.
package enum BackgroundThread {
    /// The niceness that is added to the program's. The thread has about a thirtieth of the weight of an ordinary one,
    /// so that the work also ends on a machine that is always busy.
    private static let niceness: Int32 = 15

    /// Runs work on a new thread.
    /// - Parameter work: The work. Its argument returns true once the calling task is cancelled.
    package static func run<Result: Sendable>(
        _ work: @escaping @Sendable (_ isCancelled: @Sendable () -> Bool) -> Result
    ) async -> Result {
        let flag = CancellationFlag()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    lowerPriority()
                    continuation.resume(returning: work { flag.isCancelled })
                }
            }
        } onCancel: {
            flag.cancel()
        }
    }

    private static func lowerPriority() {
        // On Linux, 0 is the calling thread alone.
        let process = __priority_which_t(PRIO_PROCESS.rawValue)
        setpriority(process, 0, min(19, getpriority(process, 0) + niceness))
    }
}

/// Whether work was cancelled, for a thread that is no task.
private final class CancellationFlag: Sendable {
    private let value = Atomic(false)

    var isCancelled: Bool { value.load(ordering: .relaxed) }

    func cancel() { value.store(true, ordering: .relaxed) }
}
