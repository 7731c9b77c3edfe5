public import Replay
import SensorModel

extension PlaybackAxis {
    /// Makes the axis of a recording: of everything that a sensor said. The recorder's clock and fixes without a place
    /// are no data. O(events).
    public init(of recording: Recording) {
        let order = EventOrder()
        guard let start = recording.start, let end = recording.end else {
            self.init(instants: [])
            return
        }
        var instants = [start]
        recording.events.forEach(in: 0..<recording.events.count) { event in
            switch event.payload {
            case .fix(let fix) where fix.coordinate == nil: break
            case .tick, .source, .sky, .parameters, .drop: break
            default:
                // One a second is enough to see a gap, and little for a long session with motion samples.
                let place = order.place(of: event)
                if let last = instants.last, place - last >= 1 { instants.append(place) }
            }
            return true
        }
        instants.append(end)
        self.init(instants: instants)
    }
}
