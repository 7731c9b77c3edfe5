import SensorModel

/// Puts the events of several sources into the order of a session, by waiting a fixed while for stragglers.
///
/// What comes after the merge has passed its place is marked late, once, here, and goes out at once. The order in
/// which events leave is the order of the session, for the file, the core and every replay alike.
struct EventMerge {
    /// The order.
    let order: EventOrder
    /// Seconds between an event's place and its leaving: the order's lag and the time that sources hold an event back.
    let hold: Double
    /// The number of the next event that leaves.
    private(set) var nextSequence: UInt64 = 0
    private var waiting: [LoggedEvent] = []
    private var arrivals: UInt64 = 0
    private var frontier = Instant(nanoseconds: .min)

    /// Makes an empty merge.
    init(order: EventOrder, sourceLatency: Double) {
        self.order = order
        hold = order.lag + sourceLatency
    }

    /// Takes an event. O(1).
    mutating func insert(_ logged: LoggedEvent) {
        var logged = logged
        logged.event.sequence = arrivals
        logged.event.isLate = order.place(of: logged.event) < frontier
        arrivals += 1
        waiting.append(logged)
    }

    /// Returns what nothing can come before any more at a moment, numbered. O(n log n) of what waits.
    mutating func release(at now: Instant) -> [LoggedEvent] { release(upTo: now + -hold) }

    /// Returns everything, at the end of a recording.
    mutating func finish() -> [LoggedEvent] { release(upTo: Instant(nanoseconds: .max)) }

    private mutating func release(upTo limit: Instant) -> [LoggedEvent] {
        guard !waiting.isEmpty else { return [] }
        waiting.sort { order.precedes($0.event, $1.event) }
        let count = waiting.firstIndex { order.place(of: $0.event) > limit } ?? waiting.count
        guard count > 0 else { return [] }
        var released = Array(waiting[..<count])
        waiting.removeFirst(count)
        for index in released.indices {
            released[index].event.sequence = nextSequence
            nextSequence += 1
        }
        if let last = released.last { frontier = max(frontier, order.place(of: last.event)) }
        return released
    }
}
