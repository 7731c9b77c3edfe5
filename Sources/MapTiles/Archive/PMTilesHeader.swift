/// The header of an archive of map tiles. Source: PMTiles version 3, "Header".
public struct PMTilesHeader: Sendable, Hashable {
    /// A part of the archive, in bytes.
    public struct Part: Sendable, Hashable {
        /// The first byte.
        public var offset: UInt64
        /// The number of bytes.
        public var count: UInt64
    }

    /// The content of tiles.
    public enum Content: UInt8, Sendable {
        /// A kind of tile that the specification does not name.
        case unknown = 0
        /// Shapes, as Mapbox vector tiles.
        case vector
        /// A picture.
        case png, jpeg, webp, avif
    }

    /// The compression of directories or tiles.
    public enum Compression: UInt8, Sendable {
        /// Not stated.
        case unknown = 0
        /// None.
        case none
        /// A method of compression.
        case gzip, brotli, zstd
    }

    /// The number of bytes of a header.
    public static let count = 127
    /// The directory that is read first.
    public let root: Part
    /// The text about the archive, as JSON.
    public let metadata: Part
    /// The directories that the root refers to.
    public let leaves: Part
    /// The tiles.
    public let tiles: Part
    /// The compression of directories and metadata.
    public let directoryCompression: Compression
    /// The content of tiles.
    public let content: Content
    /// The zoom levels of tiles.
    public let zoomLevels: ClosedRange<Int>
    /// The western, southern, eastern and northern edge in degrees; `nil` if they are not plausible.
    public let bounds: MapBounds?

    /// Reads a header.
    /// - Throws: ``MapTileError/notPMTiles``, ``MapTileError/unknownCompression``.
    public init(_ bytes: [UInt8]) throws(MapTileError) {
        guard bytes.count >= Self.count, Array(bytes[..<7]) == Array("PMTiles".utf8), bytes[7] == 3 else {
            throw .notPMTiles
        }
        var cursor = ByteCursor(bytes[8...])
        func part() -> Part { Part(offset: cursor.integer(bytes: 8) ?? 0, count: cursor.integer(bytes: 8) ?? 0) }
        (root, metadata, leaves, tiles) = (part(), part(), part(), part())
        directoryCompression = Compression(rawValue: bytes[97]) ?? .unknown
        let tileCompression = Compression(rawValue: bytes[98]) ?? .unknown
        for compression in [directoryCompression, tileCompression] where compression == .brotli || compression == .zstd
        {
            throw .unknownCompression
        }
        content = Content(rawValue: bytes[99]) ?? .unknown
        let (lowest, highest) = (Int(bytes[100]), Int(bytes[101]))
        guard lowest <= highest else { throw .damagedDirectory }
        zoomLevels = min(lowest, MapTileBounds.zoom)...min(highest, MapTileBounds.zoom)
        var edges = ByteCursor(bytes[102...])
        func degrees() -> Double {
            Double(Int32(truncatingIfNeeded: edges.integer(bytes: 4) ?? 0)) / 10_000_000
        }
        bounds = MapBounds(west: degrees(), south: degrees(), east: degrees(), north: degrees())
    }
}

/// The part of the world that a map covers, in degrees.
public struct MapBounds: Sendable, Hashable {
    /// The edges in degrees, eastern longitudes and northern latitudes positive.
    public let west, south, east, north: Double

    /// Creates bounds; `nil` if they are empty or not on Earth.
    public init?(west: Double, south: Double, east: Double, north: Double) {
        guard (-180.0...180).contains(west), (-180.0...180).contains(east), (-90.0...90).contains(south),
            (-90.0...90).contains(north), west < east, south < north
        else { return nil }
        (self.west, self.south, self.east, self.north) = (west, south, east, north)
    }
}
