public import SensorModel

/// Assembles a session from events as they arrive. While they are in order, as in almost every track, they are added to
/// the columns immediately; otherwise, all are sorted at the end.
///
///     var assembly = RecordingAssembly()
///     assembly.reserveCapacity(fixes: document.pointCount)
///     document.forEachEvent({ assembly.append($0) }, fix: { assembly.append($0, at: $1) })
///     let recording = assembly.finish()
///
/// The result equals ``Recording/init(unordered:order:)`` for the same events, bit for bit.
public struct RecordingAssembly {
    private let order: EventOrder
    private var columns = EventColumns()
    private var count = 0
    private var last: (place: Instant, rank: Int)?
    private var ticks = TickSchedule()
    /// The events in the order of arrival, once that differs from the session's order; `nil` before.
    private var unordered: [SensorEvent]?

    /// Creates an empty session.
    public init(order: EventOrder = EventOrder()) { self.order = order }

    /// True before the first event.
    public var isEmpty: Bool { count == 0 }

    /// Reserves space for a number of events.
    public mutating func reserveCapacity(_ count: Int) { columns.reserveCapacity(count) }

    /// Reserves space for a number of fixes and the ticks between them. Has no effect after the first event.
    public mutating func reserveCapacity(fixes count: Int) {
        guard isEmpty else { return }
        columns = EventColumns(expectingFixes: count)
        columns.reserveCapacity(count + count / 2)
    }

    /// Adds the next event. O(1) amortised while events are in order.
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

    /// Adds a fix attempt that arrived at its own time, equivalent to ``append(_:)`` with its event.
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

    /// Moves to the place of the next event, and adds the ticks before it.
    /// - Returns: False if the place is before the last one.
    private mutating func advance(to place: Instant, _ rank: Int) -> Bool {
        let here = (place: place, rank: rank)
        if let last {
            guard here >= last else { return false }
            while let tick = ticks.next(before: place) { append(numbered: SensorEvent(time: tick, payload: .tick)) }
        }
        ticks.consume(place)
        last = here
        return true
    }

    /// Returns the session. O(1) if the events were in order, otherwise O(n log n).
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
