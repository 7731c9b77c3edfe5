import MapTiles
import SensorModel
import ShumateKit
import Viewer

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
        let isUnclear = !isVector && onOtherKind != nil && TileTemplate(address)?.namesPictures == false
        let search = isUnclear ? search(usual) : nil
        let depth = isVector ? Self.vectorDepth : provider?.deepestZoom ?? TileProvider.usualDepth
        var tiles = TileClient.Tiles(
            name: "", attribution: provider?.attribution ?? attribution, zoomLevels: 0...depth, bounds: nil,
            isVector: isVector,
            read: { address, isDense in
                guard let bytes = try await (isDense ? dense ?? usual : usual).tile(address),
                    let isVectorTile = try Self.isVector(bytes)
                else {
                    if await search?.findsShapes(above: address) == true { await onOtherKind?() }
                    return nil
                }
                await search?.end()
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

    private func search(_ server: TileServer) -> ShapeSearch {
        ShapeSearch(levels: Self.vectorDepth - Self.substituteLevels...Self.vectorDepth) { address in
            try await server.tile(address).flatMap { try Self.isVector($0) }
        }
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

/// A search for vector tiles at coarser levels where pictures are missing.
///
/// The address of a server might not name the kind of its tiles, and vector tiles end at a level that is coarser than
/// the pictures of a near view.
actor ShapeSearch {
    private let levels: ClosedRange<Int>
    private let isVector: @Sendable (TileAddress) async throws -> Bool?
    private var asked: Set<TileAddress> = []
    private var hasEnded = false
    private var isSearching = false

    /// Creates a search.
    /// - Parameters:
    ///   - levels: The levels that are searched, the deepest one first.
    ///   - isVector: Returns whether the server answers with a vector tile; `nil` if it has no tile.
    init(levels: ClosedRange<Int>, isVector: @escaping @Sendable (TileAddress) async throws -> Bool?) {
        (self.levels, self.isVector) = (levels, isVector)
    }

    /// Returns whether one of the tiles that cover a missing one is a vector tile. Each of them is requested only once,
    /// one after another, and none after the kind of the server's tiles is known.
    func findsShapes(above address: TileAddress) async -> Bool {
        guard !isSearching else { return false }
        isSearching = true
        defer { isSearching = false }
        for level in levels.reversed() where level < address.zoom {
            guard !hasEnded, let coarser = address.ancestor(levels: address.zoom - level),
                asked.insert(coarser).inserted, let found = try? await isVector(coarser), !hasEnded
            else { continue }
            hasEnded = true
            return found
        }
        return false
    }

    /// Ends the search, because the server has answered with a tile.
    func end() { hasEnded = true }
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
