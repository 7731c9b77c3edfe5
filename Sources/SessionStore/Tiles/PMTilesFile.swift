import Foundation
import JSON
import MapTiles
import Synchronization

/// A file of map tiles as a PMTiles archive of version 3, read-only.
final class PMTilesFile: Sendable {
    let path: String
    let name: String
    let attribution: String?
    let layers: [String]?
    let header: PMTilesHeader
    private let file: RegularFile
    private let archive: Mutex<PMTilesArchive>

    /// The maximum length of a text from the file that is shown.
    private static let longestText = 200

    /// Returns whether a file starts like an archive.
    static func isArchive(path: String) -> Bool {
        (try? RegularFile(path: path)?.read(offset: 0, count: 7)) == Array("PMTiles".utf8)
    }

    /// Opens an archive and reads its root directory.
    /// - Throws: ``TileFileError``.
    init(path: String) throws(TileFileError) {
        guard let file = RegularFile(path: path) else { throw .unreadable(path: path) }
        do {
            let archive = try PMTilesArchive { try file.read(offset: $0, count: $1) }
            let about = Self.about(archive, file)
            let text = { (key: String) in
                about?[key]?.string.map { String($0.prefix(Self.longestText)) }.flatMap { $0.isEmpty ? nil : $0 }
            }
            name = text("name") ?? URL(filePath: path).deletingPathExtension().lastPathComponent
            attribution = text("attribution").map(MapFile.plain)
            layers = MapFile.layers(in: about)
            header = archive.header
            self.path = path
            self.file = file
            self.archive = Mutex(archive)
        } catch { throw Self.failure(error, path: path) }
    }

    func tile(_ address: TileAddress) throws(TileFileError) -> [UInt8]? {
        guard header.zoomLevels.contains(address.zoom) else { return nil }
        do {
            return try archive.withLock { archive in
                try archive.tile(address) { [file] in try file.read(offset: $0, count: $1) }
            }
        } catch { throw Self.failure(error, path: path) }
    }

    /// Returns the metadata of the archive; `nil` if they are damaged.
    private static func about(_ archive: PMTilesArchive, _ file: RegularFile) -> JSONValue? {
        let text = try? archive.metadata { try file.read(offset: $0, count: $1) }
        return text?.withUnsafeBytes { try? JSONValue(parsing: $0) }
    }

    private static func failure(_ error: any Error, path: String) -> TileFileError {
        (error as? MapTileError).map { .damaged(path: path, $0) } ?? .unreadable(path: path)
    }
}
