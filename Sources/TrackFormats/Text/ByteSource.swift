import Foundation
import Glibc

/// Bytes of a file, of a running program or of memory, read front to back in pieces.
///
/// Its progress closure is called as it is read; what that throws ends the reading.
final class ByteSource {
    /// What errors call it.
    let name: String
    /// How many bytes there are, where that is known.
    let size: Int?
    /// How many bytes were handed out.
    private(set) var position = 0
    /// Called now and then with the share that was read, 0 ... 1.
    var progress: ((Double) throws -> Void)?
    /// Kept alive as long as the source.
    var owner: AnyObject?
    /// Called once when there is no more to read.
    var atEnd: (() throws -> Void)?
    /// How many bytes may come out of it.
    var limit = Int.max
    /// The file that is read; nil for a program's output and for memory.
    let path: String?

    private let descriptor: Int32
    private let produce: ((UnsafeMutableRawBufferPointer) throws -> Int)?
    private let ownsDescriptor: Bool
    private var pending: [UInt8]
    private var pendingStart = 0
    private var lastReport = 0

    /// Opens a file; `name` is what errors call it, where that is not its path.
    init(path: String, name: String? = nil) throws {
        let name = name ?? path
        self.name = name
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FormatError.file(path: name, reason: String(cString: strerror(errno))) }
        ownsDescriptor = true
        produce = nil
        pending = []
        var status = stat()
        fstat(descriptor, &status)
        if status.st_mode & S_IFMT == S_IFDIR {
            close(descriptor)
            throw FormatError.file(path: name, reason: "is a folder; name a file")
        }
        size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    /// Reads what a pipe delivers; the pipe stays its owner's.
    init(descriptor: Int32, name: String) {
        self.name = name
        path = nil
        self.descriptor = descriptor
        ownsDescriptor = false
        produce = nil
        size = nil
        pending = []
    }

    /// Reads bytes in memory.
    init(bytes: [UInt8], name: String) {
        self.name = name
        path = nil
        descriptor = -1
        ownsDescriptor = false
        produce = nil
        size = bytes.count
        pending = bytes
    }

    /// Reads what a closure delivers, which returns the number of bytes that it put into a buffer, and zero at the end.
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

    /// Reads into a buffer and returns how many bytes came; zero at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try take(buffer)
        position += count
        guard position <= limit else { throw FormatError.tooLarge(path: name, what: "bytes unpacked", limit: limit) }
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
                throw FormatError.file(path: name, reason: String(cString: strerror(errno)))
            }
        }
    }

    /// Returns up to a number of bytes from the start without taking them; only before the first read.
    func head(_ count: Int) throws -> [UInt8] {
        while pending.count < count, descriptor >= 0 || produce != nil {
            let old = pending.count
            var piece = [UInt8](repeating: 0, count: count - old)
            let got = try piece.withUnsafeMutableBytes { try readMore($0) }
            if got == 0 {
                try end()
                break
            }
            pending += piece[..<got]
        }
        return Array(pending.prefix(count))
    }

    /// Returns everything that is left.
    func readAll(limit: Int) throws -> [UInt8] {
        var all: [UInt8] = []
        if let size, size <= limit { all.reserveCapacity(size - position) }
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { piece.deallocate() }
        while true {
            let count = try read(into: piece)
            if count == 0 { return all }
            guard all.count + count <= limit else {
                throw FormatError.tooLarge(path: name, what: "bytes in one document", limit: limit)
            }
            all.append(contentsOf: UnsafeRawBufferPointer(rebasing: piece[..<count]))
        }
    }
}
