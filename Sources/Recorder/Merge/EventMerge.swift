import SensorModel

/// Puts the events of several sources into the order of a session, by waiting a fixed while for stragglers.
///
/// What comes after the merge has passed its place is marked late, once, here, and goes out at once. The order in
/// which events leave is the order of the session, for the file, the core and every replay alike.
struct EventMerge {
    private struct Entry {
        var logged: LoggedEvent
        var place: Instant
        var rank: Int
    }

    /// The order.
    let order: EventOrder
    /// Seconds between an event's place and its leaving: the order's lag and the time that sources hold an event back.
    let hold: Double
    /// The number of the next event that leaves.
    private(set) var nextSequence: UInt64 = 0
    private var waiting: [Entry] = []
    private var arrivals: UInt64 = 0
    private var frontier = Instant(nanoseconds: .min)
    /// The newest place by arrival of each stream.
    private var backlogs: [StreamKey: Instant] = [:]

    /// Creates an empty merge.
    init(order: EventOrder, sourceLatency: Double) {
        self.order = order
        hold = order.lag + sourceLatency
    }

    /// Adds an event. O(1).
    mutating func insert(_ logged: LoggedEvent) {
        var logged = logged
        let place = place(of: logged.event)
        logged.event.sequence = arrivals
        logged.event.isLate = place < frontier
        arrivals += 1
        waiting.append(Entry(logged: logged, place: place, rank: logged.event.payload.rank))
    }

    /// Returns what nothing can come before any more at a moment, numbered. O(n log n) of what waits.
    mutating func release(at now: Instant) -> [LoggedEvent] { release(upTo: now + -hold) }

    /// Returns everything, at the end of a recording.
    mutating func finish() -> [LoggedEvent] { release(upTo: Instant(nanoseconds: .max)) }

    /// The events that wait, in the order and with the numbers that they leave with if nothing else comes. O(n log n).
    var pending: [LoggedEvent] {
        mutating get {
            sort()
            return numbered(waiting[...])
        }
    }

    /// The number of events that came so far.
    var insertedCount: UInt64 { arrivals }

    /// The order's place; but of a backlog that comes at once, the newest part waits behind the old.
    private mutating func place(of event: SensorEvent) -> Instant {
        let place = order.place(of: event)
        guard let key = StreamKey(event.payload) else { return place }
        if place == event.received, event.time < event.received {
            backlogs[key] = place
            return place
        }
        return backlogs[key].map { max($0, place) } ?? place
    }

    private mutating func release(upTo limit: Instant) -> [LoggedEvent] {
        guard !waiting.isEmpty else { return [] }
        sort()
        let count = waiting.firstIndex { $0.place > limit } ?? waiting.count
        guard count > 0 else { return [] }
        frontier = max(frontier, waiting[count - 1].place)
        let released = numbered(waiting[..<count])
        waiting.removeFirst(count)
        nextSequence += UInt64(count)
        return released
    }

    private mutating func sort() {
        waiting.sort { left, right in
            if left.place != right.place { return left.place < right.place }
            if left.rank != right.rank { return left.rank < right.rank }
            return left.logged.event.sequence < right.logged.event.sequence
        }
    }

    private func numbered(_ entries: ArraySlice<Entry>) -> [LoggedEvent] {
        var sequence = nextSequence
        return entries.map { entry in
            var logged = entry.logged
            logged.event.sequence = sequence
            sequence += 1
            return logged
        }
    }
}

/// One stream of one device.
private struct StreamKey: Hashable {
    let rank: Int
    let device: DeviceID

    init?(_ payload: SensorEvent.Payload) {
        let source: DeviceID? =
            switch payload {
            case .fix(let fix): fix.device
            case .sky(let sky): sky.device
            default: payload.sample?.device
            }
        guard let source else { return nil }
        device = source
        rank = payload.rank
    }
}
