import CGTK
public import SensorModel

/// The reason why a server's tile cannot be shown.
public enum TileServerError: PhrasedError, Sendable, Hashable {
    /// The server cannot be reached.
    case unreached
    /// The server answers with a status that is not a tile.
    case status(Int)
    /// The server sends more bytes than a tile has.
    case tooLarge
    /// The address is not on the web.
    case notWeb
    /// The connection failed, with a text of the system.
    case failed(reason: String)

    /// Translates what the requests report; `nil` if there is no trouble.
    init?(_ trouble: OdoTileTrouble, _ status: Int, _ text: UnsafePointer<CChar>?) {
        switch trouble {
        case ODO_TILE_FINE: return nil
        case ODO_TILE_UNREACHED: self = .unreached
        case ODO_TILE_STATUS: self = .status(status)
        case ODO_TILE_TOO_LARGE: self = .tooLarge
        case ODO_TILE_NOT_WEB: self = .notWeb
        default: self = .failed(reason: text.map { String(cString: $0) } ?? "")
        }
    }

    /// Whether the server is overloaded or broken, so that its tiles are requested again later.
    private static func isFailure(_ status: Int) -> Bool { status >= 500 || status == 429 }

    /// A sentence that says what is wrong and what to do.
    public var phrase: Phrase {
        switch self {
        case .unreached: Phrase(translatable("The tile server cannot be reached."))
        case .status(let status) where Self.isFailure(status):
            Phrase(translatable("The tile server answers {1}: it is asked again later."), "\(status)")
        case .status(let status):
            Phrase(
                translatable(
                    "The tile server answers {1}: check the tile address, and the key in it if there is one."),
                "\(status)")
        case .tooLarge:
            Phrase(translatable("The tile server sends more than a tile: check the tile address in the preferences."))
        case .notWeb:
            Phrase(
                translatable(
                    "The tile address has to begin with https:// or http://: change it in the preferences."))
        case .failed(let reason): Phrase(plain: reason)
        }
    }
}
