/// What can go wrong on the way to gpsd.
public enum GPSDError: Error, Sendable, Hashable, CustomStringConvertible {
    /// An address that is not one.
    case badAddress(String)
    /// The host's name has no number.
    case unknownHost(String, reason: String)
    /// The connection was not made.
    case unreachable(String)
    /// The connection ended.
    case closed(String)
    /// The conversation was ended from this side.
    case stopped

    /// A sentence, without its full stop, that says what is wrong.
    public var description: String {
        switch self {
        case .badAddress(let text): "“\(text)” is not the address of a gpsd: write HOST:PORT, such as localhost:2947"
        case .unknownHost(let host, let reason): "the host \(host) is not known (\(reason))"
        case .unreachable(let reason): reason
        case .closed(let reason): reason
        case .stopped: "the recording ends"
        }
    }
}
