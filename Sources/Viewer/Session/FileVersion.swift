import Glibc

/// The state of a file that differs after each change of it.
struct FileVersion: Sendable, Hashable {
    private let seconds: Int
    private let nanoseconds: Int
    private let size: Int
    private let number: UInt

    /// Looks at a file, off the main actor; `nil` if there is none.
    static func read(_ path: String) async -> FileVersion? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return FileVersion(
            seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec, size: status.st_size,
            number: status.st_ino)
    }
}
