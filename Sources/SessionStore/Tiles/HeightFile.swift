import Foundation
public import MapTiles

/// A file of heights (`.hgt`), read-only. The file may be untrusted.
public final class HeightFile: Sendable {
    /// The part of the Earth that it covers, and how fine it is.
    public let square: HeightSquare
    private let file: RegularFile

    /// Opens a file, whose name states its position.
    /// - Throws: ``TileFileError``.
    public init(path: String) throws(TileFileError) {
        var info = stat()
        guard stat(path, &info) == 0 else { throw .unreadable(path: path) }
        guard info.st_mode & S_IFMT == S_IFREG else { throw .notFile(path: path) }
        guard let file = RegularFile(path: path) else { throw .unreadable(path: path) }
        do {
            square = try HeightSquare(name: URL(filePath: path).lastPathComponent, byteCount: file.byteCount)
        } catch { throw .notHeights(path: path, error) }
        self.file = file
    }

    /// The file as a part of a map of heights. May be read on any thread.
    public var part: HeightMap.File {
        HeightMap.File(square) { [file] in try file.read(offset: UInt64($0), count: $1) }
    }
}
