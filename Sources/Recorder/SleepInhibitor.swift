import Foundation
import Glibc

/// Keeps the machine from falling asleep, where the desktop offers that: a lock of logind, held by `systemd-inhibit`.
///
/// The lock ends with this process, whatever way that ends: its holder waits for the end of a pipe. A machine without
/// logind, or one that does not allow it, records all the same. A lid that is closed is the desktop's own affair.
public final class SleepInhibitor: Sendable {
    private let pipeEnd: CInt

    /// Asks for the lock; nil where there is no such program.
    /// - Parameter reason: What a person reads who asks why the machine does not sleep.
    public init?(reason: String) {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        guard let holder = Self.start(reason: reason, reading: ends[0]) else {
            close(ends[1])
            return nil
        }
        pipeEnd = ends[1]
        // Somebody has to take note of its end as long as this process lives.
        Thread.detachNewThread {
            var status: CInt = 0
            while waitpid(holder, &status, 0) < 0, errno == EINTR {}
        }
    }

    deinit { close(pipeEnd) }

    private static func start(reason: String, reading descriptor: CInt) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, descriptor, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // In a group of its own, since Ctrl-C is not meant for it.
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        let words = [
            "systemd-inhibit", "--what=sleep:idle", "--who=Odograph", "--why=\(reason)", "--mode=block", "cat",
        ]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        arguments.append(nil)
        var process: pid_t = 0
        return posix_spawnp(&process, words[0], &actions, &attributes, arguments, environ) == 0 ? process : nil
    }
}
