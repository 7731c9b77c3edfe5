import MapTiles
import SensorModel
import ShumateKit

/// The map of a tile server: pictures or vector tiles.
@MainActor
struct ServedMap {
    /// The address of the tiles, with placeholders.
    let address: String
    /// The attribution from the preferences, for a server that is not known.
    let attribution: String?
    /// Called when the server can no longer be reached, and when it can again.
    let reach: @MainActor (Bool) -> Void

    /// The maximum size of the tiles kept on disk, in bytes.
    private static let cacheSize = 100 << 20
    /// The number of concurrent requests. The server gets at most two of them; the others are answered from the disk.
    private static let readsAtOnce = 6
    /// The deepest level of the vector tiles of usual servers. Deeper views show its tiles enlarged, which stay sharp.
    private static let vectorDepth = 14
    /// The number of levels by which the deepest level of a server may be coarser than that.
    private static let substituteLevels = 4

    /// Returns the tiles.
    /// - Parameters:
    ///   - isVector: Whether vector tiles are expected.
    ///   - onOtherKind: Called when the server sends tiles of the other kind; `nil` if these are an error.
    func tiles(isVector: Bool, onOtherKind: (@MainActor () -> Void)?) -> TileClient.Tiles {
        let provider = TileProvider.provider(of: address)
        let usual = server(isDense: false)
        let dense = !isVector && TileProvider.hasDensePictures(address) ? server(isDense: true) : nil
        let depth = isVector ? Self.vectorDepth : provider?.deepestZoom ?? TileProvider.usualDepth
        var tiles = TileClient.Tiles(
            name: "", attribution: provider?.attribution ?? attribution, zoomLevels: 0...depth, bounds: nil,
            isVector: isVector,
            read: { address, isDense in
                guard let bytes = try await (isDense ? dense ?? usual : usual).tile(address),
                    let isVectorTile = try Self.isVector(bytes)
                else { return nil }
                if isVectorTile == isVector { return bytes }
                guard let onOtherKind else { throw ServedMapError.notTiles }
                await onOtherKind()
                return nil
            })
        tiles.hasDensePictures = dense != nil
        tiles.readsAtOnce = Self.readsAtOnce
        tiles.substituteLevels = isVector ? Self.substituteLevels : 0
        return tiles
    }

    private func server(isDense: Bool) -> TileServer {
        TileServer(
            template: TileProvider.template(address, isDense: isDense), userAgent: BaseMap.userAgent,
            cacheSize: Self.cacheSize, reach: reach)
    }

    /// Returns whether a server's answer is a vector tile; `nil` if it is empty, with or without gzip.
    /// - Throws: ``ServedMapError`` if it is not a tile.
    nonisolated static func isVector(_ bytes: [UInt8]) throws(ServedMapError) -> Bool? {
        if let content = TileContent(of: bytes) { return !content.isPicture }
        guard let inflated = try? TileInflation.inflated(bytes, limit: bytes.count), inflated.isEmpty else {
            throw .notTiles
        }
        return nil
    }
}

/// The reason why a server's tiles are not shown.
enum ServedMapError: PhrasedError, Hashable {
    /// The answers are neither pictures nor vector tiles.
    case notTiles

    /// A sentence that says what is wrong and what to do.
    var phrase: Phrase {
        switch self {
        case .notTiles:
            Phrase(
                translatable(
                    "The tile server sends neither pictures nor vector tiles: check the tile address in the preferences."
                ))
        }
    }
}
