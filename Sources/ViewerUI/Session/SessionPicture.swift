import FusionCore
import SensorModel
import ViewerModel

/// What the window draws of a session, recorded or live.
struct SessionPicture: Sendable {
    let title: String
    let path: String?
    let axis: PlaybackAxis
    let tracks: SessionTracks
    let activities: [ActivityEstimate]
    let rawSpeed: TimeSeries
    let fusedSpeed: TimeSeries
    /// The fastest speed in m/s that is shown anywhere in the session.
    let topSpeed: Double
    /// The sources and how they fared last.
    let sources: [SourceReport]
    /// What the core says at the end.
    let final: Latest

    /// The instant of the first event.
    var start: Instant { axis.start }
    /// The instant of the last event.
    var end: Instant { axis.end }

    init(
        title: String, path: String?, axis: PlaybackAxis, collector: SessionCollector, parameters: Parameters,
        final: Latest
    ) {
        self.title = title
        self.path = path
        self.axis = axis
        self.final = final
        tracks = collector.tracks(simplifier: Simplifier(parameters: parameters.simplifier))
        activities = collector.activities
        rawSpeed = collector.rawSpeed
        fusedSpeed = collector.fusedSpeed
        topSpeed = collector.topSpeed
        sources = collector.sources
    }
}
