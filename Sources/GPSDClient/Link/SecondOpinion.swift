import SensorModel

/// A connection that is opened beside one that does not answer, to see whether the daemon is frozen or has forgotten
/// the other: a daemon that lives greets.
struct SecondOpinion: ~Copyable {
    /// Seconds that a daemon which greets has to answer the other connection.
    static let patience = 2.0
    /// Seconds for the connection to be made.
    static let timeout = 1.0

    private let socket: GPSDSocket
    private var greeted: Instant?

    /// Connects.
    init(to address: GPSDAddress, wake: CInt) throws(GPSDError) {
        socket = try GPSDSocket(to: address, timeout: Self.timeout, wake: wake)
    }

    /// What becomes readable with the greeting; none once that has come.
    var descriptor: CInt { greeted == nil ? socket.descriptor : -1 }
    /// When the daemon counts as alive and the other connection as forgotten; nil while it has not greeted.
    var verdict: Instant? { greeted.map { $0 + Self.patience } }

    /// Processes the greeting.
    /// - Throws: ``GPSDError`` where the connection ended instead.
    mutating func hear(at now: Instant) throws(GPSDError) {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        if try socket.read(into: &buffer) > 0 { greeted = now }
    }
}

/// The second opinions on a connection, one at a time, for as long as it does not answer.
struct SecondOpinions: ~Copyable {
    private let address: GPSDAddress
    private var current: SecondOpinion?
    private var backoff = Backoff()
    private var nextTry: Instant?

    /// Has none yet.
    init(address: GPSDAddress) {
        self.address = address
    }

    /// The current one's descriptor; -1 where nothing is to be heard.
    var descriptor: CInt {
        switch current {
        case nil: -1
        case .some(let opinion): opinion.descriptor
        }
    }

    /// When there is something to do next.
    var deadline: Instant? { verdict ?? nextTry }

    private var verdict: Instant? {
        switch current {
        case nil: nil
        case .some(let opinion): opinion.verdict
        }
    }

    /// Opens a connection where one is wanted, and drops it where not.
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

    /// Takes what the current one has heard.
    mutating func hear(at now: Instant) {
        guard var opinion = current.take() else { return }
        do throws(GPSDError) {
            try opinion.hear(at: now)
            current = consume opinion
        } catch {
            fail(at: now)
        }
    }

    /// True once a daemon that lives has had time to answer the other connection.
    func isOver(at now: Instant) -> Bool { verdict.map { now >= $0 } ?? false }

    private mutating func fail(at now: Instant) {
        current = nil
        nextTry = now + backoff.next(chance: 0.5)
    }
}
