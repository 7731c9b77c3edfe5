import Replay
import SensorModel

/// The ticks of the recorder's clock for a session that was pushed without them, as in a `Recording`.
///
///     while let tick = schedule.next(before: place) { … }
///     schedule.note(place)
struct TickSchedule {
    private var last: Instant?
    private var following = Instant(nanoseconds: 0)

    /// Returns the next tick before the place of an event; `nil` if there is none. Places have to be in order.
    mutating func next(before place: Instant) -> Instant? {
        guard let last, place > last, following < place else { return nil }
        guard following <= last + Recording.tickingSilence else { return nil }
        defer { following = following + Recording.tickInterval }
        return following
    }

    /// Records the place of an event after the ticks before it.
    mutating func note(_ place: Instant) {
        // Ticks start again after the first event, and after a silence long enough for everything to have been
        // reported.
        if last.map({ place > $0 && place > $0 + Recording.tickingSilence }) ?? true {
            following = place + Recording.tickInterval
        }
        last = place
    }

    /// The tick at the instant of the last event, which follows that event; `nil` if there is none.
    var atEnd: Instant? { last.flatMap { $0 == following ? $0 : nil } }
}
