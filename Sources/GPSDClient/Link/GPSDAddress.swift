/// The network address of a gpsd.
public struct GPSDAddress: Sendable, Hashable, CustomStringConvertible {
    /// The host name or IP address.
    public var host: String
    /// The TCP port.
    public var port: UInt16

    /// The port registered for gpsd.
    public static let defaultPort: UInt16 = 2947

    /// Whether the address refers to this machine.
    public var isLocal: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

    /// The host that the system's resolver is asked about; `nil`, which stands for this machine's own addresses, for
    /// "localhost": a small system has no table of hosts, and a name server is not to be asked (RFC 6761, section 6.3).
    public var resolvedHost: String? { host.lowercased() == "localhost" ? nil : host }

    /// Creates an address from a host and a port.
    public init(host: String, port: UInt16 = defaultPort) {
        self.host = host
        self.port = port
    }

    /// Parses `HOST`, `HOST:PORT`, `:PORT`, `[IPV6]:PORT`, or a plain IPv6 address.
    /// - Throws: ``GPSDError/badAddress(_:)``.
    public init(parsing text: String) throws(GPSDError) {
        var rest = text[...]
        if rest.hasPrefix("gpsd://") { rest = rest.dropFirst(7) }
        let host: Substring
        let port: Substring?
        if rest.hasPrefix("["), let close = rest.firstIndex(of: "]") {
            host = rest[rest.index(after: rest.startIndex)..<close]
            let tail = rest[rest.index(after: close)...]
            guard tail.isEmpty || tail.hasPrefix(":") else { throw .badAddress(text) }
            port = tail.isEmpty ? nil : tail.dropFirst()
        } else if let colon = rest.firstIndex(of: ":"), rest.lastIndex(of: ":") == colon {
            host = rest[..<colon]
            port = rest[rest.index(after: colon)...]
        } else {
            host = rest
            port = nil
        }
        guard let number = port.map({ UInt16($0) }) ?? Self.defaultPort, number > 0,
            !rest.isEmpty, !host.contains(where: { $0.isWhitespace || $0 == "/" })
        else { throw .badAddress(text) }
        self.init(host: host.isEmpty ? "localhost" : String(host), port: number)
    }

    /// The address as the user writes it.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
