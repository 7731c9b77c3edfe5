import FusionCore
import Replay
import SensorModel
import ViewerModel

/// A recorded session, run once: any instant of it can be shown.
struct LoadedSession: Sendable {
    let source: OpenedSession
    let parameters: Parameters
    let recording: Recording
    let checkpoints: Checkpoints
    let picture: SessionPicture

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
        var collector = SessionCollector()
        for event in recording.events { collector.add(event) }
        checkpoints = Checkpoints(recording, parameters: parameters) { collector.add($0) }
        picture = SessionPicture(
            title: source.title, path: source.path, axis: axis, collector: collector, parameters: parameters,
            final: checkpoints.core(afterEvents: .max).latest)
    }

    /// Returns the same session run with other parameters.
    func running(with parameters: Parameters) -> LoadedSession {
        LoadedSession(source, parameters: parameters, recording: recording, axis: picture.axis)
    }
}
