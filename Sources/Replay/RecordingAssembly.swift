public import SensorModel

/// Puts a session together from events as they come: into the columns at once as long as they come in order, as those
/// of nearly every track do, else by sorting them all at the end.
///
///     var assembly = RecordingAssembly()
///     assembly.reserveCapacity(fixes: document.pointCount)
///     document.forEachEvent({ assembly.append($0) }, fix: { assembly.append($0, at: $1) })
///     let recording = assembly.finish()
///
/// The recording is that of ``Recording/init(unordered:order:)`` over the same events, to the bit.
public struct RecordingAssembly {
    private let order: EventOrder
    private var columns = EventColumns()
    private var count = 0
    private var last: (place: Instant, rank: Int)?
    private var ticks = TickSchedule()
    /// The events in the order in which they came, once that was not the session's.
    private var unordered: [SensorEvent]?

    /// Creates a session of nothing.
    public init(order: EventOrder = EventOrder()) { self.order = order }

    /// True before the first event.
    public var isEmpty: Bool { count == 0 }

    /// Makes room for a number of events.
    public mutating func reserveCapacity(_ count: Int) { columns.reserveCapacity(count) }

    /// Makes room for a number of fixes and the ticks between them; to be called before the first event.
    public mutating func reserveCapacity(fixes count: Int) {
        guard isEmpty else { return }
        columns = EventColumns(expectingFixes: count)
        columns.reserveCapacity(count + count / 2)
    }

    /// Adds the next event. O(1) amortised as long as they come in order.
    public mutating func append(_ event: SensorEvent) {
        count += 1
        guard unordered == nil else {
            unordered?.append(event)
            return
        }
        if case .tick = event.payload { return fallBack(with: event) }
        guard advance(to: order.place(of: event), event.payload.rank) else { return fallBack(with: event) }
        append(numbered: event)
    }

    /// Adds a fix attempt that arrived when it happened, as ``append(_:)`` takes its event.
    public mutating func append(_ fix: Fix, at time: Instant) {
        count += 1
        func event() -> SensorEvent { SensorEvent(time: time, payload: .fix(fix)) }
        guard unordered == nil else {
            unordered?.append(event())
            return
        }
        guard advance(to: time, Self.fixRank) else { return fallBack(with: event()) }
        columns.append(fix, at: time)
    }

    private static let fixRank = SensorEvent.Payload.fix(Fix(coordinate: nil)).rank

    /// Goes on to the place of the next event, past the ticks before it.
    /// - Returns: False if it lies before the last.
    private mutating func advance(to place: Instant, _ rank: Int) -> Bool {
        let here = (place: place, rank: rank)
        if let last {
            guard here >= last else { return false }
            while let tick = ticks.next(before: place) { append(numbered: SensorEvent(time: tick, payload: .tick)) }
        }
        ticks.note(place)
        last = here
        return true
    }

    /// Returns the session. O(1) where the events came in order, else O(n log n).
    public consuming func finish() -> Recording {
        if let unordered { return Recording(sorting: unordered, order: order) }
        if let tick = ticks.atEnd { append(numbered: SensorEvent(time: tick, payload: .tick)) }
        return Recording(columns: columns)
    }

    private mutating func append(numbered event: SensorEvent) {
        var event = event
        event.sequence = UInt64(columns.count)
        columns.append(event)
    }

    private mutating func fallBack(with event: SensorEvent) {
        var events: [SensorEvent] = []
        events.reserveCapacity(count)
        for kept in columns {
            if case .tick = kept.payload { continue }
            events.append(kept)
        }
        columns = EventColumns()
        events.append(event)
        unordered = events
    }
}
