import Foundation
import Glibc
import SensorModel

/// The bytes of a file, of a program's output or of memory, read from front to back in pieces.
///
/// Calls its progress closure while reading. If the closure throws, reading stops with that error.
final class ByteSource {
    /// The name used in error messages.
    let name: String
    /// The total number of bytes, if known.
    let size: Int?
    /// The number of bytes returned so far.
    private(set) var position = 0
    /// A closure called occasionally with the fraction read, 0 ... 1.
    var progress: ((Double) throws -> Void)?
    /// An object to keep alive as long as the source.
    var owner: AnyObject?
    /// A closure called once when the end is reached.
    var atEnd: (() throws -> Void)?
    /// The maximum number of bytes that the source may return.
    var limit = Int.max
    /// The path of the file being read; `nil` for a program's output and for memory.
    let path: String?
    /// The time when the file was last changed; `nil` for a program's output and for memory.
    private(set) var modified: Instant?

    private let descriptor: Int32
    private let produce: ((UnsafeMutableRawBufferPointer) throws -> Int)?
    private let ownsDescriptor: Bool
    private var pending: [UInt8]
    private var pendingStart = 0
    private var lastReport = 0

    /// Opens a file; error messages use `name` instead of the path if it is given.
    init(path: String, name: String? = nil) throws {
        let name = name ?? path
        self.name = name
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw FormatError.file(path: name, reason: Phrase(plain: String(cString: strerror(errno))))
        }
        ownsDescriptor = true
        produce = nil
        pending = []
        var status = stat()
        fstat(descriptor, &status)
        if status.st_mode & S_IFMT == S_IFDIR {
            close(descriptor)
            throw FormatError.file(path: name, reason: Phrase(translatable("is a folder; name a file")))
        }
        size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
        if size != nil { modified = Instant(seconds: Double(status.st_mtim.tv_sec)) }
    }

    /// Reads from a pipe, and leaves it open.
    init(descriptor: Int32, name: String) {
        self.name = name
        path = nil
        self.descriptor = descriptor
        ownsDescriptor = false
        produce = nil
        size = nil
        pending = []
    }

    /// Reads from bytes in memory.
    init(bytes: [UInt8], name: String) {
        self.name = name
        path = nil
        descriptor = -1
        ownsDescriptor = false
        produce = nil
        size = bytes.count
        pending = bytes
    }

    /// Reads from a closure that fills a buffer and returns the number of bytes written, or zero at the end.
    init(name: String, size: Int?, produce: @escaping (UnsafeMutableRawBufferPointer) throws -> Int) {
        self.name = name
        path = nil
        descriptor = -1
        ownsDescriptor = false
        self.size = size
        self.produce = produce
        pending = []
    }

    deinit { if ownsDescriptor { close(descriptor) } }

    /// Reads into a buffer and returns the number of bytes read; zero at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try take(buffer)
        position += count
        guard position <= limit else {
            throw FormatError.tooLarge(path: name, what: Phrase(translatable("bytes unpacked")), limit: limit)
        }
        if count == 0 { try end() }
        if position - lastReport >= 1 << 20, let progress {
            lastReport = position
            try progress(min(1, Double(position) / Double(max(1, size ?? .max))))
        }
        return count
    }

    private func end() throws {
        guard let atEnd else { return }
        self.atEnd = nil
        try atEnd()
    }

    private func take(_ buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if pendingStart < pending.count {
            let count = min(buffer.count, pending.count - pendingStart)
            buffer.copyBytes(from: pending[pendingStart..<(pendingStart + count)])
            pendingStart += count
            return count
        }
        return try readMore(buffer)
    }

    private func readMore(_ buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if let produce { return try produce(buffer) }
        return descriptor < 0 ? 0 : try readDescriptor(buffer)
    }

    private func readDescriptor(_ buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else {
                throw FormatError.file(path: name, reason: Phrase(plain: String(cString: strerror(errno))))
            }
        }
    }

    /// Returns up to a number of bytes from the start without consuming them. Call this only before the first read.
    func head(_ count: Int) throws -> [UInt8] {
        while pending.count < count, descriptor >= 0 || produce != nil {
            let old = pending.count
            var piece = [UInt8](repeating: 0, count: min(count - old, 1 << 18))
            let got = try piece.withUnsafeMutableBytes { try readMore($0) }
            if got == 0 {
                try end()
                break
            }
            pending += piece[..<got]
        }
        return Array(pending.prefix(count))
    }

    /// Returns all remaining bytes.
    func readAll(limit: Int) throws -> [UInt8] {
        var all: [UInt8] = []
        if let size, size <= limit { all.reserveCapacity(size - position) }
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { piece.deallocate() }
        while true {
            let count = try read(into: piece)
            if count == 0 { return all }
            guard all.count + count <= limit else {
                throw FormatError.tooLarge(
                    path: name, what: Phrase(translatable("bytes in one document")), limit: limit)
            }
            all.append(contentsOf: UnsafeRawBufferPointer(rebasing: piece[..<count]))
        }
    }
}

extension Instant {
    /// The system's time.
    static var now: Instant { Instant(seconds: Double(time(nil))) }
}
