import Foundation

/// A regular file that is open for reading until it is released. The file may be untrusted.
public final class RegularFile: Sendable {
    private let descriptor: Int32
    /// The length in bytes when it was opened.
    public let byteCount: Int

    /// Opens a file; `nil` if it cannot be read, or if it is a folder, a pipe, or a device.
    public init?(path: String) {
        // Opening a pipe would wait for its other end.
        descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        var info = stat()
        guard descriptor >= 0, fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
            if descriptor >= 0 { close(descriptor) }
            return nil
        }
        byteCount = Int(info.st_size)
    }

    deinit { close(descriptor) }

    /// Reads bytes at an offset; fewer than requested at the end of the file. Can be called on any thread.
    /// - Parameters:
    ///   - offset: The offset of the first byte.
    ///   - count: The number of bytes. Memory is allocated only for those that exist.
    /// - Throws: `POSIXError`.
    public func read(offset: UInt64, count: Int) throws -> [UInt8] {
        var info = stat()
        guard let start = off_t(exactly: offset), fstat(descriptor, &info) == 0, start < info.st_size else { return [] }
        let available = min(count, Int(info.st_size - start))
        guard available > 0 else { return [] }
        return try [UInt8](unsafeUninitializedCapacity: available) { buffer, written in
            while written < available {
                let got = pread(
                    descriptor, buffer.baseAddress.map { $0 + written }, available - written, start + off_t(written))
                guard got >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
                if got == 0 { return }
                written += got
            }
        }
    }
}
