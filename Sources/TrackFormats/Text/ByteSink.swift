import Glibc
import SensorModel

/// Collects text in pieces and writes it to a file, to an open descriptor or to memory.
public final class ByteSink {
    private enum Target {
        case memory
        case descriptor(Int32)
        case file(Int32, path: String, draft: Draft?)
    }

    /// An unfinished file: the path it is written to, `nil` if it has no name yet, and the path that it gets when complete.
    private struct Draft {
        let temporary: String?
        let place: String
    }

    /// The text not yet written; for a sink in memory, all of it.
    var buffer = TextBuffer()
    private let target: Target
    private var isClosed = false

    /// Creates a sink in memory.
    public init() { target = .memory }

    /// Creates a sink that writes to an open descriptor, such as standard output, and leaves it open.
    public init(descriptor: Int32) { target = .descriptor(descriptor) }

    /// Creates a sink that writes a file without a name on the disk of the final path. ``close()`` names it in one step,
    /// so that a partial file never appears under that path, and nothing remains however the program ends. A file system
    /// without such files gets a temporary file next to the path.
    ///
    /// A symbolic link is kept, and its target is replaced. A device or a pipe is written to directly.
    public init(path: String) throws {
        var status = stat()
        let isThere = stat(path, &status) == 0
        if isThere, status.st_mode & S_IFMT != S_IFREG {
            // Replacing a device by a file would remove the device for all users.
            target = .file(try Self.descriptor(of: path, O_WRONLY, for: path), path: path, draft: nil)
            return
        }
        let place = isThere ? Self.resolved(path) : path
        let folder = place.lastIndex(of: "/").map { String(place[...$0]) } ?? "."
        // The new file keeps the permissions of the old one, and is private until then.
        let mode: mode_t = isThere ? 0o600 : 0o644
        var temporary: String?
        var descriptor = open(folder, Self.unnamed | O_WRONLY | O_CLOEXEC, mode)
        if descriptor < 0 {
            let name = Self.temporaryName(of: place)
            descriptor = try Self.descriptor(of: name, O_WRONLY | O_CREAT | O_TRUNC, mode: mode, for: path)
            temporary = name
        }
        if isThere { fchmod(descriptor, status.st_mode & 0o777) }
        target = .file(descriptor, path: path, draft: Draft(temporary: temporary, place: place))
    }

    /// `O_TMPFILE`, a macro that Swift cannot import.
    private static let unnamed = 0o20_000_000 | O_DIRECTORY

    private static func temporaryName(of place: String) -> String { "\(place).part\(getpid())" }

    private static func descriptor(
        of file: String, _ flags: Int32, mode: mode_t = 0, for path: String
    ) throws -> Int32 {
        let descriptor = open(file, flags | O_CLOEXEC, mode)
        guard descriptor >= 0 else {
            throw FormatError.file(path: path, reason: Phrase(plain: String(cString: strerror(errno))))
        }
        return descriptor
    }

    private static func resolved(_ path: String) -> String {
        guard let found = realpath(path, nil) else { return path }
        defer { free(found) }
        return String(cString: found)
    }

    deinit {
        if case .file(let descriptor, _, let draft) = target, !isClosed {
            Glibc.close(descriptor)
            if let temporary = draft?.temporary { unlink(temporary) }
        }
    }

    /// The text collected in memory.
    public var bytes: [UInt8] { buffer.bytes }
    /// The text collected in memory, as a string.
    public var text: String { String(decoding: buffer.bytes, as: UTF8.self) }

    /// Writes the collected text if it is at least 64 KiB long. Call this between pieces.
    @inline(__always)
    func flushIfFull() throws { if buffer.bytes.count >= 1 << 16 { try flush() } }

    /// Adds a line of text, and writes the collected text if it is at least 64 KiB long.
    public func write(line: String) throws {
        buffer.append(line)
        buffer.append("\n")
        try flushIfFull()
    }

    /// Writes the collected text.
    public func flush() throws {
        switch target {
        case .memory: return
        case .descriptor(let descriptor): try write(to: descriptor, name: "output")
        case .file(let descriptor, let path, _): try write(to: descriptor, name: path)
        }
        buffer.removeAll()
    }

    private func write(to descriptor: Int32, name: String) throws {
        try buffer.bytes.withUnsafeBytes { bytes in
            var start = 0
            while start < bytes.count, let base = bytes.baseAddress {
                let count = Glibc.write(descriptor, base + start, bytes.count - start)
                if count > 0 {
                    start += count
                } else if errno != EINTR {
                    throw FormatError.file(path: name, reason: Phrase(plain: String(cString: strerror(errno))))
                }
            }
        }
    }

    /// Writes the remaining text and moves a file to its final path.
    public func close() throws {
        try flush()
        guard case .file(let descriptor, let path, let draft) = target, !isClosed else { return }
        // The descriptor is released even if `close` fails.
        isClosed = true
        // Sync before the rename, so that a power failure leaves either the old file or the complete new one.
        var failure = draft == nil || fsync(descriptor) == 0 ? nil : errno
        if failure == nil, let draft { failure = Self.publish(descriptor, draft) }
        if Glibc.close(descriptor) != 0 { failure = failure ?? errno }
        guard let failure else { return }
        throw FormatError.file(path: path, reason: Phrase(plain: String(cString: strerror(failure))))
    }

    /// Moves a draft to its final path, and returns the error; `nil` if there is none.
    private static func publish(_ descriptor: Int32, _ draft: Draft) -> Int32? {
        let name = draft.temporary ?? temporaryName(of: draft.place)
        if draft.temporary == nil {
            let file = "/proc/self/fd/\(descriptor)"
            if linkat(AT_FDCWD, file, AT_FDCWD, draft.place, AT_SYMLINK_FOLLOW) == 0 { return nil }
            guard errno == EEXIST, linkat(AT_FDCWD, file, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 else { return errno }
        }
        guard rename(name, draft.place) != 0 else { return nil }
        let failure = errno
        unlink(name)
        return failure
    }
}
