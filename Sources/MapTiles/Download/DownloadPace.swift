public import SensorModel

/// The times at which a server may be asked for the next tile: immediately while it answers, and after longer and longer
/// pauses while it does not.
///
/// A value without a clock: times are seconds on any axis that only grows.
public struct DownloadPace: Sendable, Hashable {
    /// The limits of patience.
    public struct Limits: Sendable, Hashable {
        /// The maximum number of requests at the same time: what browsers and the rules of most servers keep to.
        public var requestsAtOnce = 2
        /// The seconds of the pauses that are not asked for.
        fileprivate var pauses = Backoff(first: 2, longest: 128, jitter: 0)
        /// The seconds of the longest pause that a server can ask for.
        public var longestAskedPause = 3_600.0
        /// The number of failures in a row after which the download ends: about a minute of pauses.
        public var mostFailures = 6
        /// The number of answers in a row that are not tiles, after which the download ends.
        public var mostOddAnswers = 5

        /// Creates the usual limits.
        public init() {}
    }

    private let limits: Limits
    private var pauses: Backoff
    private var failures = 0
    private var oddAnswers = 0
    /// The instant at which the pause ends; `nil` while there is none.
    private var end: Double?

    /// Creates a pace for a server that is not known yet.
    public init(_ limits: Limits = Limits()) { (self.limits, pauses) = (limits, limits.pauses) }

    /// Returns the number of additional tiles that may be requested.
    /// - Parameters:
    ///   - now: Seconds.
    ///   - running: The number of requests without an answer.
    public func allowance(at now: Double, running: Int) -> Int {
        if let end, now < end { return 0 }
        // After a pause, a single request finds out whether the server answers again.
        return max(0, (failures > 0 ? 1 : limits.requestsAtOnce) - running)
    }

    /// Returns the seconds until the end of the pause; `nil` while there is none.
    public func pause(at now: Double) -> Double? { end.flatMap { $0 > now ? $0 - now : nil } }

    /// Records that the server has answered, with a tile or with the statement that it has none.
    public mutating func noteAnswer(at now: Double) {
        oddAnswers = 0
        forgetFailures(at: now)
    }

    /// Records an answer that is not a tile.
    /// - Throws: ``TileDownloadError/notTiles(reason:)`` once there are too many of them.
    public mutating func noteOddAnswer(_ reason: Phrase, at now: Double) throws(TileDownloadError) {
        oddAnswers += 1
        forgetFailures(at: now)
        if oddAnswers >= limits.mostOddAnswers { throw .notTiles(reason: reason) }
    }

    /// Records that the server could not be reached, or asked for a pause.
    /// - Parameters:
    ///   - reason: A few words about it.
    ///   - now: Seconds.
    ///   - asked: The seconds of the pause that the server asked for; `nil` if it did not.
    /// - Throws: ``TileDownloadError`` if the download has to end.
    public mutating func noteFailure(_ reason: Phrase, at now: Double, asked: Double?) throws(TileDownloadError) {
        if let asked, asked > limits.longestAskedPause { throw .asksForLongPause(seconds: asked) }
        // Requests that ran at the same time fail at the same time: that is one failure, with the longest pause.
        let isSame = end.map { now < $0 } ?? false
        let pause = isSame ? 0 : pauses.next(chance: 0)
        if !isSame { failures += 1 }
        guard failures < limits.mostFailures else { throw .failing(reason: reason, tries: failures) }
        end = max(end ?? now, now + max(pause, asked ?? 0))
    }

    private mutating func forgetFailures(at now: Double) {
        // An answer during a pause is to an earlier request, and does not end the pause.
        guard pause(at: now) == nil else { return }
        failures = 0
        pauses.reset()
        end = nil
    }
}
