import FusionCore
import Replay
import SensorModel
import ViewerModel

/// A session with everything that the window draws of it.
struct LoadedSession: Sendable {
    let source: OpenedSession
    let parameters: Parameters
    let recording: Recording
    let checkpoints: Checkpoints
    let axis: PlaybackAxis
    let tracks: TrackColumns
    let speeds: SpeedColumns

    /// The instant of the first event.
    var start: Instant { axis.start }
    /// The instant of the last event.
    var end: Instant { axis.end }

    /// Runs a session; seconds of work for a long one, so never on the main actor.
    init(_ source: OpenedSession) {
        let recording = Recording(ordered: source.events)
        let order = EventOrder()
        self.init(
            source, parameters: source.parameters, recording: recording,
            axis: PlaybackAxis(instants: recording.events.lazy.map { order.place(of: $0) }))
    }

    private init(_ source: OpenedSession, parameters: Parameters, recording: Recording, axis: PlaybackAxis) {
        self.source = source
        self.parameters = parameters
        self.recording = recording
        self.axis = axis
        var tracks = TrackColumns()
        var speeds = SpeedColumns()
        for event in recording.events {
            tracks.add(event)
            speeds.add(event)
        }
        checkpoints = Checkpoints(recording, parameters: parameters) {
            tracks.add($0)
            speeds.add($0)
        }
        tracks.simplify(with: Simplifier(parameters: parameters.simplifier))
        self.tracks = tracks
        self.speeds = speeds
    }

    /// Returns the same session run with other parameters.
    func running(with parameters: Parameters) -> LoadedSession {
        LoadedSession(source, parameters: parameters, recording: recording, axis: axis)
    }
}
