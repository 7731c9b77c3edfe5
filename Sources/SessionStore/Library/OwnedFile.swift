import Foundation
import Glibc

/// A small library file that only its owner can read, and that is always replaced as a whole.
struct OwnedFile: Sendable {
    /// The path of the file, which need not exist.
    let path: String

    /// The maximum size in bytes; a larger file is invalid.
    private static let largestSize = 64 << 20

    /// Returns the contents; `nil` if there is no file yet.
    /// - Throws: ``SessionError`` if the file is invalid or cannot be read.
    func contents() throws(SessionError) -> Data? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            // A file that cannot be examined is not an empty one, which the next change would replace.
            guard errno == ENOENT else { throw .notPermitted(path: path) }
            return nil
        }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.largestSize else {
            throw .damaged(path: path, detail: "it is not a regular file of at most 64 MB")
        }
        guard let data = FileManager.default.contents(atPath: path) else { throw .notPermitted(path: path) }
        return data
    }

    /// Replaces the contents.
    /// - Throws: ``SessionError``; the file then is either unchanged or complete.
    func replace(with data: Data) throws(SessionError) {
        let draft = path + ".new"
        unlink(draft)
        guard
            FileManager.default.createFile(atPath: draft, contents: data, attributes: [.posixPermissions: 0o600]),
            Self.flush(draft), rename(draft, path) == 0
        else {
            unlink(draft)
            throw .notPermitted(path: path)
        }
    }

    /// Renames the file to an unused name, so that none of its contents are lost.
    /// - Returns: The new path.
    /// - Throws: ``SessionError/notPermitted(path:)``.
    func putAside() throws(SessionError) -> String {
        var number = 1
        var aside = path + ".damaged"
        while access(aside, F_OK) == 0 {
            number += 1
            aside = path + ".damaged-\(number)"
        }
        guard rename(path, aside) == 0 else { throw .notPermitted(path: path) }
        return aside
    }

    /// Acquires the lock that serializes changes by several programs. Closing the returned descriptor releases it.
    func locked() throws(SessionError) -> Int32 {
        let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw .notPermitted(path: path) }
        // On a file system without locks, the file is changed without one.
        _ = flock(lock, LOCK_EX)
        return lock
    }

    private static func flush(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return fsync(file) == 0
    }
}
