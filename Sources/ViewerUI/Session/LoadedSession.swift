import FusionCore
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

    /// The parameters that the session is shown with.
    var parameters: Parameters { run.parameters }

    /// Runs a session; seconds of work for a long one, so never on the main actor.
    /// - Throws: `CancellationError` where the task was cancelled meanwhile.
    init(_ source: OpenedSession) throws {
        let order = EventOrder()
        let axis = PlaybackAxis(instants: source.recording.events.lazy.map { order.place(of: $0) })
        try self.init(
            source, parameters: source.parameters, engine: TuningEngine(source.recording), axis: axis,
            sources: Self.sources(in: source.recording))
    }

    private init(
        _ source: OpenedSession, parameters: Parameters, engine: TuningEngine, axis: PlaybackAxis,
        sources: [SourceReport]
    ) throws {
        self.source = source
        self.engine = engine
        guard let run = self.engine.run(parameters, isCancelled: { Task.isCancelled }) else {
            throw CancellationError()
        }
        self.run = run
        picture = SessionPicture(
            title: source.title, path: source.path, axis: axis, findings: SessionFindings(run), sources: sources,
            final: run.core.last.latest)
    }

    /// Returns the same session run with other parameters; only the stages that they reach are run again.
    func running(with parameters: Parameters) throws -> LoadedSession {
        try LoadedSession(
            source, parameters: parameters, engine: engine, axis: picture.axis, sources: picture.sources)
    }

    private static func sources(in recording: Recording) -> [SourceReport] {
        var reports: [SourceReport] = []
        for event in recording.events {
            if case .source(let report) = event.payload { reports.note(report) }
        }
        return reports
    }
}

extension [SourceReport] {
    /// Takes a source's latest report in the place of the one before.
    mutating func note(_ report: SourceReport) {
        if let index = firstIndex(where: { $0.device == report.device }) {
            self[index] = report
        } else {
            append(report)
        }
    }
}
