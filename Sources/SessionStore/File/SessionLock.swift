import Glibc

/// A lock that prevents two recorders from writing to one file. The kernel releases it when the process ends.
///
/// It covers a byte that SQLite does not lock, and belongs to a separate open file description, so that SQLite's locks
/// and this one do not interfere.
final class SessionLock {
    private static let place: off_t = 1 << 40
    /// `F_OFD_SETLK`, which the C library's header does not expose to Swift.
    private static let setOpenFileLock: Int32 = 37
    private let descriptor: Int32

    /// Acquires the lock of a file.
    /// - Throws: ``SessionError/alreadyRecording(path:)`` if another program, or another writer in this one, holds it.
    init(path: String) throws(SessionError) {
        let opened = open(path, O_RDWR | O_CLOEXEC)
        guard opened >= 0 else { throw errno == ENOENT ? .notFound(path: path) : .notPermitted(path: path) }
        var lock = Self.lock(F_WRLCK)
        // On a file system without locks (EINVAL, ENOLCK), recording continues without one.
        if fcntl(opened, Self.setOpenFileLock, &lock) != 0, errno == EAGAIN || errno == EACCES {
            close(opened)
            throw .alreadyRecording(path: path)
        }
        descriptor = opened
    }

    deinit { Glibc.close(descriptor) }

    /// Waits until the file's contents are on disk. Returns `false` if that failed.
    func synchronize() -> Bool { fsync(descriptor) == 0 }

    private static func lock(_ kind: Int32) -> flock {
        var lock = flock()
        lock.l_type = Int16(kind)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = place
        lock.l_len = 1
        return lock
    }
}
