import Foundation
import Glibc
import Launch

/// Prevents the machine from going to sleep, if the desktop supports this: a logind lock held by `systemd-inhibit`.
///
/// The lock is released when this process ends, however it ends, because its holder waits for the end of a pipe.
/// Recording also works without logind, or if logind rejects the lock. The desktop still determines the effect of
/// closing the lid.
public final class SleepInhibitor: Sendable {
    private let pipeEnd: CInt

    /// Requests the lock; `nil` if the program is not installed.
    /// - Parameter reason: The reason that is shown to the user when the machine does not sleep.
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
