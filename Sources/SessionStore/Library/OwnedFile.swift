import Foundation
import Glibc

/// A small file of the library that its owner alone reads, and that is replaced whole or not at all.
struct OwnedFile: Sendable {
    /// Where it is; it need not exist.
    let path: String

    /// More than this is no such file.
    private static let largestSize = 64 << 20

    /// Returns what it holds; nil if there is no such file yet.
    /// - Throws: ``SessionError`` where it cannot be read.
    func contents() throws(SessionError) -> Data? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.largestSize else {
            throw .damaged(path: path, detail: "it is no small file")
        }
        guard let data = FileManager.default.contents(atPath: path) else { throw .notPermitted(path: path) }
        return data
    }

    /// Replaces what it holds.
    /// - Throws: ``SessionError``; the file is as it was or as it should be, never half.
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

    /// Gives the file another name, one that is free, so that nothing in it is lost.
    /// - Returns: Its new path.
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

    /// Two programs that change it do so one after the other; the lock ends when the descriptor is closed.
    func locked() throws(SessionError) -> Int32 {
        let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw .notPermitted(path: path) }
        // A file system without locks is changed all the same.
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
