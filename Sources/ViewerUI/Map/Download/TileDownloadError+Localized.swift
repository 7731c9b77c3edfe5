import GTKKit
import MapTiles

extension TileDownloadError {
    /// The sentence in the user's language, for what a server does; otherwise in English.
    @MainActor var localizedSentence: String {
        switch self {
        case .refused(let status):
            localized(
                "The tile server refuses its tiles ({1}): check the address, and the key in it if there is one.",
                "\(status)")
        case .moved(let address):
            localized(
                "The tile server sends the requests to {1}: use that address if its provider allows offline copies.",
                address)
        case .failing(let reason, let tries):
            localized(
                "The tile server failed {1} times in a row ({2}): what was downloaded is kept; continue later.",
                "\(tries)", reason)
        case .notTiles(let reason):
            localized(
                "The tile server sends something other than tiles ({1}): check the address. What was downloaded is kept.",
                reason)
        case .nothingThere:
            localized("The tile server has no tile of this area: choose another area or other zoom levels.")
        default: "\(self)"
        }
    }
}
