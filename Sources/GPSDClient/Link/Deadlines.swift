import SensorModel

/// The earliest of several deadlines.
///
/// Everything that is due has already been done when the deadlines are collected. A time that is not in the future is
/// therefore ignored, so that no wait has zero length.
struct Deadlines {
    private let now: Instant
    /// The earliest future time; `nil` if there is none.
    private(set) var next: Instant?

    /// Creates an empty collection that accepts times after `now`.
    init(after now: Instant) { self.now = now }

    /// Adds a time. Ignores `nil` and times that have passed.
    mutating func add(_ time: Instant?) {
        guard let time, time > now else { return }
        next = next.map { min($0, time) } ?? time
    }

    /// The time in seconds until the earliest deadline; `nil` if there is none.
    var seconds: Double? { next.map { $0 - now } }
}
