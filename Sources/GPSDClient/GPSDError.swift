/// The errors of a connection to gpsd.
public enum GPSDError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text is not a valid address.
    case badAddress(String)
    /// The host name could not be resolved.
    case unknownHost(String, reason: String)
    /// The connection could not be established.
    case unreachable(String)
    /// The connection ended.
    case closed(String)
    /// The client was stopped.
    case stopped

    /// A sentence about the problem, without its full stop.
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
