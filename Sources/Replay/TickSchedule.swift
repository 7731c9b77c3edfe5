public import SensorModel

/// The ticks of the recorder's clock for a session that has none: one per ``Recording/tickInterval`` from the first
/// event on, but none later than ``Recording/tickingSilence`` after an event.
///
///     while let tick = schedule.next(before: place) { … }
///     schedule.consume(place)
public struct TickSchedule: Sendable {
    private var last: Instant?
    private var following = Instant(nanoseconds: 0)

    /// Creates a schedule before the first event.
    public init() {}

    /// Returns the next tick before the place of an event; `nil` if there is none. Places have to be in order.
    public mutating func next(before place: Instant) -> Instant? {
        guard let last, place > last, following < place else { return nil }
        guard following <= last + Recording.tickingSilence else { return nil }
        defer { following = following + Recording.tickInterval }
        return following
    }

    /// Records the place of an event after the ticks before it.
    public mutating func consume(_ place: Instant) {
        // Ticks start again after the first event, and after a silence long enough for everything to have been
        // reported.
        if last.map({ place > $0 && place > $0 + Recording.tickingSilence }) ?? true {
            following = place + Recording.tickInterval
        }
        last = place
    }

    /// The tick at the instant of the last event, which follows that event; `nil` if there is none.
    public var atEnd: Instant? { last.flatMap { $0 == following ? $0 : nil } }
}
