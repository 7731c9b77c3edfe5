import Foundation
import JSON
import MapTiles
import Synchronization

/// A file of map tiles as a PMTiles archive of version 3, read-only.
final class PMTilesFile: Sendable {
    let path: String
    let name: String
    let attribution: String?
    let header: PMTilesHeader
    private let descriptor: Int32
    private let archive: Mutex<PMTilesArchive>

    /// The longest text about itself that is shown.
    private static let longestText = 200

    /// Returns whether a file begins as an archive does.
    static func isArchive(path: String) -> Bool {
        guard let descriptor = open(path) else { return false }
        defer { close(descriptor) }
        return (try? read(descriptor, offset: 0, count: 7)) == Array("PMTiles".utf8)
    }

    /// Opens an archive and reads its root directory.
    /// - Throws: ``TileFileError``.
    init(path: String) throws(TileFileError) {
        guard let descriptor = Self.open(path) else { throw .unreadable(path: path) }
        do {
            let archive = try PMTilesArchive { try Self.read(descriptor, offset: $0, count: $1) }
            let about = Self.about(archive, descriptor)
            let text = { (key: String) in
                about?[key]?.string.map { String($0.prefix(Self.longestText)) }.flatMap { $0.isEmpty ? nil : $0 }
            }
            name = text("name") ?? URL(filePath: path).deletingPathExtension().lastPathComponent
            attribution = text("attribution").map(MapFile.plain)
            header = archive.header
            self.path = path
            self.descriptor = descriptor
            self.archive = Mutex(archive)
        } catch {
            close(descriptor)
            throw Self.failure(error, path: path)
        }
    }

    deinit { close(descriptor) }

    func tile(_ address: TileAddress) throws(TileFileError) -> [UInt8]? {
        guard header.zoomLevels.contains(address.zoom) else { return nil }
        do {
            return try archive.withLock { archive in
                try archive.tile(address) { [descriptor] in try Self.read(descriptor, offset: $0, count: $1) }
            }
        } catch { throw Self.failure(error, path: path) }
    }

    /// Returns what the archive says about itself; `nil` if that is damaged.
    private static func about(_ archive: PMTilesArchive, _ descriptor: Int32) -> JSONValue? {
        let text = try? archive.metadata { try read(descriptor, offset: $0, count: $1) }
        return text?.withUnsafeBytes { try? JSONValue(parsing: $0) }
    }

    private static func failure(_ error: any Error, path: String) -> TileFileError {
        (error as? MapTileError).map { .damaged(path: path, $0) } ?? .unreadable(path: path)
    }

    /// Opens a regular file; opening a pipe would wait for its other end.
    private static func open(_ path: String) -> Int32? {
        var info = stat()
        guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return nil }
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        return descriptor >= 0 ? descriptor : nil
    }

    /// Reads bytes at a place: fewer than asked for at the end of the file.
    private static func read(_ descriptor: Int32, offset: UInt64, count: Int) throws -> [UInt8] {
        guard let start = off_t(exactly: offset), start <= off_t.max - off_t(count) else { return [] }
        var info = stat()
        // Memory is for bytes that exist, not for those that a directory promises.
        guard fstat(descriptor, &info) == 0, start < info.st_size else { return [] }
        let available = min(count, Int(info.st_size - start))
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
