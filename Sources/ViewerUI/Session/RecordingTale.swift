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
    let line: TrackGeometry
    /// The speeds that they state.
    let speed: TimeSeries

    /// Goes through a recording. O(n log n) in its fixes.
    init(_ recording: Recording) {
        axis = PlaybackAxis(of: recording)
        var sensors = SensorTally()
        var coordinates: [Coordinate] = []
        var speeds: [(Instant, Double?)] = []
        recording.events.forEach(in: 0..<recording.events.count) { event in
            sensors.note(event)
            if case .fix(let fix) = event.payload, let coordinate = fix.coordinate, coordinate.isValid {
                coordinates.append(coordinate)
                if fix.speed != nil { speeds.append((event.time, fix.speed)) }
            }
            return true
        }
        self.sensors = sensors
        line = TrackGeometry(coordinates)
        speed = FixPicture.speed(of: speeds)
    }
}
