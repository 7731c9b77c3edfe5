public import SensorModel

/// The reason why a download failed or was interrupted.
public enum TileDownloadError: PhrasedError, Sendable, Hashable {
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
    /// Another program uses the unfinished file.
    case inUse(path: String)
    /// The file cannot be written.
    case unwritable(path: String, reason: String)
    /// The server denies access to its tiles.
    case refused(status: Int)
    /// The server redirects the requests.
    case moved(address: String)
    /// The server could not be reached, or failed, several times in a row.
    case failing(reason: Phrase, tries: Int)
    /// The server asks for a pause that is too long to wait for.
    case asksForLongPause(seconds: Double)
    /// The server's answers are not tiles.
    case notTiles(reason: Phrase)
    /// The server has no tile in the area.
    case nothingThere

    /// A sentence that says what is wrong and what to do.
    public var phrase: Phrase {
        switch self {
        case .notAddress:
            Phrase(
                translatable(
                    "The address has to begin with https:// or http://, and to name a tile by {z}, {x}, and {y}."))
        case .forbidden(let host):
            Phrase(
                translatable(
                    "{1} does not allow downloading an area: enter the address of a provider that does, or import an extract with odographctl map import."
                ), host)
        case .notConfirmed:
            Phrase(
                translatable(
                    "Only maps whose provider allows offline copies are downloaded: read its terms and confirm that they do."
                ))
        case .exists(let path): Phrase(translatable("{1} already exists: choose another name."), path)
        case .otherDownload(let path):
            Phrase(
                translatable(
                    "{1} belongs to the download of another area: finish that one, remove the file, or choose another name."
                ), path)
        case .inUse(let path):
            Phrase(translatable("{1} is in use by another download: wait for its end, or choose another name."), path)
        case .unwritable(let path, let reason):
            Phrase(translatable("{1} cannot be written ({2}): check the folder and the disk."), path, reason)
        case .refused(let status):
            Phrase(
                translatable(
                    "The tile server refuses its tiles ({1}): check the address, and the key in it if there is one."),
                "\(status)")
        case .moved(let address):
            Phrase(
                translatable(
                    "The tile server sends the requests to {1}: use that address if its provider allows offline copies."
                ), address)
        case .failing(let reason, let tries):
            Phrase(
                translatable(
                    "The tile server failed {1} times in a row ({2}): what was downloaded is kept; continue later."),
                [Phrase(plain: "\(tries)"), reason])
        case .asksForLongPause(let seconds):
            // A pause of up to an hour is granted.
            Phrase(
                translatable(
                    "The tile server asks for a pause of {1} hours: what was downloaded is kept; continue later."),
                "\(Int(nearest: (seconds / 3_600).rounded(.up)))")
        case .notTiles(let reason):
            Phrase(
                translatable(
                    "The tile server sends something other than tiles ({1}): check the address. What was downloaded is kept."
                ), [reason])
        case .nothingThere:
            Phrase(
                translatable("The tile server has no tile of this area: choose another area or other zoom levels."))
        }
    }
}
