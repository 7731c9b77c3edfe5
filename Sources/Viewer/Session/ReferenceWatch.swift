import Localization
package import Replay
import SensorModel
package import ViewerModel

/// The reference that the session is compared with, and the comparison with the shown run.
@MainActor
package final class ReferenceWatch {
    /// The name of the reference; `nil` if there is none.
    package private(set) var name: String?
    /// The reference on the map.
    package private(set) var track: TimedTrack?
    /// The comparison with the run that is shown.
    package private(set) var comparison: ReferenceComparison?
    /// The search for parameters that bring the track closer to the reference.
    package let fitting = ReferenceFitting()
    /// The controller that shows the state.
    weak var owner: ReplayController?
    /// The track that the session is compared with.
    package private(set) var line: ReferenceLine?
    private var work: Task<Void, Never>?

    /// Reads a reference and compares a session with it in the background.
    package func begin(
        _ session: LoadedSession, name: String, reading read: @escaping @Sendable () async throws -> OpenedSession
    ) {
        work?.cancel()
        fitting.discard()
        work = Task { [weak self] in
            do {
                let found = try await Self.compare(session.run, reading: read)
                guard let self, !Task.isCancelled else { return }
                (self.name, line, track, comparison) = (name, found.line, found.track, found.comparison)
                owner?.publish(.reference)
            } catch {
                if !Task.isCancelled { self?.owner?.say(error.sentence) }
            }
        }
    }

    nonisolated private static func compare(
        _ run: SessionRun, reading read: @escaping @Sendable () async throws -> OpenedSession
    ) async throws -> (line: ReferenceLine, track: TimedTrack, comparison: ReferenceComparison) {
        try await Task.detached {
            guard let line = ReferenceLine(try await read().recording) else { throw ReferenceError.noLine }
            let comparison = try ReferenceComparison(run, with: line)
            // Moved to the session's clock, so that the replay reaches both at the same time.
            let points = line.points
            let track = TimedTrack(
                times: points.map { $0.time + -comparison.lag }, geometry: TrackGeometry(points.map(\.coordinate)))
            return (line, track, comparison)
        }.value
    }

    /// Compares another run of the session. A newer call cancels an older one.
    package func update(_ session: LoadedSession) {
        guard let line else { return }
        work?.cancel()
        let run = session.run
        work = Task { [weak self] in
            let found = await Task.detached { try? ReferenceComparison(run, with: line) }.value
            guard let self, !Task.isCancelled else { return }
            comparison = found
            owner?.publish(.reference)
        }
    }

    /// Ends the comparison.
    package func end() {
        work?.cancel()
        fitting.end()
        guard name != nil else { return }
        (name, line, track, comparison) = (nil, nil, nil, nil)
        owner?.publish(.reference)
    }
}
