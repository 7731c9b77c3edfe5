import Foundation
import MapTiles
public import SessionStore
import TrackFormats

/// A compressed file of heights (`.hgt.zip`, `.hgt.gz`), as provided by servers.
public struct HeightArchive: Sendable {
    /// The archive's path.
    public let path: String

    private static let endings = [".hgt.zip", ".hgt.gz"]

    /// Creates an archive at a path.
    public init(path: String) { self.path = path }

    /// Returns whether a file's name is that of a compressed file of heights.
    public static func isArchive(name: String) -> Bool {
        let name = name.lowercased()
        return endings.contains { name.hasSuffix($0) }
    }

    /// Unpacks the file into a folder of maps. Replaces heights of the same name.
    /// - Returns: The path of the unpacked file.
    /// - Throws: `FormatError`, `TileFileError`, or an error of the file system; no file remains in that case.
    public func unpack(into folder: MapFolder) throws -> String {
        let bytes = try ArchivedFile.content(
            path: path, endingWith: MapFolder.heightsEnding, limit: HeightSquare.mostBytes)
        // The archive's name states the position of the heights, regardless of the name of the file in it.
        let ending = Self.endings.first { path.lowercased().hasSuffix($0) } ?? ""
        let name = URL(filePath: path).lastPathComponent.dropLast(ending.count) + MapFolder.heightsEnding
        let work = FileManager.default.temporaryDirectory.appending(path: "odograph-heights-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: work) }
        let unpacked = work.appending(path: String(name)).path
        try Data(bytes).write(to: URL(filePath: unpacked))
        do { return try folder.add(unpacked) } catch TileFileError.notHeights(_, let error) {
            throw TileFileError.notHeights(path: path, error)
        }
    }
}
