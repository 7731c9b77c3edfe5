import Glibc

/// Takes text in pieces and brings it to a file, to an open descriptor or to memory.
public final class ByteSink {
    private enum Target {
        case memory
        case descriptor(Int32)
        case file(Int32, path: String, temporary: String)
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
    public init(path: String) throws {
        let temporary = "\(path).part\(getpid())"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw FormatError.file(path: path, reason: String(cString: strerror(errno))) }
        target = .file(descriptor, path: path, temporary: temporary)
    }

    deinit {
        if case .file(let descriptor, _, let temporary) = target, !isClosed {
            Glibc.close(descriptor)
            unlink(temporary)
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
        guard case .file(let descriptor, let path, let temporary) = target, !isClosed else { return }
        guard Glibc.close(descriptor) == 0, rename(temporary, path) == 0 else {
            throw FormatError.file(path: path, reason: String(cString: strerror(errno)))
        }
        isClosed = true
    }
}
