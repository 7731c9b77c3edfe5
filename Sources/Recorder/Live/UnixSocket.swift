import Glibc

/// The Unix socket calls that the live socket needs.
enum UnixSocket {
    /// The size of a path in bytes, including its terminator; a path must be shorter.
    static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path)

    /// Listens at a path, for the owner only. Replaces a socket left by a recorder that ended abnormally.
    static func listen(at path: String) throws(LiveError) -> CInt {
        let descriptor = try make()
        unlink(path)
        // The mask keeps other users out from the start; it is restored immediately.
        let mask = umask(0o177)
        let status = withAddress(path) { bind(descriptor, $0, $1) }
        umask(mask)
        guard status == 0, Glibc.listen(descriptor, 16) == 0 else {
            let reason = String(cString: strerror(errno)).lowercased()
            close(descriptor)
            throw .folder(path, reason: reason)
        }
        return descriptor
    }

    /// Connects to the socket at a path.
    static func connect(to path: String) throws(LiveError) -> CInt {
        guard path.utf8.count < longestPath else { throw .noRecorder(path) }
        let descriptor = try make()
        guard withAddress(path, { Glibc.connect(descriptor, $0, $1) }) == 0 else {
            close(descriptor)
            throw .noRecorder(path)
        }
        return descriptor
    }

    private static func make() throws(LiveError) -> CInt {
        let flags = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, flags, 0)
        guard descriptor >= 0 else { throw .lost }
        return descriptor
    }

    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(longestPath - 1)) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
