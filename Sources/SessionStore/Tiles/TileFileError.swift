public import MapTiles
public import SensorModel

/// A fault of a map file.
public enum TileFileError: PhrasedError, Sendable, Hashable {
    /// The file does not exist, or the user has no permission to read it.
    case unreadable(path: String)
    /// The path is not that of a file.
    case notFile(path: String)
    /// The file does not contain heights of a square degree.
    case notHeights(path: String, HeightError)
    /// The file is neither an MBTiles nor a PMTiles file.
    case notTiles(path: String)
    /// A query of the file exceeded the time limit.
    case tooSlow(path: String)
    /// A tile of the file is larger than the limit for tiles.
    case tooLarge(path: String)
    /// The archive or one of its tiles is damaged.
    case damaged(path: String, MapTileError)

    /// A sentence that says what is wrong and what to do.
    public var phrase: Phrase {
        switch self {
        case .unreadable(let path):
            Phrase(
                translatable(
                    "The map file {1} cannot be read: check that it exists and that you have permission to read it."),
                path)
        case .notFile(let path):
            Phrase(translatable("{1} is not a file: choose a map file, or a file of heights."), path)
        case .notHeights(let path, let error):
            Phrase(translatable("{1} is not used. {2}"), [Phrase(plain: path), error.phrase])
        case .notTiles(let path):
            Phrase(translatable("{1} is not an MBTiles or PMTiles file: choose another map file."), path)
        case .tooSlow(let path):
            Phrase(translatable("{1} does not answer in time, so it is not shown: the file might be damaged."), path)
        case .tooLarge(let path):
            Phrase(
                translatable("{1} contains a tile that is too large, so it is not shown: the file might be damaged."),
                path)
        case .damaged(let path, let error):
            Phrase(translatable("{1} is not shown. {2}"), [Phrase(plain: path), error.phrase])
        }
    }
}
