public import SensorModel
import Synchronization

/// The state of every source, accumulated while listening.
///
/// The doctor collects one for a few seconds, a ``SensorWatch`` collects one continuously, and a program that follows a
/// recording builds one from the messages of its ``RecorderLink``.
public struct Examination: Sendable {
    /// The data that each source delivered.
    public private(set) var survey = SourceSurvey()
    /// The state of each address.
    public private(set) var statuses: [SourceStatus]
    /// The system whose commands the advice names.
    let system: SystemTraits

    /// Creates an examination without events.
    /// - Parameters:
    ///   - names: The addresses to listen to, in the order of ``statuses``; silent until the first status.
    ///   - system: The system whose commands the advice names.
    public init(of names: [String] = [], on system: SystemTraits = .current()) {
        statuses = names.map { SourceStatus(name: $0, state: .silent) }
        self.system = system
    }

    /// Processes events. O(events).
    public mutating func consume(_ events: some Sequence<SensorEvent>) {
        for event in events { survey.consume(event) }
    }

    /// Updates the status of an address.
    public mutating func consume(_ status: SourceStatus) {
        if let index = statuses.firstIndex(where: { $0.name == status.name }) {
            statuses[index] = status
        } else {
            statuses.append(status)
        }
    }

    /// Updates the statuses of all sources of a recording.
    public mutating func consume(_ status: RecorderStatus) {
        for source in status.sources { consume(source) }
    }

    /// Listens to sources for a while, then stops them.
    /// - Parameters:
    ///   - sources: The sources to listen to.
    ///   - seconds: The duration in seconds.
    ///   - clock: The clock to listen by.
    /// - Throws: `CancellationError` if the task is canceled.
    public static func run(
        _ sources: [any EventSource], seconds: Double, clock: RecorderClock = .system()
    ) async throws -> Examination {
        let watch = SensorWatch(sources, clock: clock)
        try? await clock.sleep(seconds)
        await watch.end()
        try Task.checkCancellation()
        return watch.examination
    }
}
