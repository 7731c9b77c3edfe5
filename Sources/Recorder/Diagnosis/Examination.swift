public import SensorModel
import Synchronization

/// What listening told about every source so far; it grows with every batch.
///
/// The doctor makes one in a few seconds, a ``SensorWatch`` one that continues, and a follower of a recording one of
/// what its ``RecorderLink`` tells.
public struct Examination: Sendable {
    /// What each source delivered.
    public private(set) var survey = SourceSurvey()
    /// How each address stands.
    public private(set) var statuses: [SourceStatus]

    /// Begins an examination.
    /// - Parameter names: The addresses that are listened to, in the order of ``statuses``; silent until heard of.
    public init(of names: [String] = []) {
        statuses = names.map { SourceStatus(name: $0, state: .silent) }
    }

    /// Takes what was heard. O(events).
    public mutating func consume(_ events: some Sequence<SensorEvent>) {
        for event in events { survey.consume(event) }
    }

    /// Takes how an address stands now.
    public mutating func consume(_ status: SourceStatus) {
        if let index = statuses.firstIndex(where: { $0.name == status.name }) {
            statuses[index] = status
        } else {
            statuses.append(status)
        }
    }

    /// Takes how a recording stands now.
    public mutating func consume(_ status: RecorderStatus) {
        for source in status.sources { consume(source) }
    }

    /// Listens to sources for a while and ends them again.
    /// - Parameters:
    ///   - sources: What to listen to.
    ///   - seconds: For how long.
    ///   - clock: The clock to listen by.
    /// - Throws: `CancellationError` where the task is cancelled.
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
