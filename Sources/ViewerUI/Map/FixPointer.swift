import GTKKit
import Replay
import SensorModel
import ShumateKit
import ViewerModel

/// Finds the fix under the pointer and shows its values.
@MainActor
final class FixPointer {
    /// The card with the values.
    let card = FixCard()
    /// The reason why a fix that was clicked was rejected.
    let rejection = RejectionCard()
    private var session: LoadedSession?
    private var fixes: FixIndex?
    private var indexing: Task<Void, Never>?

    /// Pixels within which the pointer finds a fix.
    private static let reach = 9.0

    /// Looks at another session; nil for none.
    func show(_ session: LoadedSession?) {
        if session?.picture.session != self.session?.picture.session { rejection.hide() }
        self.session = session
        fixes = nil
        indexing?.cancel()
        indexing = nil
    }

    /// Indexes the fixes when the pointer first comes over the map: nothing needs the index before.
    private func index() {
        guard indexing == nil, let session else { return }
        indexing = Task { [weak self] in
            let index = await Task.detached { FixIndex(session.run.core.fixes) }.value
            if !Task.isCancelled { self?.fixes = index }
        }
    }

    /// Returns the values of the fix at a pixel, of the layers that are shown; `nil` if there is none.
    func detail(
        x: Double, y: Double, projection: MapProjection, shown kinds: Set<TrackKind>, unit: SpeedUnit
    ) -> FixDetail? {
        index()
        guard let fixes,
            let index = fixes.nearest(to: ScreenPoint(x: x, y: y), in: projection.viewport, radius: Self.reach),
            kinds.contains(fixes.fixes[index].isAccepted ? .raw : .rejected)
        else { return nil }
        let time = fixes.fixes[index].time
        let (parameters, start) = (session?.run.parameters, session?.engine.recording.start)
        return fixes.detail(of: index, utcOffset: ClockTime.utcOffset(at: time), unit: unit) { fix in
            parameters.flatMap { parameters in start.flatMap { FixRule(fix, parameters: parameters, start: $0) } }
        }
    }
}
