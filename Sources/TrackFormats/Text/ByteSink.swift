import Glibc

/// Takes text in pieces and brings it to a file, to an open descriptor or to memory.
public final class ByteSink {
    private enum Target {
        case memory
        case descriptor(Int32)
        case file(Int32, path: String, draft: Draft?)
    }

    /// A file on its way: where it is written, and where it goes once it is complete.
    private struct Draft {
        let temporary: String
        let place: String
    }

    /// The text that is not written yet; for memory, all of it.
    var buffer = TextBuffer()
    private let target: Target
    private var isClosed = false

    /// Collects in memory.
    public init() { target = .memory }

    /// Writes to an open descriptor, such as standard output; it stays open.
    public init(descriptor: Int32) { target = .descriptor(descriptor) }

    /// Writes a file beside its final place; ``close()`` puts it there in one step, so that no half file is ever seen.
    ///
    /// A link stays one, and what it leads to is written. A device or a pipe is written to as it is.
    public init(path: String) throws {
        var status = stat()
        let isThere = stat(path, &status) == 0
        if isThere, status.st_mode & S_IFMT != S_IFREG {
            // A file put in the place of a device would take the device from everybody.
            target = .file(try Self.descriptor(of: path, O_WRONLY, for: path), path: path, draft: nil)
            return
        }
        let place = isThere ? Self.resolved(path) : path
        let temporary = "\(place).part\(getpid())"
        let descriptor = try Self.descriptor(
            of: temporary, O_WRONLY | O_CREAT | O_TRUNC, mode: isThere ? 0o600 : 0o644, for: path)
        // Whoever may read a file may read it afterwards, and nobody else.
        if isThere { fchmod(descriptor, status.st_mode & 0o777) }
        target = .file(descriptor, path: path, draft: Draft(temporary: temporary, place: place))
    }

    private static func descriptor(
        of file: String, _ flags: Int32, mode: mode_t = 0, for path: String
    ) throws -> Int32 {
        let descriptor = open(file, flags | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw FormatError.file(path: path, reason: String(cString: strerror(errno))) }
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
            if let draft { unlink(draft.temporary) }
        }
    }

    /// The text collected in memory.
    public var bytes: [UInt8] { buffer.bytes }
    /// The text collected in memory, as a string.
    public var text: String { String(decoding: buffer.bytes, as: UTF8.self) }

    /// Hands on what has gathered once it is much; to be called between pieces.
    @inline(__always)
    func flushIfFull() throws { if buffer.bytes.count >= 1 << 16 { try flush() } }

    /// Hands on what has gathered.
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
                    throw FormatError.file(path: name, reason: String(cString: strerror(errno)))
                }
            }
        }
    }

    /// Hands on the rest and puts a file in its place.
    public func close() throws {
        try flush()
        guard case .file(let descriptor, let path, let draft) = target, !isClosed else { return }
        // A descriptor is closed whatever close says.
        isClosed = true
        // On disk before it takes another's place: what a power cut leaves is the one or the other, and whole.
        var failure = draft == nil || fsync(descriptor) == 0 ? nil : errno
        if Glibc.close(descriptor) != 0 { failure = failure ?? errno }
        if failure == nil, let draft, rename(draft.temporary, draft.place) != 0 { failure = errno }
        guard let failure else { return }
        if let draft { unlink(draft.temporary) }
        throw FormatError.file(path: path, reason: String(cString: strerror(failure)))
    }
}
