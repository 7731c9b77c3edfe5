public import SensorModel
import Synchronization

/// What a few seconds of listening told about every source.
public struct Examination: Sendable {
    /// What each source delivered.
    public let survey: SourceSurvey
    /// How each address stood at the end, in the order asked for.
    public let statuses: [SourceStatus]

    /// Listens to sources for a while and ends them again.
    /// - Parameters:
    ///   - sources: What to listen to.
    ///   - seconds: For how long.
    ///   - clock: The clock to listen by.
    /// - Throws: `CancellationError` where the task is cancelled.
    public static func run(
        _ sources: [any EventSource], seconds: Double, clock: RecorderClock = .system()
    ) async throws -> Examination {
        let collected = Collected()
        let context = SourceContext(clock: clock, devices: DeviceNumbers())
        for source in sources { source.start(context, deliver: collected.add) }
        try? await clock.sleep(seconds)
        for source in sources { source.stop() }
        try Task.checkCancellation()
        return collected.examination(of: sources.map(\.name))
    }
}

/// What the sources' threads have delivered so far.
private final class Collected: Sendable {
    private struct Heard {
        var survey = SourceSurvey()
        var statuses: [String: SourceStatus] = [:]
    }

    private let heard = Mutex(Heard())

    func add(_ update: SourceUpdate) {
        heard.withLock { heard in
            for logged in update.events { heard.survey.consume(logged.event) }
            if let status = update.status { heard.statuses[status.name] = status }
        }
    }

    func examination(of names: [String]) -> Examination {
        heard.withLock { heard in
            Examination(
                survey: heard.survey,
                statuses: names.map {
                    heard.statuses[$0] ?? SourceStatus(name: $0, state: "silent", isDelivering: false)
                })
        }
    }
}
