import FusionCore
import GTKKit
import Replay
import SensorModel
import ViewerModel

/// A recorded session, run once: any instant of it can be shown.
struct LoadedSession: Sendable {
    let source: OpenedSession
    /// The run that is shown.
    let run: SessionRun
    let picture: SessionPicture
    private(set) var engine: TuningEngine
    private let tale: RecordingTale

    /// The parameters that the session is shown with.
    var parameters: Parameters { run.parameters }

    /// Runs a session, on two cores where there are; seconds of work for a long one, so never on the main actor.
    /// - Throws: `CancellationError` where the task was cancelled meanwhile.
    static func load(_ source: OpenedSession) async throws -> LoadedSession {
        let recording = source.recording
        // What the events alone tell is gone through beside the run.
        async let told = RecordingTale(recording)
        var engine = TuningEngine(recording)
        guard let run = engine.run(source.parameters, isCancelled: { Task.isCancelled }) else {
            throw CancellationError()
        }
        async let smoothed = SessionTracks.track(run.smoothed)
        async let filtered = SessionTracks.track(run.core.positions)
        let tale = await told
        let session = LoadedSession(
            source, run: run, engine: engine, tale: tale, smoothed: await smoothed, filtered: await filtered)
        // A run takes several times the room that its results keep.
        returnUnusedMemory()
        return session
    }

    private init(_ source: OpenedSession, parameters: Parameters, engine: TuningEngine, tale: RecordingTale) throws {
        var engine = engine
        guard let run = engine.run(parameters, isCancelled: { Task.isCancelled }) else { throw CancellationError() }
        self.init(source, run: run, engine: engine, tale: tale)
    }

    private init(
        _ source: OpenedSession, run: SessionRun, engine: TuningEngine, tale: RecordingTale,
        smoothed: TimedTrack? = nil, filtered: TimedTrack? = nil
    ) {
        self.source = source
        self.engine = engine
        self.run = run
        self.tale = tale
        let findings = SessionFindings(run)
        let tracks = SessionTracks(
            findings, raw: tale.raw.times.count == findings.fixes.count ? tale.raw : nil, smoothed: smoothed,
            filtered: filtered)
        picture = SessionPicture(
            title: source.title, path: source.path, axis: tale.axis, findings: findings, tracks: tracks,
            sensors: tale.sensors, final: run.core.last.latest)
    }

    /// Returns a first picture of the session with other parameters, made without its motion samples; nil where the
    /// whole run is as quick.
    func preview(with parameters: Parameters) -> LoadedSession? {
        engine.preview(parameters, isCancelled: { Task.isCancelled }).map {
            LoadedSession(source, run: $0, engine: engine, tale: tale)
        }
    }

    /// Returns the same session run with other parameters; only the stages that they reach are run again.
    func running(with parameters: Parameters) throws -> LoadedSession {
        try LoadedSession(source, parameters: parameters, engine: engine, tale: tale)
    }

    /// Returns the session with what a person put right, which came last, run with the same parameters.
    func adding(_ corrections: [SensorEvent]) throws -> LoadedSession {
        var columns = source.recording.events
        for event in corrections { columns.append(event) }
        var source = source
        source.recording = Recording(columns: columns)
        return try LoadedSession(
            source, parameters: parameters, engine: TuningEngine(source.recording), tale: tale)
    }
}
