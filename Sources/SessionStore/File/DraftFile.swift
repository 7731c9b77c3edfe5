import Glibc

/// An incomplete file next to its final name, locked while this program works on it.
///
/// The lock shows whether the program is still running. A process ID would not: it may now belong to another program,
/// to a killed program that has not been waited for, or to another container that shares the folder.
final class DraftFile: Sendable {
    /// The draft's path: the final path, a mark, and the process ID.
    let path: String
    private let descriptor: Int32

    private static let mark = ".\(Schema.fileExtension).new-"

    /// Creates the file, empty and locked.
    /// - Throws: ``SessionError`` with the final name.
    init(of final: String) throws(SessionError) {
        guard !final.utf8.contains(0) else { throw .notPermitted(path: final) }
        // The properties are set last: an error after that would run `deinit`, which could remove another draft.
        let path = final + ".new-\(getpid())"
        var (descriptor, failure) = Self.create(path)
        if failure == EEXIST, Self.isAbandoned(path), unlink(path) == 0 {
            // A program with the same process ID was killed, as happens in containers.
            (descriptor, failure) = Self.create(path)
        }
        guard descriptor >= 0 else {
            throw [ENOENT, ENOTDIR].contains(failure) ? .noFolder(path: final) : SessionFile.error(failure, path: final)
        }
        // On a file system without locks, abandoned drafts remain.
        _ = flock(descriptor, LOCK_EX)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_nlink > 0 else {
            // Another program cleaned up just before the lock was acquired.
            close(descriptor)
            throw .inputOutput(path: final, detail: "another program removed the unfinished file; try again")
        }
        (self.path, self.descriptor) = (path, descriptor)
    }

    /// Returns the descriptor of a new file, and the error number if it could not be created.
    private static func create(_ path: String) -> (descriptor: Int32, failure: Int32) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        return (descriptor, descriptor < 0 ? errno : 0)
    }

    deinit {
        unlink(path)
        close(descriptor)
    }

    /// Waits until the file's contents are on disk.
    /// - Throws: ``SessionError`` with the final name.
    func synchronize(of final: String) throws(SessionError) {
        guard fsync(descriptor) == 0 else {
            guard errno != ENOSPC else { throw .diskFull(path: final) }
            throw .inputOutput(path: final, detail: String(cString: strerror(errno)))
        }
    }

    /// Removes the drafts of programs that have ended from a folder, together with their database companions.
    static func removeAbandoned(in folder: String) {
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let mark = name.ranges(of: Self.mark).last else { continue }
            let number = name[mark.upperBound...].prefix { $0.isASCII && $0.isNumber }
            guard !number.isEmpty else { continue }
            let draft = "\(folder)/\(name[..<mark.upperBound])\(number)"
            let isCompanion = "\(folder)/\(name)" != draft
            if isCompanion ? access(draft, F_OK) != 0 : isAbandoned(draft) { unlink("\(folder)/\(name)") }
        }
    }

    private static func isAbandoned(_ draft: String) -> Bool {
        let descriptor = open(draft, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }
}
