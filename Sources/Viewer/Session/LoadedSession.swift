package import FusionCore
import Localization
import Parallel
package import Replay
import SensorModel
package import ViewerModel

/// A recorded session with its run, so that any instant of it can be shown. It does not change, and is large: shared, not
/// copied.
package final class LoadedSession: Sendable {
    package let source: OpenedSession
    /// The run that is shown.
    package let run: SessionRun
    package let picture: SessionPicture
    /// The figures along the track of the whole session.
    package let figures: TrackFigures
    /// The rule that rejected most fixes; `nil` if few were.
    package let rejections: RejectionNote?
    /// How well the run predicts its fixes; `nil` with too few of them.
    package let residuals: ResidualFigures?
    package let engine: TuningEngine

    /// The parameters of the shown run.
    package var parameters: Parameters { run.parameters }

    /// The source of explanations of the day. O(n).
    package var inquiry: DayInquiry { engine.inquiry(about: run) }

    /// Reads a session and runs it, on two processor cores if possible. Takes seconds for a long session, so it must
    /// not be called on the main actor.
    /// - Parameter tuned: Returns the parameters that the user chose for the session; `nil` for its own.
    /// - Throws: `CancellationError` if the task was cancelled; the error of `read`.
    package static func load(
        _ read: () async throws -> OpenedSession, tuned: (OpenedSession) -> Parameters? = { _ in nil }
    ) async throws -> LoadedSession {
        let source = try await read()
        let loaded = try await run(source, with: tuned(source) ?? source.parameters)
        // Reading and running take several times the memory that the result does.
        returnFreedMemory()
        return loaded
    }

    private static func run(_ source: OpenedSession, with parameters: Parameters) async throws -> LoadedSession {
        let recording = source.recording
        // Data that needs only the events is collected during the run. It must not delay the run: at the program's
        // start, the window is being created at the same time.
        let reading = Task.detached(priority: .utility) { RecordingContext(recording) }
        var engine = TuningEngine(recording)
        guard let run = engine.run(parameters, isCancelled: { Task.isCancelled }, together: inParallel)
        else { throw CancellationError() }
        let context = await reading.value
        return LoadedSession(
            SessionIdentity(), source, run: run, engine: engine, axis: context.axis, sensors: context.sensors,
            fixes: FixPicture(run.core.fixes, line: context.line, speed: context.speed))
    }

    private convenience init(
        _ identity: SessionIdentity, _ source: OpenedSession, parameters: Parameters, engine: TuningEngine,
        axis: PlaybackAxis, sensors: SensorTally, known: LoadedSession?
    ) throws {
        var engine = engine
        guard let run = engine.run(parameters, isCancelled: { Task.isCancelled }, together: inParallel)
        else { throw CancellationError() }
        self.init(
            identity, source, run: run, engine: engine, axis: axis, sensors: sensors,
            fixes: FixPicture(run.core.fixes, like: known?.picture.fixes), known: known)
    }

    private init(
        _ identity: SessionIdentity, _ source: OpenedSession, run: SessionRun, engine: TuningEngine,
        axis: PlaybackAxis, sensors: SensorTally, fixes: FixPicture, known: LoadedSession? = nil
    ) {
        self.source = source
        self.engine = engine
        self.run = run
        // The distance of the finished track is used everywhere.
        var final = run.core.last.latest
        (final.distance, final.estimatedDistance) = (run.summary.distance, run.summary.estimatedDistance)
        picture = SessionPicture(
            of: identity, title: source.title, path: source.path, axis: axis, fixes: fixes,
            findings: SessionFindings(run), sensors: sensors, final: final, features: source.features,
            like: known?.picture)
        rejections = run.isExcerpt ? known?.rejections : RejectionNote(run, start: axis.start)
        figures = TrackFigures(run, like: known.map { ($0.run, $0.figures) })
        residuals = run.isExcerpt ? known?.residuals : ResidualFigures(run.core)
    }

    /// Returns a first picture of the session with other parameters, in which only the visible part of the tracks around
    /// an instant is new; `nil` if the whole run is about as fast.
    func excerpt(with parameters: Parameters, at instant: Instant, in view: MapViewport) -> LoadedSession? {
        engine.excerpt(
            parameters,
            at: Gaze(instant: instant, visible: picture.tracks.finestPositions.range(in: view)),
            over: run, isCancelled: { Task.isCancelled }
        ).map {
            LoadedSession(
                picture.session, source, run: $0, engine: engine, axis: picture.axis, sensors: picture.sensors,
                fixes: picture.fixes, known: self)
        }
    }

    /// Returns the same session with other parameters. Runs only the stages that the change affects.
    package func running(with parameters: Parameters) throws -> LoadedSession {
        try LoadedSession(
            picture.session, source, parameters: parameters, engine: engine, axis: picture.axis,
            sensors: picture.sensors, known: self)
    }

    /// The user's decisions about fixes, in order.
    var rulings: [SensorEvent] { Array(engine.recording.events.prefix(while: \.isFixRuling)) }

    /// Returns the session with an edit of the user's corrections, run with some parameters.
    package func corrected(by edit: CorrectionEdit, with parameters: Parameters) throws -> LoadedSession {
        var source = source
        source.recording = source.recording.corrected(by: edit)
        return try LoadedSession(
            picture.session, source, parameters: parameters, engine: TuningEngine(source.recording),
            axis: picture.axis, sensors: picture.sensors, known: nil)
    }
}
