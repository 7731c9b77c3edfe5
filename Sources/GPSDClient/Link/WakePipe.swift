import Glibc

/// Wakes a thread that waits in `poll`.
final class WakePipe: Sendable {
    /// What becomes readable.
    let readEnd: CInt
    private let writeEnd: CInt

    /// Opens the pipe; where the system has no descriptor left, it wakes nobody, and the waits are bounded anyway.
    init() {
        var ends: [CInt] = [-1, -1]
        if pipe(&ends) == 0 {
            for end in ends {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
            }
        }
        readEnd = ends[0]
        writeEnd = ends[1]
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Wakes the thread; it stays woken.
    func signal() {
        var byte: UInt8 = 1
        _ = write(writeEnd, &byte, 1)
    }
}
