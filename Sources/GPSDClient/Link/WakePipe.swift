import Glibc

/// Wakes a thread that waits in `poll`.
package final class WakePipe: Sendable {
    /// What becomes readable.
    package let readEnd: CInt
    private let writeEnd: CInt

    /// Opens the pipe; where the system has no descriptor left, it wakes nobody.
    package init() {
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

    /// Wakes the thread; it stays woken until ``clear()``.
    package func signal() {
        var byte: UInt8 = 1
        _ = write(writeEnd, &byte, 1)
    }

    /// Gets ready to be woken again.
    package func clear() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(readEnd, &bytes, bytes.count) == bytes.count {}
    }
}
