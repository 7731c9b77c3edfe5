import NavigationMath
public import SensorModel

/// A session's events in their order, as the core consumes them.
public struct Recording: Sendable {
    /// The events, in the order of `EventOrder`.
    public let events: EventColumns

    /// Seconds between two ticks of the recorder's clock.
    public static let tickInterval = 2.0

    /// Takes events that are in order already, as a session file holds them.
    public init(ordered events: some Sequence<SensorEvent>) {
        self.events = EventColumns(events)
    }

    /// Takes columns of events that are in order already, as a session file fills them.
    public init(columns: EventColumns) {
        events = columns
    }

    /// Puts events of any order into the order of a session.
    ///
    /// Where no tick is among them (an import, an event log), ticks are put in every ``tickInterval`` from first to
    /// last arrival, so that silence is noticed there as it would have been live. O(n log n).
    public init(unordered events: [SensorEvent], order: EventOrder = EventOrder()) {
        var assembly = RecordingAssembly(order: order)
        assembly.reserveCapacity(events.count)
        for event in events { assembly.append(event) }
        self = assembly.finish()
    }

    /// Sorts the events, whether they need it or not.
    init(sorting events: [SensorEvent], order: EventOrder) {
        var events = events
        if !events.contains(where: { $0.payload == .tick }) {
            events += Self.ticks(over: events.map(order.place(of:)))
        }
        order.sort(&events)
        self.events = EventColumns(events)
    }

    /// Seconds of silence after which no more ticks are put in: everything that a tick could tell was told.
    public static let tickingSilence = 600.0

    /// Ticks every ``tickInterval`` while something was heard within ``tickingSilence``.
    private static func ticks(over places: [Instant]) -> [SensorEvent] {
        let places = places.sorted()
        guard let first = places.first else { return [] }
        var ticks: [SensorEvent] = []
        var next = first + tickInterval
        for (place, following) in zip(places, places.dropFirst()) {
            let until = min(following, place + tickingSilence)
            while next <= until {
                ticks.append(SensorEvent(time: next, payload: .tick))
                next = next + tickInterval
            }
            if following > until { next = following + tickInterval }
        }
        return ticks
    }

    /// The place of the first event in time; nil for an empty recording.
    public var start: Instant? { events.first.map { EventOrder().place(of: $0) } }
    /// The place of the last event in time; nil for an empty recording.
    public var end: Instant? { events.last.map { EventOrder().place(of: $0) } }

    /// Returns how many events lie at or before an instant. O(log n).
    public func count(upTo instant: Instant) -> Int {
        let order = EventOrder()
        return events.indices.partitionPoint { events.place(of: $0, in: order) <= instant }
    }
}
