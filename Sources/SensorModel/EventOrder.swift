/// The total order of a session's events.
///
/// An event takes its place by its own time as long as that agrees with its arrival: not later, and not older than
/// the merge's lag. A clock that disagrees (a receiver in the wrong week, a cached fix) puts it where it arrived, so
/// that no order ever waits for, or is torn by, a wrong clock. Ties go by stream, then by sequence.
public struct EventOrder: Sendable, Hashable {
    /// How long the merge waits for stragglers, in seconds.
    public var lag: Double

    /// The lag of the recorder and of imports unless told otherwise, in seconds.
    public static let defaultLag = 0.5

    /// Creates an order with a lag in seconds.
    public init(lag: Double = defaultLag) {
        self.lag = lag
    }

    /// Returns the instant at which an event takes its place.
    public func place(of event: SensorEvent) -> Instant { place(of: event.time, received: event.received) }

    /// Returns the instant at which an event of a time and an arrival takes its place.
    public func place(of time: Instant, received: Instant) -> Instant {
        let age = received - time
        return age >= 0 && age <= lag ? time : received
    }

    /// Returns whether one event comes before another.
    public func precedes(_ left: SensorEvent, _ right: SensorEvent) -> Bool {
        let leftPlace = place(of: left)
        let rightPlace = place(of: right)
        if leftPlace != rightPlace { return leftPlace < rightPlace }
        let leftRank = left.payload.rank
        let rightRank = right.payload.rank
        if leftRank != rightRank { return leftRank < rightRank }
        return left.sequence < right.sequence
    }

    /// Sorts events into the order of a session and numbers them from zero. O(n log n); stable.
    public func sort(_ events: inout [SensorEvent]) {
        for index in events.indices { events[index].sequence = UInt64(index) }
        events.sort(by: precedes)
        for index in events.indices { events[index].sequence = UInt64(index) }
    }
}

extension SensorEvent.Payload {
    /// The place among events of one instant: what sets the stage first, then fast streams, fixes, and the tick last.
    public var rank: Int {
        switch self {
        case .reset: 0
        case .source: 1
        case .parameters: 2
        case .correction, .statement, .note, .learned: 3
        case .clockStep: 4
        case .drop: 5
        case .acceleration: 6
        case .rotation: 7
        case .magneticField: 8
        case .scalar(let quantity, _): 9 + quantity.rank
        case .sky: 100
        case .fix: 101
        case .marker: 102
        case .tick: 103
        }
    }
}
