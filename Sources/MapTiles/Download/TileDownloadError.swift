/// A reason for which an area was not downloaded, or not to its end.
public enum TileDownloadError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The address does not name tiles over HTTP.
    case notAddress
    /// The provider does not allow copies of its map.
    case forbidden(host: String)
    /// The user has not confirmed that the provider allows copies of its map.
    case notConfirmed
    /// The map exists.
    case exists(path: String)
    /// The unfinished file belongs to another download.
    case otherDownload(path: String)
    /// Another program works on the unfinished file.
    case inUse(path: String)
    /// The file cannot be written.
    case unwritable(path: String, reason: String)
    /// The server does not give its tiles to everyone.
    case refused(status: Int)
    /// The server sends the requests elsewhere.
    case moved(address: String)
    /// The server could not be reached, or failed, several times in a row.
    case failing(reason: String, tries: Int)
    /// The server asks for a pause that is too long to wait for.
    case asksForLongPause(seconds: Double)
    /// The server's answers are not tiles.
    case notTiles(reason: String)
    /// The server has no tile in the area.
    case nothingThere

    /// A sentence that says what is wrong and what to do.
    public var description: String {
        switch self {
        case .notAddress:
            "The address has to begin with https:// or http://, and to name a tile by {z}, {x}, and {y}."
        case .forbidden(let host):
            "The servers of \(host) do not allow downloading an area: use the address of a provider that does, or import an extract of OpenStreetMap."
        case .notConfirmed:
            "Only maps whose provider allows offline copies are downloaded: read its terms and confirm that they do."
        case .exists(let path): "\(path) already exists: choose another name."
        case .otherDownload(let path):
            "\(path) belongs to the download of another area: finish that one, remove the file, or choose another name."
        case .inUse(let path): "\(path) is in use by another download: wait for its end, or choose another name."
        case .unwritable(let path, let reason): "\(path) cannot be written (\(reason)): check the folder and the disk."
        case .refused(let status):
            "The tile server refuses its tiles (\(status)): check the address, and the key in it if there is one."
        case .moved(let address):
            "The tile server sends the requests to \(address): use that address if its provider allows offline copies."
        case .failing(let reason, let tries):
            "The tile server failed \(tries) times in a row (\(reason)): what was downloaded is kept; continue later."
        case .asksForLongPause(let seconds):
            "The tile server asks for a pause of \(Self.text(of: seconds)): what was downloaded is kept; continue later."
        case .notTiles(let reason):
            "The tile server sends something other than tiles (\(reason)): check the address. What was downloaded is kept."
        case .nothingThere: "The tile server has no tile of this area: choose another area or other zoom levels."
        }
    }

    /// Returns a long time in words.
    private static func text(of seconds: Double) -> String {
        guard let hours = Int(exactly: (seconds / 3_600).rounded(.up)) else { return "many hours" }
        return hours == 1 ? "an hour" : "\(hours) hours"
    }
}
