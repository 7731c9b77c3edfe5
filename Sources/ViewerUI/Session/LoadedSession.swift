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
    let tracks: SessionTracks
    let activities: [ActivityEstimate]
    let rawSpeed: TimeSeries
    let fusedSpeed: TimeSeries
    /// The fastest speed in m/s that is shown anywhere in the session.
    let topSpeed: Double
    /// What the core says at the end.
    let final: Latest

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
        var collector = SessionCollector()
        for event in recording.events { collector.add(event) }
        checkpoints = Checkpoints(recording, parameters: parameters) { collector.add($0) }
        tracks = collector.tracks(simplifier: Simplifier(parameters: parameters.simplifier))
        activities = collector.activities
        rawSpeed = collector.rawSpeed
        fusedSpeed = collector.fusedSpeed
        topSpeed = collector.topSpeed
        final = checkpoints.core(afterEvents: .max).latest
    }

    /// Returns the same session run with other parameters.
    func running(with parameters: Parameters) -> LoadedSession {
        LoadedSession(source, parameters: parameters, recording: recording, axis: axis)
    }
}
