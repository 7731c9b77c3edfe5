import SensorModel

/// The operations of a connection that a conversation uses. Tests substitute a connection that simulates a day.
protocol GPSDConnection: ~Copyable {
    /// Waits for bytes, here or on another descriptor, or for the wake-up, up to a number of seconds (`nil`: no limit).
    borrowing func wait(seconds: Double?, wake: CInt, other: CInt) throws(GPSDError) -> GPSDSocket.Wait
    /// Reads the available bytes into a buffer and returns their number.
    borrowing func read(into buffer: inout [UInt8]) throws(GPSDError) -> Int
    /// Sends a request in one piece.
    borrowing func send(_ request: String) throws(GPSDError)
}

extension GPSDSocket: GPSDConnection {}

/// Drives a link with one connection, from its greeting to its end.
struct GPSDConversation {
    let address: GPSDAddress
    let now: @Sendable () -> Instant
    let wake: CInt

    /// Exchanges requests and reports until the connection ends.
    /// - Parameters:
    ///   - connection: A newly established connection.
    ///   - link: The state, which outlives the connection.
    ///   - backoff: Reset once gpsd has agreed to send reports.
    ///   - deliver: Called with new events, and whenever the state changes.
    /// - Throws: ``GPSDError``, always: the reason why the connection ended.
    func run<Connection: GPSDConnection & ~Copyable>(
        _ connection: borrowing Connection, _ link: inout GPSDLink, _ backoff: inout Backoff,
        deliver: (GPSDLink, [LoggedEvent]) -> Void
    ) throws(GPSDError) {
        var buffer = [UInt8](repeating: 0, count: GPSDBounds.lineBytes)
        var shown = link.state
        var second = SecondOpinions(address: address)
        while true {
            let start = now()
            second.seek(link.isUnanswered, at: start, wake: wake)
            var deadlines = Deadlines(after: start)
            link.add(to: &deadlines)
            deadlines.add(second.deadline)
            switch try connection.wait(seconds: deadlines.seconds, wake: wake, other: second.descriptor) {
            case .woken: throw .stopped
            case .bytes:
                let count = try connection.read(into: &buffer)
                link.receive(buffer[..<count], at: now())
            case .otherBytes: second.hear(at: now())
            case .deadline: break
            }
            link.advance(to: now())
            let output = link.drain()
            if !output.events.isEmpty || link.state != shown { deliver(link, output.events) }
            shown = link.state
            if link.state != .connecting, link.state != .greeted { backoff.reset() }
            for request in output.requests { try connection.send(request) }
            if let reason = output.closeReason { throw .closed(reason) }
            if link.isUnanswered, second.isOver(at: now()) { throw .closed("it has forgotten this connection") }
        }
    }
}
