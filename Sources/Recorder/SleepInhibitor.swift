import Foundation
import Glibc

/// Keeps the machine from falling asleep, where the desktop offers that: a lock of logind, held by `systemd-inhibit`.
///
/// The lock ends with this process, whatever way that ends: its holder waits for the end of a pipe. A machine without
/// logind, or one that does not allow it, records all the same. A lid that is closed is the desktop's own affair.
public final class SleepInhibitor: Sendable {
    private let pipeEnd: CInt

    /// Asks for the lock; nil if there is no such program.
    /// - Parameter reason: What the user reads who asks why the machine does not sleep.
    public init?(reason: String) {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        var launch = ChildLaunch(words: [
            "systemd-inhibit", "--what=sleep:idle", "--who=Odograph", "--why=\(reason)", "--mode=block", "cat",
        ])
        launch.input = .descriptor(ends[0])
        guard case .success(let holder) = launch.start() else {
            close(ends[1])
            return nil
        }
        pipeEnd = ends[1]
        ChildLaunch.awaitEnd(of: holder)
    }

    deinit { close(pipeEnd) }
}
