public import Replay
import SensorModel

extension PlaybackAxis {
    /// Creates the axis of a recording, from the data of all sensors. Ticks of the recorder's clock and fixes without a
    /// position do not count as data. O(events).
    public init(of recording: Recording) {
        let order = EventOrder()
        guard let start = recording.start, let end = recording.end else {
            self.init(instants: [])
            return
        }
        var instants = [start]
        // One instant per second is enough to find gaps, and needs little memory for a long session with motion
        // samples.
        func include(_ place: Instant) {
            if let last = instants.last, place - last >= 1 { instants.append(place) }
        }
        recording.events.forEach { fix, time, received in
            if fix.coordinate != nil { include(order.place(of: time, received: received)) }
        } other: { event in
            switch event.payload {
            case .source, .sky, .parameters, .drop: break
            default: include(order.place(of: event))
            }
        }
        instants.append(end)
        self.init(instants: instants)
    }
}
