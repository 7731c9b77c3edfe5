public import Foundation
import Glibc
import SensorModel

/// The folder with a recorder's lock and socket, accessible only to its owner.
public struct RuntimeFolder: Sendable, Hashable {
    /// The folder's path.
    public let path: String

    /// Creates a value for a path, without creating the folder.
    public init(path: String) {
        self.path = path
    }

    /// Returns the folder of the login session (`$XDG_RUNTIME_DIR/odograph`), or a folder in the library without one.
    public static func standard(environment: [String: String] = ProcessInfo.processInfo.environment) -> RuntimeFolder {
        if let base = environment["XDG_RUNTIME_DIR"], base.hasPrefix("/") {
            return RuntimeFolder(path: base + "/odograph")
        }
        return RuntimeFolder(path: LibraryFolder.standard(environment: environment).path + "/run")
    }

    /// The path of the live socket.
    public var socketPath: String { path + "/recorder.socket" }
    private var lockPath: String { path + "/recorder.lock" }

    /// Creates the folder, accessible only to its owner, and returns its path; `nil` if it cannot be used.
    public func prepared() -> String? {
        do throws(LiveError) { try prepare() } catch { return nil }
        return path
    }

    /// Creates the folder, accessible only to its owner.
    /// - Throws: ``LiveError/folder(_:reason:)`` if it cannot be created, or belongs to another user.
    func prepare() throws(LiveError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .folder(path, reason: translatable("it could not be created"))
        }
        var info = stat()
        guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFDIR else {
            throw .folder(path, reason: translatable("it is not a folder"))
        }
        guard info.st_uid == geteuid() else { throw .folder(path, reason: translatable("it belongs to another user")) }
        guard info.st_mode & 0o077 == 0 || chmod(path, 0o700) == 0 else {
            throw .folder(path, reason: translatable("other users can enter it"))
        }
        guard socketPath.utf8.count < UnixSocket.longestPath else {
            throw .folder(path, reason: translatable("its path is too long for a socket"))
        }
    }

    /// The process ID and file of the recorder that runs in the folder; `nil` if there is none.
    public var recorder: (process: Int32, path: String?)? {
        let descriptor = open(lockPath, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) == 0 ? nil : Self.holder(descriptor)
    }

    /// Acquires the folder's lock, which is released when the process ends, however it ends.
    /// - Throws: ``LiveError/busy(process:path:)`` if another recorder holds the lock.
    func lock(recording file: String?) throws(LiveError) -> RecorderLock {
        try prepare()
        // Following a symbolic link would let an attacker choose the file that the recorder writes to.
        let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            let reason = errno == ELOOP ? "recorder.lock is a link" : String(cString: strerror(errno)).lowercased()
            throw .folder(path, reason: reason)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            defer { close(descriptor) }
            let holder = Self.holder(descriptor)
            throw .busy(process: holder.process, path: holder.path)
        }
        ftruncate(descriptor, 0)
        let words = Array("\(getpid())\n\(file ?? "")\n".utf8)
        pwrite(descriptor, words, words.count, 0)
        return RecorderLock(descriptor: descriptor)
    }

    private static func holder(_ descriptor: CInt) -> (process: Int32, path: String?) {
        var bytes = [UInt8](repeating: 0, count: 8_192)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let lines = String(decoding: bytes[..<max(0, count)], as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        let path = lines.count > 1 && !lines[1].isEmpty ? String(lines[1]) : nil
        return (lines.first.flatMap { Int32($0) } ?? 0, path)
    }
}

/// The lock that a running recorder holds in its folder.
final class RecorderLock: Sendable {
    private let descriptor: CInt

    init(descriptor: CInt) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
