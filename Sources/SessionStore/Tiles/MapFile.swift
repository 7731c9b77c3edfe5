import Foundation
import JSON
public import MapTiles

/// A map file of either format, read-only. The file may be untrusted.
public final class MapFile: Sendable {
    /// The name according to the file's metadata, otherwise the file's name.
    public let name: String
    /// The text that names the map's authors; `nil` if it has none.
    public let attribution: String?
    /// The zoom levels of its tiles.
    public let zoomLevels: ClosedRange<Int>
    /// The part of the world that the map covers; `nil` if the file does not state it.
    public let bounds: MapBounds?
    /// True for vector tiles, false for pictures.
    public let isVector: Bool
    /// The names of the layers of vector tiles according to the metadata; `nil` if they are not stated.
    public let layers: [String]?
    private let content: Content

    private enum Content: Sendable {
        case database(MBTilesFile)
        case archive(PMTilesFile)
    }

    /// Opens a file and detects its format by its first bytes.
    /// - Throws: ``TileFileError``.
    public init(path: String) throws(TileFileError) {
        if PMTilesFile.isArchive(path: path) {
            let archive = try PMTilesFile(path: path)
            (name, attribution) = (archive.name, archive.attribution)
            (zoomLevels, bounds) = (archive.header.zoomLevels, archive.header.bounds)
            isVector = archive.header.content == .vector
            layers = archive.layers
            content = .archive(archive)
        } else {
            let database = try MBTilesFile(path: path)
            (name, attribution) = (database.name, database.attribution)
            (zoomLevels, bounds) = (database.zoomLevels, database.bounds)
            isVector = database.isVector
            layers = database.layers
            content = .database(database)
        }
    }

    /// Returns a tile as stored; `nil` if the file does not have it. Can be called on any thread.
    /// - Throws: ``TileFileError``.
    public func tile(_ address: TileAddress) throws(TileFileError) -> [UInt8]? {
        switch content {
        case .database(let file): try file.tile(x: address.x, y: address.y, zoom: address.zoom).map(Array.init)
        case .archive(let file): try file.tile(address)
        }
    }

    /// Returns the names of the layers that metadata state; `nil` if they state none.
    static func layers(in about: JSONValue?) -> [String]? {
        let names = about?["vector_layers"]?.array?.compactMap { $0["id"]?.string }
        return names?.isEmpty == false ? names : nil
    }

    /// Returns an attribution without its markup: it is usually a link, of which only the text is shown.
    static func plain(_ text: String) -> String {
        var isTag = false
        return String(
            text.filter { character in
                if character == "<" { isTag = true }
                defer { if character == ">" { isTag = false } }
                return !isTag
            })
    }
}
