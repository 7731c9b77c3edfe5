import Glibc
import SensorModel

/// A TCP connection that waits for bytes, a deadline, or a wake-up, whichever comes first.
struct GPSDSocket: ~Copyable {
    /// The connection's descriptor.
    let descriptor: CInt

    /// Connects to the first of a host's IPv6 and IPv4 addresses that answers.
    /// - Parameters:
    ///   - address: The host and port.
    ///   - timeout: The time limit in seconds for each of the addresses.
    ///   - wake: Ends the attempt when it becomes readable.
    init(to address: GPSDAddress, timeout: Double, wake: CInt) throws(GPSDError) {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(address.resolvedHost, String(address.port), &hints, &list)
        guard status == 0 else {
            throw .unknownHost(address.host, reason: String(cString: gai_strerror(status)))
        }
        defer { freeaddrinfo(list) }
        var failure = GPSDError.unreachable("no address")
        var entry = list
        while let candidate = entry?.pointee {
            do throws(GPSDError) {
                descriptor = try Self.connected(candidate, timeout: timeout, wake: wake)
                return
            } catch .stopped {
                throw .stopped
            } catch {
                failure = error
            }
            entry = candidate.ai_next
        }
        throw failure
    }

    deinit { close(descriptor) }

    /// The longest single wait, in milliseconds, after which the clock is checked again.
    private static let longestWait = 600_000.0

    /// The event that ended a wait.
    enum Wait {
        case bytes, deadline, woken, otherBytes
    }

    /// Waits for bytes, here or on another descriptor, or for the wake-up, up to a number of seconds (`nil`: no limit).
    func wait(seconds: Double?, wake: CInt, other: CInt) throws(GPSDError) -> Wait {
        try Self.wait(descriptor, events: CShort(POLLIN), seconds: seconds, wake: wake, other: other)
    }

    /// Reads the available bytes into a buffer and returns their number.
    func read(into buffer: inout [UInt8]) throws(GPSDError) -> Int {
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count > 0 { return count }
            if count == 0 { throw .closed("gpsd closed the connection") }
            if errno == EAGAIN { return 0 }
            guard errno == EINTR else { throw .closed(Self.sentence(errno)) }
        }
    }

    /// Sends a request in one piece, as gpsd requires.
    func send(_ request: String) throws(GPSDError) {
        let bytes = Array(request.utf8)
        guard Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count else {
            throw .closed("a request could not be sent")
        }
    }

    /// Sleeps for a number of seconds, or until the wake-up.
    static func pause(seconds: Double, wake: CInt) {
        // A failed wait simply ends; the next attempt reports the problem.
        do throws(GPSDError) { _ = try wait(-1, events: 0, seconds: seconds, wake: wake) } catch {}
    }

    private static func wait(
        _ descriptor: CInt, events: CShort, seconds: Double?, wake: CInt, other: CInt = -1
    ) throws(GPSDError) -> Wait {
        var polled = [
            pollfd(fd: wake, events: CShort(POLLIN), revents: 0), pollfd(fd: descriptor, events: events, revents: 0),
            pollfd(fd: other, events: CShort(POLLIN), revents: 0),
        ]
        let milliseconds = seconds.map { min(longestWait, max(0, ($0 * 1_000).rounded(.up))) }
        let count = poll(&polled, 3, milliseconds.map { CInt(clamping: Int(nearest: $0)) } ?? -1)
        // Only an interrupted wait is repeated.
        guard count >= 0 || errno == EINTR else { throw .closed(sentence(errno)) }
        guard count > 0 else { return .deadline }
        if polled[0].revents != 0 { return .woken }
        return polled[1].revents != 0 ? .bytes : .otherBytes
    }

    private static func connected(
        _ candidate: addrinfo, timeout: Double, wake: CInt
    ) throws(GPSDError) -> CInt {
        let flags = CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(candidate.ai_family, candidate.ai_socktype | flags, candidate.ai_protocol)
        guard descriptor >= 0 else { throw .unreachable(sentence(errno)) }
        do throws(GPSDError) {
            if Glibc.connect(descriptor, candidate.ai_addr, candidate.ai_addrlen) != 0 {
                guard errno == EINPROGRESS else { throw .unreachable(sentence(errno)) }
                switch try wait(descriptor, events: CShort(POLLOUT), seconds: timeout, wake: wake) {
                case .woken: throw .stopped
                case .deadline: throw .unreachable("no answer")
                case .bytes, .otherBytes: break
                }
                let problem = option(descriptor, SO_ERROR)
                guard problem == 0 else { throw .unreachable(sentence(problem)) }
            }
        } catch {
            close(descriptor)
            throw error
        }
        keepAlive(descriptor)
        return descriptor
    }

    /// Enables keep-alive probes, so that the system detects a vanished host even if the receiver is silent anyway.
    private static func keepAlive(_ descriptor: CInt) {
        let tcp = CInt(IPPROTO_TCP)
        for (level, name, value) in [
            (SOL_SOCKET, SO_KEEPALIVE, 1), (tcp, TCP_KEEPIDLE, 20), (tcp, TCP_KEEPINTVL, 5), (tcp, TCP_KEEPCNT, 3),
        ] as [(CInt, CInt, CInt)] {
            var value = value
            setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<CInt>.size))
        }
    }

    private static func option(_ descriptor: CInt, _ name: CInt) -> CInt {
        var value: CInt = 0
        var size = socklen_t(MemoryLayout<CInt>.size)
        getsockopt(descriptor, SOL_SOCKET, name, &value, &size)
        return value
    }

    private static func sentence(_ number: CInt) -> String { String(cString: strerror(number)).lowercased() }
}
