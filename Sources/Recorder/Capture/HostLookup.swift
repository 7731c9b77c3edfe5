import GPSDClient
import Glibc
import Wire

extension SensorAddress {
    /// Returns the address with a numeric host: one result for each address of the host, at most four.
    ///
    /// A capture child is not allowed to resolve names. Blocks as long as the system's resolver does.
    /// - Throws: ``CaptureFault/unknownHost(reason:)``.
    func resolved() throws(CaptureFault) -> [SensorAddress] {
        guard case .network(let host, let port) = self else { return [self] }
        var hints = addrinfo()
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let resolvedHost = GPSDAddress(host: host, port: port).resolvedHost
        let status = getaddrinfo(resolvedHost, String(port), &hints, &list)
        guard status == 0 else { throw .unknownHost(reason: String(cString: gai_strerror(status)).lowercased()) }
        defer { freeaddrinfo(list) }
        var addresses: [SensorAddress] = []
        var next = list
        while let entry = next, addresses.count < 4 {
            var digits = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            if getnameinfo(
                entry.pointee.ai_addr, entry.pointee.ai_addrlen, &digits, socklen_t(digits.count), nil, 0,
                NI_NUMERICHOST) == 0
            {
                let text = String(
                    decoding: digits.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
                let address = SensorAddress.network(host: text, port: port)
                if !addresses.contains(address) { addresses.append(address) }
            }
            next = entry.pointee.ai_next
        }
        guard !addresses.isEmpty else { throw .unknownHost(reason: "it has no address") }
        return addresses
    }

    /// Whether the host is given by name, so that its address may change.
    var isNamed: Bool {
        guard case .network(let host, _) = self else { return false }
        return !host.contains(":") && !host.allSatisfy { $0.isNumber || $0 == "." }
    }
}
