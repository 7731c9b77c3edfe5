import Replay
import SensorModel
import ShumateKit
import Viewer
import ViewerModel

/// Finds the fix under the pointer and shows its values.
@MainActor
final class FixPointer {
    /// The card with the values.
    let card: FixCard
    private var session: LoadedSession?
    private var fixes: FixIndex?
    private var rulings: [FixRuling.Identity: Bool] = [:]
    private var indexing: Task<Void, Never>?
    /// Called when the fixes are indexed.
    private var waiting: () -> Void = {}

    /// The distances within which the pointer and a finger find a fix, in pixels.
    private static let (reach, touchReach) = (9.0, 22.0)
    private let replay: ReplayController

    init(replay: ReplayController) {
        self.replay = replay
        card = FixCard(replay: replay)
    }

    /// Hides the verdict on a fix, also one that is not shown yet.
    func hide() {
        waiting = {}
        card.unpin()
    }

    /// Calls a closure when the fixes are indexed: immediately if they are.
    func whenIndexed(_ body: @escaping () -> Void) {
        guard fixes == nil else { return body() }
        waiting = body
        index()
    }

    /// Uses another session; `nil` for none.
    func show(_ session: LoadedSession?) {
        if session?.picture.session != self.session?.picture.session { card.unpin() }
        waiting = {}
        self.session = session
        fixes = nil
        rulings = session?.engine.recording.fixRulings ?? [:]
        indexing?.cancel()
        indexing = nil
    }

    /// Indexes the fixes when the pointer first enters the map, or a finger touches it; the index is not needed earlier.
    private func index() {
        guard indexing == nil, let session else { return }
        indexing = Task { [weak self] in
            let index = await Task.detached { FixIndex(session.run.core.fixes) }.value
            guard let self, !Task.isCancelled else { return }
            fixes = index
            let waiting = waiting
            self.waiting = {}
            waiting()
        }
    }

    /// Returns the values of the fix at a pixel, of the layers that are shown; `nil` if there is none.
    func detail(
        x: Double, y: Double, isTouch: Bool = false, projection: MapProjection, shown kinds: Set<TrackKind>
    ) -> FixDetail? {
        index()
        guard let fixes, let session,
            let index = fixes.nearest(
                to: ScreenPoint(x: x, y: y), in: projection.viewport,
                radius: isTouch ? Self.touchReach : Self.reach),
            kinds.contains(fixes.fixes[index].rejection?.isMarked == true ? .rejected : .raw)
        else { return nil }
        let time = fixes.fixes[index].time
        let mapHeight = fixes.fixes[index].isAccepted ? replay.heights.heights?.value(at: time) : nil
        return fixes.detail(
            of: index, mapHeight: mapHeight, clock: session.picture.clockText(time, by: replay.clock),
            unit: replay.unit,
            rulings: rulings, rule: rule)
    }

    /// Returns the fixes that were rejected by the rule that rejected one.
    func fixes(rejectedLike detail: FixDetail) -> [FixRuling.Identity] {
        fixes?.fixes(rejectedLike: detail, rule: rule) ?? []
    }

    private func rule(_ fix: RecordedFix) -> FixRule? {
        guard let session, let start = session.engine.recording.start else { return nil }
        return FixRule(fix, parameters: session.run.parameters, start: start)
    }
}
