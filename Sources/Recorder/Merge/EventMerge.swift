import SensorModel

/// Sorts the events of several sources into the order of a session.
///
/// A stream is in the order of its device's clock, so each event is also a watermark (Akidau et al. 2015, The Dataflow
/// Model): nothing older follows in its stream. An event leaves as soon as the watermarks of all streams have reached
/// its place, or after a fixed time if a stream is silent. One that arrives after the merge has passed its place
/// is marked late, here only, and leaves immediately. The order in which events leave is the order of the session: for
/// the file, the core, and every replay.
struct EventMerge {
    private struct Entry {
        var logged: LoggedEvent
        var place: Instant
        var rank: Int
    }

    /// The order of events.
    let order: EventOrder
    /// The longest time in seconds that an event waits after its place: the lag of the order plus the latency of sources.
    let hold: Double
    /// The number of the next event to leave.
    private(set) var nextSequence: UInt64 = 0
    private var waiting: [Entry] = []
    private var arrivals: UInt64 = 0
    private var frontier = Instant(nanoseconds: .min)
    /// The last arrival time, per stream, of an event that was ordered by arrival.
    private var backlogs: [StreamKey: Instant] = [:]
    /// The instant, per stream, that no later event of the stream precedes.
    private var watermarks: [StreamKey: Instant] = [:]

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

    /// Changes the events that wait, and sorts them again. Returns the place after which nothing has left. O(n).
    mutating func amend(_ change: (inout SensorEvent) -> Void) -> Instant {
        (backlogs, watermarks) = ([:], watermarks.mapValues { _ in Instant(nanoseconds: .min) })
        waiting.sort { $0.logged.event.sequence < $1.logged.event.sequence }
        for index in waiting.indices {
            change(&waiting[index].logged.event)
            waiting[index].place = place(of: waiting[index].logged.event)
            waiting[index].logged.event.isLate = waiting[index].place < frontier
        }
        return frontier
    }

    /// Returns the events that have waited for the fixed time, numbered; with `early`, also those that no stream's next
    /// event can precede. O(n log n) in the number of waiting events.
    mutating func release(at now: Instant, early: Bool = false) -> [LoggedEvent] {
        let limit = now + -hold
        return release(upTo: early ? max(limit, min(now, watermarks.values.min() ?? limit)) : limit)
    }

    /// Returns all events, at the end of a recording.
    mutating func finish() -> [LoggedEvent] { release(upTo: Instant(nanoseconds: .max)) }

    /// The waiting events, in the order and with the numbers that they will have if no more events arrive. O(n log n).
    var pending: [LoggedEvent] {
        mutating get {
            sort()
            return numbered(waiting[...])
        }
    }

    /// The number of events added so far.
    var insertedCount: UInt64 { arrivals }

    /// Returns an event's place in the order. If a backlog arrives in one piece, its newest events follow the older
    /// ones.
    private mutating func place(of event: SensorEvent) -> Instant {
        let place = order.place(of: event)
        watch(event, at: place)
        guard let key = StreamKey(event.payload) else { return place }
        if place == event.received, event.time < event.received {
            backlogs[key] = place
            return place
        }
        return backlogs[key].map { max($0, place) } ?? place
    }

    /// Raises the watermark of an event's stream. A device is waited for from its announcement to its end.
    private mutating func watch(_ event: SensorEvent, at place: Instant) {
        switch event.payload {
        case .source(let report):
            let isKnown = watermarks.keys.contains { $0.device == report.device }
            if !report.isDelivering {
                watermarks = watermarks.filter { $0.key.device != report.device }
            } else if !isKnown {
                watermarks[StreamKey(announcing: report.device)] = Instant(nanoseconds: .min)
            }
        // What a receiver reports irregularly, and with its time of arrival, is not waited for.
        case .sky, .scalar(.jamming, _): break
        // After a fix without a time, an older one may follow.
        case .fix(let fix) where fix.timeIsArrival: break
        default:
            guard let key = StreamKey(event.payload) else { return }
            if watermarks[key] == nil { watermarks[StreamKey(announcing: key.device)] = nil }
            watermarks[key] = max(watermarks[key] ?? Instant(nanoseconds: .min), min(event.time, place))
        }
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

/// A stream of a device.
struct StreamKey: Hashable {
    let rank: Int
    let device: DeviceID

    /// A device of which no stream is known yet.
    init(announcing device: DeviceID) { (self.rank, self.device) = (-1, device) }

    init?(_ payload: SensorEvent.Payload) {
        guard let source = payload.receiver ?? payload.sample?.device else { return nil }
        device = source
        rank = payload.rank
    }
}

extension SensorEvent.Payload {
    /// The receiver of a fix attempt or a sky view; `nil` for any other event.
    var receiver: DeviceID? {
        switch self {
        case .fix(let fix): fix.device
        case .sky(let sky): sky.device
        default: nil
        }
    }
}

extension SourceReport {
    /// Whether events of the source itself are to be expected.
    fileprivate var isDelivering: Bool { state == .connected && !streams.isEmpty }
}
