/// A reader of PMTiles archives, version 3. Another part of the program reads their bytes.
public struct PMTilesArchive: Sendable {
    /// Reads bytes of the archive; fewer than requested at its end.
    public typealias Read = (_ offset: UInt64, _ count: Int) throws -> [UInt8]

    /// The header.
    public let header: PMTilesHeader
    private let root: PMTilesDirectory
    /// The leaf directory that was read last; adjacent tiles are usually in the same one.
    private var lastLeaf: (part: PMTilesHeader.Part, directory: PMTilesDirectory)?

    /// Reads the header and the root directory.
    /// - Throws: ``MapTileError``, or what `read` throws.
    public init(read: Read) throws {
        header = try PMTilesHeader(try read(0, PMTilesHeader.count))
        root = try Self.directory(header.root, read)
    }

    /// Returns the text about the archive, as JSON; `nil` if it has none.
    /// - Throws: ``MapTileError``, or what `read` throws.
    public func metadata(read: Read) throws -> [UInt8]? {
        guard header.metadata.count > 0 else { return nil }
        return try Self.inflated(header.metadata, read)
    }

    /// Returns a tile as stored, which may be compressed with gzip; `nil` if there is none.
    /// - Throws: ``MapTileError``, or what `read` throws.
    public mutating func tile(_ address: TileAddress, read: Read) throws -> [UInt8]? {
        let number = address.hilbertNumber
        var directory = root
        for _ in 0..<MapTileBounds.depth {
            switch directory.place(of: number) {
            case nil: return nil
            case .tile(let part):
                guard part.count <= UInt64(MapTileBounds.storedTile) else { throw MapTileError.tooLarge }
                return try Self.bytes(part, of: header.tiles, read)
            case .directory(let part):
                if let lastLeaf, lastLeaf.part == part {
                    directory = lastLeaf.directory
                    continue
                }
                let (offset, isBeyond) = header.leaves.offset.addingReportingOverflow(part.offset)
                guard !isBeyond, part.offset < header.leaves.count else { throw MapTileError.damagedDirectory }
                directory = try Self.directory(PMTilesHeader.Part(offset: offset, count: part.count), read)
                lastLeaf = (part, directory)
            }
        }
        throw MapTileError.damagedDirectory
    }

    private static func directory(_ part: PMTilesHeader.Part, _ read: Read) throws -> PMTilesDirectory {
        try PMTilesDirectory(inflated(part, read))
    }

    private static func inflated(_ part: PMTilesHeader.Part, _ read: Read) throws -> [UInt8] {
        guard part.count <= UInt64(MapTileBounds.directory) else { throw MapTileError.tooLarge }
        let bytes = try read(part.offset, Int(part.count))
        guard bytes.count == Int(part.count) else { throw MapTileError.damagedDirectory }
        return try TileInflation.inflated(bytes, limit: MapTileBounds.directory)
    }

    private static func bytes(
        _ part: PMTilesHeader.Part, of whole: PMTilesHeader.Part, _ read: Read
    ) throws -> [UInt8] {
        let (offset, isBeyond) = whole.offset.addingReportingOverflow(part.offset)
        guard !isBeyond, part.offset < whole.count else { throw MapTileError.damagedDirectory }
        let bytes = try read(offset, Int(part.count))
        guard bytes.count == Int(part.count) else { throw MapTileError.damagedDirectory }
        return bytes
    }
}
