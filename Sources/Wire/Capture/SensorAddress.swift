/// The address of a set of motion sensors: this machine's kernel, or an iiod.
public enum SensorAddress: Sendable, Hashable {
    /// The sensors of this machine: `local:`.
    case local
    /// The sensors that an iiod provides: `ip:HOST[:PORT]`, `ip:[ADDRESS]:PORT`.
    case network(host: String, port: UInt16)

    /// The default port of an iiod.
    public static let standardPort: UInt16 = 30_431

    /// Parses an address.
    /// - Throws: ``SensorAddressError``.
    public init(parsing text: String) throws(SensorAddressError) {
        if text == "local:" || text == "local" {
            self = .local
            return
        }
        guard text.hasPrefix("ip:") else { throw SensorAddressError(text: text) }
        let rest = text.dropFirst(3)
        guard rest.utf8.count <= 255, rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw SensorAddressError(text: text)
        }
        var host = rest
        var port: UInt16? = Self.standardPort
        if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
            host = rest[rest.index(after: rest.startIndex)..<end]
            let after = rest[rest.index(after: end)...]
            if !after.isEmpty { port = after.hasPrefix(":") ? UInt16(after.dropFirst()) : nil }
        } else if rest.count(where: { $0 == ":" }) == 1, let colon = rest.firstIndex(of: ":") {
            host = rest[..<colon]
            port = UInt16(rest[rest.index(after: colon)...])
        }
        guard let port, port > 0, !host.isEmpty, !host.contains("[") else { throw SensorAddressError(text: text) }
        self = .network(host: String(host), port: port)
    }

    /// The address in libiio's form, if the host is a numeric address.
    public var uri: String {
        switch self {
        case .local: "local:"
        case .network(let host, let port): host.contains(":") ? "ip:[\(host)]:\(port)" : "ip:\(host):\(port)"
        }
    }

    /// The port; `nil` for this machine's own sensors.
    public var port: UInt16? {
        if case .network(_, let port) = self { port } else { nil }
    }
}

/// The error of a text that is not an address of sensors.
public struct SensorAddressError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The rejected text.
    public let text: String

    /// A sentence that says what is wrong and what to do.
    public var description: String {
        "“\(text.bounded(80))” is not an address of motion sensors; use local:, ip:HOST, or ip:HOST:PORT."
    }
}
