import SensorModel

/// A second connection, opened while the first one does not answer, to distinguish a frozen daemon from one that has
/// forgotten the first connection. A running daemon sends a greeting.
struct SecondOpinion: ~Copyable {
    /// The time in seconds that a daemon has to answer the first connection after greeting the second.
    static let patience = 2.0
    /// The time limit for connecting, in seconds.
    static let timeout = 1.0

    private let socket: GPSDSocket
    private var greeted: Instant?

    /// Connects to gpsd.
    init(to address: GPSDAddress, wake: CInt) throws(GPSDError) {
        socket = try GPSDSocket(to: address, timeout: Self.timeout, wake: wake)
    }

    /// The descriptor that becomes readable with the greeting; -1 after the greeting.
    var descriptor: CInt { greeted == nil ? socket.descriptor : -1 }
    /// The time at which the daemon counts as running and the first connection as forgotten; `nil` before the greeting.
    var verdict: Instant? { greeted.map { $0 + Self.patience } }

    /// Processes the greeting.
    /// - Throws: ``GPSDError`` if the connection ended instead.
    mutating func hear(at now: Instant) throws(GPSDError) {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        if try socket.read(into: &buffer) > 0 { greeted = now }
    }
}

/// The second opinions on a connection, one at a time, for as long as the connection does not answer.
struct SecondOpinions: ~Copyable {
    private let address: GPSDAddress
    private var current: SecondOpinion?
    private var backoff = Backoff()
    private var nextTry: Instant?

    /// Creates a sequence without an open connection.
    init(address: GPSDAddress) {
        self.address = address
    }

    /// The descriptor of the current connection; -1 if no data is expected.
    var descriptor: CInt {
        switch current {
        case nil: -1
        case .some(let opinion): opinion.descriptor
        }
    }

    /// The time of the next action; `nil` if there is none.
    var deadline: Instant? { verdict ?? nextTry }

    private var verdict: Instant? {
        switch current {
        case nil: nil
        case .some(let opinion): opinion.verdict
        }
    }

    /// Opens a connection if one is needed, and closes it otherwise.
    mutating func seek(_ isWanted: Bool, at now: Instant, wake: CInt) {
        guard isWanted else {
            current = nil
            nextTry = nil
            backoff.reset()
            return
        }
        guard verdict == nil, descriptor < 0, nextTry.map({ now >= $0 }) ?? true else { return }
        nextTry = nil
        do throws(GPSDError) { current = try SecondOpinion(to: address, wake: wake) } catch { fail(at: now) }
    }

    /// Processes data on the current connection.
    mutating func hear(at now: Instant) {
        guard var opinion = current.take() else { return }
        do throws(GPSDError) {
            try opinion.hear(at: now)
            current = consume opinion
        } catch {
            fail(at: now)
        }
    }

    /// Returns whether a running daemon has had enough time to answer the first connection.
    func isOver(at now: Instant) -> Bool { verdict.map { now >= $0 } ?? false }

    private mutating func fail(at now: Instant) {
        current = nil
        nextTry = now + backoff.next(chance: 0.5)
    }
}
