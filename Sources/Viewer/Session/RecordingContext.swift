import Geometry
import Replay
import SensorModel
package import ViewerModel

/// Data of a recording that does not depend on a run, and is the same for every set of parameters.
package struct RecordingContext: Sendable {
    /// The axis of time.
    package let axis: PlaybackAxis
    /// The data that the sources delivered, and their last state.
    package let sensors: SensorTally
    /// Every fix with a position.
    package let line: TrackGeometry
    /// The speeds that the fixes state.
    package let speed: TimeSeries

    /// Collects the data of a recording. O(n log n) in its fixes.
    init(_ recording: Recording) {
        axis = PlaybackAxis(of: recording)
        var sensors = SensorTally()
        var coordinates: [Coordinate] = []
        var speeds: [(Instant, Double?)] = []
        coordinates.reserveCapacity(recording.events.fixCount)
        recording.events.forEach { fix, time, received in
            sensors.consume(fix, at: time, received: received)
            if let coordinate = fix.coordinate, coordinate.isValid {
                coordinates.append(coordinate)
                if fix.speed != nil { speeds.append((time, fix.speed)) }
            }
        } other: {
            sensors.consume($0)
        }
        self.sensors = sensors
        line = TrackGeometry(coordinates)
        speed = FixPicture.speed(of: speeds)
    }
}
