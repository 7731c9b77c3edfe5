import Glibc

/// A connection to the live socket: what it has been sent of the log, and whether it reads.
struct LiveFollower {
    /// The maximum number of bytes sent in one go, so that publishing never waits long for followers.
    private static let sendBound = 256 << 10

    /// The connection.
    let descriptor: CInt
    /// The number of the next frame of the log that it needs.
    private(set) var position: Int
    private let joined: Int
    private var frame: [UInt8]
    private var sentCount = 0
    private var incoming: [UInt8] = []
    private var lastRead: SuspendingClock.Instant
    private var unreadCount: CInt = 0

    /// Begins with a greeting; frames of the log follow, from the first that the file lacks.
    init(descriptor: CInt, greeting: [UInt8], log: LiveLog, at now: SuspendingClock.Instant) {
        self.descriptor = descriptor
        frame = greeting
        position = log.firstUnwritten
        joined = log.end
        lastRead = now
    }

    /// Whether something waits to be sent.
    func isWaiting(for log: LiveLog) -> Bool { sentCount < frame.count || position < log.end }

    /// Whether it has read something, or everything, within a time. Call this regularly.
    mutating func hasRead(within patience: Duration, at now: SuspendingClock.Instant) -> Bool {
        let unread = socketCount
        if unread == 0 || unread < unreadCount { lastRead = now }
        unreadCount = unread
        return now - lastRead <= patience
    }

    /// Sends what it takes of the frames. Returns `false` if the connection has ended.
    mutating func send(_ log: LiveLog) -> Bool {
        defer { unreadCount = socketCount }
        var allowance = Self.sendBound
        while allowance > 0 {
            if sentCount == frame.count {
                guard let (bytes, next) = log.frame(from: position, joined: joined) else {
                    position = log.end
                    return true
                }
                (frame, position, sentCount) = (bytes, next, 0)
            }
            let count = frame.withUnsafeBytes { bytes in
                let rest = UnsafeRawBufferPointer(rebasing: bytes[sentCount...].prefix(allowance))
                return Glibc.send(descriptor, rest.baseAddress, rest.count, CInt(MSG_NOSIGNAL))
            }
            guard count >= 0 else { return errno == EAGAIN || errno == EINTR }
            sentCount += count
            allowance -= count
        }
        return true
    }

    /// Returns the requests that have arrived; `nil` if the connection has ended.
    mutating func receive() -> [LiveRequest]? {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count != 0, count > 0 || errno == EAGAIN || errno == EINTR else { return nil }
        incoming += buffer[..<max(0, count)]
        // A follower sends very little; one that sends more, or invalid data, is disconnected.
        guard incoming.count <= buffer.count else { return nil }
        do {
            var requests: [LiveRequest] = []
            while let frame = try LiveFrame.next(in: &incoming) {
                if case .request(let request) = frame { requests.append(request) }
            }
            return requests
        } catch {
            return nil
        }
    }

    /// The size of what was sent and not read yet, as the system counts it.
    private var socketCount: CInt {
        var count: CInt = 0
        return ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 ? count : 0
    }
}
