import Glibc

/// Keeps two recorders from one file: a lock that ends with its process, however that ends.
///
/// It lies beside the bytes that SQLite locks, and on an own open file description, so that neither disturbs the other.
final class SessionLock {
    private static let place: off_t = 1 << 40
    /// `F_OFD_SETLK`, which the C library's header hides from Swift.
    private static let setOpenFileLock: Int32 = 37
    private let descriptor: Int32

    /// Takes the lock of a file.
    /// - Throws: ``SessionError/alreadyRecording(path:)`` where another program, or another writer here, has it.
    init(path: String) throws(SessionError) {
        let opened = open(path, O_RDWR | O_CLOEXEC)
        guard opened >= 0 else { throw errno == ENOENT ? .notFound(path: path) : .notPermitted(path: path) }
        var lock = Self.lock(F_WRLCK)
        // A file system without locks (EINVAL, ENOLCK) records all the same.
        if fcntl(opened, Self.setOpenFileLock, &lock) != 0, errno == EAGAIN || errno == EACCES {
            close(opened)
            throw .alreadyRecording(path: path)
        }
        descriptor = opened
    }

    deinit { Glibc.close(descriptor) }

    private static func lock(_ kind: Int32) -> flock {
        var lock = flock()
        lock.l_type = Int16(kind)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = place
        lock.l_len = 1
        return lock
    }
}
