public import Replay
import SensorModel

extension PlaybackAxis {
    /// Creates the axis of a recording: of everything that a sensor said. The recorder's clock and fixes without a place
    /// are no data. O(events).
    public init(of recording: Recording) {
        let order = EventOrder()
        guard let start = recording.start, let end = recording.end else {
            self.init(instants: [])
            return
        }
        var instants = [start]
        // One a second is enough to see a gap, and little for a long session with motion samples.
        func note(_ place: Instant) {
            if let last = instants.last, place - last >= 1 { instants.append(place) }
        }
        recording.events.forEach { fix, time, received in
            if fix.coordinate != nil { note(order.place(of: time, received: received)) }
        } other: { event in
            switch event.payload {
            case .source, .sky, .parameters, .drop: break
            default: note(order.place(of: event))
            }
        }
        instants.append(end)
        self.init(instants: instants)
    }
}
