import FusionCore
import Geometry
import Replay
import SensorModel
import Testing

/// A ride eastward at 5 m/s, one fix a second, with one fix 400 m aside and half an hour without any.
enum SampleRide {
    static let start = Instant(seconds: 1_763_103_492)

    static var recording: Recording {
        let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))
        var events: [SensorEvent] = []
        for second in 0..<300 {
            let time = start + Double(second < 200 ? second : second + 1_800)
            let north = second == 100 ? 400.0 : 0
            let fix = Fix(
                coordinate: plane.coordinate(PlanePoint(east: Double(second) * 5, north: north)), altitude: 200,
                horizontalAccuracy: 3, speed: 5, courseDegrees: 90, satellites: 9)
            events.append(SensorEvent(time: time, payload: .fix(fix)))
        }
        return Recording(unordered: events)
    }

    /// The ride with some of its fixes recorded twice.
    static func recording(twice seconds: Set<Double>) -> Recording {
        Recording(
            unordered: recording.events.flatMap { event in
                seconds.contains(event.time - start) ? [event, event] : [event]
            })
    }

    static func run(_ parameters: Parameters = .init(), of recording: Recording = Self.recording) throws -> SessionRun {
        var engine = TuningEngine(recording)
        let run = engine.run(parameters)
        return try #require(run)
    }
}
