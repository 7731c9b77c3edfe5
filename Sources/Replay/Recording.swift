import Geometry
public import SensorModel

/// A session's events in the order in which the core consumes them.
public struct Recording: Sendable {
    /// The events, in the order of `EventOrder`.
    public let events: EventColumns

    /// The time between two ticks of the recorder's clock, in seconds.
    public static let tickInterval = 2.0

    /// Creates a recording from events that are already in order, as in a session file.
    public init(ordered events: some Sequence<SensorEvent>) {
        self.events = EventColumns(events)
    }

    /// Creates a recording from columns of events that are already in order, as filled from a session file.
    public init(columns: EventColumns) {
        events = columns
    }

    /// Creates a recording from events in any order.
    ///
    /// If there are no ticks among them, as in an import or an event log, inserts ticks every ``tickInterval`` from the
    /// first to the last place, so that silence is detected as it would have been live. O(n log n).
    public init(unordered events: [SensorEvent], order: EventOrder = EventOrder()) {
        var assembly = RecordingAssembly(order: order)
        assembly.reserveCapacity(events.count)
        for event in events { assembly.append(event) }
        self = assembly.finish()
    }

    /// Creates a recording by sorting the events, even if they are already in order.
    init(sorting events: [SensorEvent], order: EventOrder) {
        var events = events
        if !events.contains(where: { $0.payload == .tick }) {
            events += Self.ticks(over: events.map(order.place(of:)))
        }
        order.sort(&events)
        self.events = EventColumns(events)
    }

    /// The duration of silence, in seconds, after which no more ticks are inserted, because all their effects have
    /// occurred.
    public static let tickingSilence = 600.0

    /// Returns ticks every ``tickInterval``, except later than ``tickingSilence`` after an event.
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

    /// The place of the first event on the time axis; `nil` for an empty recording.
    public var start: Instant? { events.first.map { EventOrder().place(of: $0) } }
    /// The place of the last event on the time axis; `nil` for an empty recording.
    public var end: Instant? { events.last.map { EventOrder().place(of: $0) } }

    /// The user's decisions about fixes, by fix: true if it is accepted.
    public var fixRulings: [FixRuling.Identity: Bool] {
        var rulings: [FixRuling.Identity: Bool] = [:]
        for event in events.wholeEvents {
            if case .correction(.fix(let ruling)) = event.payload { rulings[ruling.fix] = ruling.isAccepted }
        }
        return rulings
    }

    /// Returns the number of events at or before an instant. O(log n).
    public func count(upTo instant: Instant) -> Int {
        let order = EventOrder()
        return events.indices.partitionPoint { events.place(of: $0, in: order) <= instant }
    }
}
