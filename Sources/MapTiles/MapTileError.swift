public import SensorModel

/// A fault in the bytes of a map or of one of its tiles.
public enum MapTileError: PhrasedError, Sendable, Hashable {
    /// The bytes do not begin as an archive of PMTiles, version 3.
    case notPMTiles
    /// The archive or the tile is compressed by a method that is not supported.
    case unknownCompression
    /// The directory contradicts itself or leads in circles.
    case damagedDirectory
    /// The compressed bytes are damaged.
    case damagedData
    /// The bytes are more than a tile or a directory can have.
    case tooLarge
    /// The tile is not a vector tile.
    case damagedTile

    /// A sentence that says what is wrong.
    public var phrase: Phrase {
        switch self {
        case .notPMTiles: Phrase(translatable("It is not a PMTiles archive of version 3: choose another map file."))
        case .unknownCompression:
            Phrase(translatable("Its compression is not supported: choose a map that is compressed with gzip."))
        case .damagedDirectory:
            Phrase(translatable("Its directory of tiles is damaged: download or create the map again."))
        case .damagedData: Phrase(translatable("Its compressed data are damaged: download or create the map again."))
        case .tooLarge:
            Phrase(translatable("It holds a tile or a directory that is too large: the file might be damaged."))
        case .damagedTile: Phrase(translatable("It holds a tile that is not a vector tile: the file might be damaged."))
        }
    }
}
