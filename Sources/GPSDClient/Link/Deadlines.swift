import SensorModel

/// The next time at which something is to be done, of all that there are.
///
/// Whatever is due by now was done before this is asked: a time that is not in the future has nothing left to do and
/// does not count, so that no wait is ever of no length.
struct Deadlines {
    private let now: Instant
    /// The earliest time that is still to come; `nil` if there is none.
    private(set) var next: Instant?

    /// Collects times that come after `now`.
    init(after now: Instant) { self.now = now }

    /// Adds a time; one that has passed, or `nil`, changes nothing.
    mutating func add(_ time: Instant?) {
        guard let time, time > now else { return }
        next = next.map { min($0, time) } ?? time
    }

    /// Seconds until the next; `nil` if there is none.
    var seconds: Double? { next.map { $0 - now } }
}
