public import MapTiles

/// A fault of a map file.
public enum TileFileError: Error, Sendable, Hashable, CustomStringConvertible {
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
    public var description: String {
        switch self {
        case .unreadable(let path):
            "The map file \(path) cannot be read: check that it exists and that you have permission to read it."
        case .notFile(let path): "\(path) is not a file: choose a map file, or a file of heights."
        case .notHeights(let path, let error): "\(path) is not used. \(error)"
        case .notTiles(let path): "\(path) is not an MBTiles or PMTiles file: choose another map file."
        case .tooSlow(let path): "\(path) does not answer in time, so it is not shown: the file might be damaged."
        case .tooLarge(let path):
            "\(path) contains a tile that is too large, so it is not shown: the file might be damaged."
        case .damaged(let path, let error): "\(path) is not shown. \(error)"
        }
    }
}
