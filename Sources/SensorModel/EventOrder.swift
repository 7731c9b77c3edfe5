/// The total order of a session's events.
///
/// An event is ordered by its own time if that agrees with its arrival time: not later than the arrival, and earlier by
/// at most the lag of the merge. If a clock disagrees (a receiver in the wrong week, a cached fix), the event is
/// ordered by its arrival time instead, so that a wrong clock can neither delay nor break the order. Ties are resolved
/// by stream, then by sequence.
public struct EventOrder: Sendable, Hashable {
    /// The time in seconds for which the merge waits for late events.
    public var lag: Double

    /// The default lag of the recorder and of imports, in seconds.
    public static let defaultLag = 0.5

    /// Creates an order with a lag in seconds.
    public init(lag: Double = defaultLag) {
        self.lag = lag
    }

    /// Returns the instant by which an event is ordered.
    public func place(of event: SensorEvent) -> Instant { place(of: event.time, received: event.received) }

    /// Returns the instant by which an event with these two times is ordered.
    public func place(of time: Instant, received: Instant) -> Instant {
        let age = received - time
        return age >= 0 && age <= lag ? time : received
    }

    /// Returns whether one event precedes another.
    public func precedes(_ left: SensorEvent, _ right: SensorEvent) -> Bool {
        let leftPlace = place(of: left)
        let rightPlace = place(of: right)
        if leftPlace != rightPlace { return leftPlace < rightPlace }
        let leftRank = left.payload.rank
        let rightRank = right.payload.rank
        if leftRank != rightRank { return leftRank < rightRank }
        return left.sequence < right.sequence
    }

    /// Sorts events into session order and numbers them from zero. O(n log n); stable.
    public func sort(_ events: inout [SensorEvent]) {
        for index in events.indices { events[index].sequence = UInt64(index) }
        events.sort(by: precedes)
        for index in events.indices { events[index].sequence = UInt64(index) }
    }
}

extension SensorEvent.Payload {
    /// The order among events at the same instant: state changes, then fast streams, then fixes, and the tick last.
    public var rank: Int {
        switch self {
        case .reset: 0
        case .source: 1
        case .parameters: 2
        case .correction, .statement, .note, .learned: 3
        case .clockStep, .clock: 4
        case .drop: 5
        case .acceleration: 6
        case .rotation: 7
        case .magneticField: 8
        case .scalar(let quantity, _): 9 + quantity.rank
        case .sky: 100
        case .fix: 101
        case .marker, .span: 102
        case .tick: 103
        }
    }
}
