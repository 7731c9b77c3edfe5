import Glibc

/// A pipe that wakes a thread waiting in `poll`.
package final class WakePipe: Sendable {
    /// The descriptor that becomes readable.
    package let readEnd: CInt
    private let writeEnd: CInt

    /// Opens the pipe. If the system has no free descriptors, the pipe never wakes a thread.
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

    /// Wakes the thread, which stays awake until ``clear()``.
    package func signal() {
        var byte: UInt8 = 1
        _ = write(writeEnd, &byte, 1)
    }

    /// Clears the wake-up, so that the thread can wait again.
    package func clear() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(readEnd, &bytes, bytes.count) == bytes.count {}
    }
}
