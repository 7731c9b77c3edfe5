import Geodesy
import Replay
import SensorModel
import ViewerModel

/// What a recording tells without being run: the same for every set of parameters.
struct RecordingTale: Sendable {
    /// The axis of time.
    let axis: PlaybackAxis
    /// What the sources delivered, and how they fared last.
    let sensors: SensorTally
    /// Every fix that has a place.
    let raw: TimedTrack

    /// Goes through a recording. O(events).
    init(_ recording: Recording) {
        axis = PlaybackAxis(of: recording)
        var sensors = SensorTally()
        var times: [Instant] = []
        var coordinates: [Coordinate] = []
        recording.events.forEach(in: 0..<recording.events.count) { event in
            sensors.note(event)
            if case .fix(let fix) = event.payload, let coordinate = fix.coordinate, coordinate.isValid {
                times.append(event.time)
                coordinates.append(coordinate)
            }
            return true
        }
        self.sensors = sensors
        raw = TimedTrack(times: times, geometry: TrackGeometry(coordinates))
    }
}
