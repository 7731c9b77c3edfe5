public import MapTiles

/// The access to maps, as closures that the program provides.
public struct TileClient: Sendable {
    /// An open map.
    public struct Tiles: Sendable {
        /// The name of the map.
        public var name: String
        /// The text that names the map's authors; `nil` if it has none.
        public var attribution: String?
        /// The zoom levels of its tiles.
        public var zoomLevels: ClosedRange<Int>
        /// The part of the world that the map covers; `nil` if the map does not state it.
        public var bounds: MapBounds?
        /// True for vector tiles, false for pictures.
        public var isVector: Bool
        /// Whether there are pictures of twice the resolution, for screens with twice the pixels.
        public var hasDensePictures = false
        /// The number of levels by which a tile may be coarser that is drawn, enlarged, instead of a missing vector tile.
        public var substituteLevels = 0
        /// The maximum number of tiles to read at the same time.
        public var readsAtOnce = 2
        /// The names of the layers of vector tiles, as far as the map states them; `nil` if it does not.
        public var layers: [String]?
        /// Returns the bytes of a tile, `nil` if there are none. `isDense` requests a picture of twice the resolution.
        public var read: @Sendable (_ address: TileAddress, _ isDense: Bool) async throws -> [UInt8]?

        /// Returns the bytes of a tile without waiting for a network, `nil` if there are none; may be called on any
        /// thread. `nil` for a server.
        public var readFile: (@Sendable (_ address: TileAddress) throws -> [UInt8]?)?

        /// Describes a map.
        public init(
            name: String, attribution: String?, zoomLevels: ClosedRange<Int>, bounds: MapBounds?, isVector: Bool,
            read: @escaping @Sendable (_ address: TileAddress, _ isDense: Bool) async throws -> [UInt8]?
        ) {
            self.name = name
            self.attribution = attribution
            self.zoomLevels = zoomLevels
            self.bounds = bounds
            self.isVector = isVector
            self.read = read
        }
    }

    /// The ground heights from the user's files, and a message for each file that cannot be used.
    public struct Heights: Sendable {
        /// The heights of all files together.
        public var map: HeightMap
        /// The sentences.
        public var troubles: [String]

        /// Creates a result.
        public init(map: HeightMap, troubles: [String] = []) {
            self.map = map
            self.troubles = troubles
        }
    }

    /// Opens the files of heights in the folder of maps.
    public var heights: @Sendable () async -> Heights
    /// Opens a file; throws an error that says what is wrong with it.
    public var open: @Sendable (_ path: String) async throws -> Tiles
    /// Lists the map files in the folder of maps, by path.
    public var list: @Sendable () async -> [String]
    /// Adds a map file, or an extract to be converted into one, to the folder of maps, and reports the fraction done.
    /// Ends if the task is cancelled. Returns the map's path.
    public var add: @Sendable (_ path: String, _ progress: @escaping @Sendable (Double) -> Void) async throws -> String

    /// Creates a client from its closures.
    public init(
        open: @escaping @Sendable (_ path: String) async throws -> Tiles,
        list: @escaping @Sendable () async -> [String] = { [] },
        heights: @escaping @Sendable () async -> Heights = { Heights(map: HeightMap([])) },
        add:
            @escaping @Sendable (_ path: String, _ progress: @escaping @Sendable (Double) -> Void) async throws ->
            String = { path, _ in path }
    ) {
        self.open = open
        self.list = list
        self.heights = heights
        self.add = add
    }

    /// Returns whether a file's name is that of a map, of heights, or of a file that can be converted into one of them.
    public static func isMap(path: String) -> Bool {
        let name = path.lowercased()
        return [".mbtiles", ".pmtiles", ".osm.pbf", ".hgt", ".hgt.zip", ".hgt.gz"].contains { name.hasSuffix($0) }
    }
}

extension TileClient.Tiles {
    /// Opens an archive of vector tiles in memory.
    /// - Throws: `MapTileError`.
    package init(archive bytes: [UInt8]) throws {
        let read: PMTilesArchive.Read = { offset, count in
            guard offset < UInt64(bytes.count) else { return [] }
            return Array(bytes[Int(offset)...].prefix(count))
        }
        let archive = try PMTilesArchive(read: read)
        self.init(
            name: "", attribution: nil, zoomLevels: archive.header.zoomLevels, bounds: nil, isVector: true,
            read: { address, _ in
                var archive = archive
                return try archive.tile(address) { offset, count in
                    guard offset < UInt64(bytes.count) else { return [] }
                    return Array(bytes[Int(offset)...].prefix(count))
                }
            })
    }
}
