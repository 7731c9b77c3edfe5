import Foundation
public import MapTiles

/// A file of heights (`.hgt`), read-only; it may hold anything and do no harm.
public final class HeightFile: Sendable {
    /// The part of the Earth that it covers, and how fine it is.
    public let square: HeightSquare
    private let descriptor: Int32

    /// Opens a file. Its name says where it lies.
    /// - Throws: ``TileFileError``.
    public init(path: String) throws(TileFileError) {
        var info = stat()
        // Opening a pipe would wait for its other end.
        guard stat(path, &info) == 0 else { throw .unreadable(path: path) }
        guard info.st_mode & S_IFMT == S_IFREG else { throw .notFile(path: path) }
        do {
            square = try HeightSquare(name: URL(filePath: path).lastPathComponent, byteCount: Int(info.st_size))
        } catch { throw .notHeights(path: path, error) }
        descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(path: path) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The file as a part of a map of heights. May be read on any thread.
    public var part: HeightMap.File { HeightMap.File(square) { try self.read(offset: $0, count: $1) } }

    /// Reads bytes at a place: fewer than asked for if the file has become shorter.
    private func read(offset: Int, count: Int) throws -> [UInt8] {
        guard offset >= 0, (0...HeightSquare.mostBytes).contains(count) else { return [] }
        return try [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            while written < count {
                let got = pread(
                    descriptor, buffer.baseAddress.map { $0 + written }, count - written, off_t(offset + written))
                guard got >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
                if got == 0 { return }
                written += got
            }
        }
    }
}
