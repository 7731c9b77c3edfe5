import GTKKit
import Geometry
import Replay
import ShumateKit
import Viewer
import ViewerModel

/// Raw fixes as dots when the map is zoomed in, and with the circles of their accuracy and a line to the estimate when it is
/// even larger.
@MainActor
final class WhiskerLayer: MapLayerContent {
    private let appearance: Appearance
    private let replay: ReplayController
    private var session: LoadedSession?
    private var whiskers: FixWhiskers?
    private var work: Task<Void, Never>?
    private weak var pane: MapPane?

    /// The maximum scales, in metres per pixel, of circles and lines, and of dots: those of an airliner once per second.
    private static let (coarsest, coarsestDots) = (0.4, 80.0)
    /// The minimum distance between two dots, in pixels.
    private static let dotSpacing = 3.0
    /// The maximum number of fixes that are drawn.
    private static let most = 1_500
    /// The maximum number of fixes in a session for which whiskers are drawn, at 64 bytes each.
    private static let longest = 200_000
    private static let (radius, smallRadius) = (2.6, 1.3)

    init(of pane: MapPane) {
        (self.pane, appearance, replay) = (pane, pane.appearance, pane.replay)
    }

    /// Uses another run; `nil` for none.
    func show(_ session: LoadedSession?) {
        work?.cancel()
        (work, whiskers) = (nil, nil)
        self.session = session
    }

    /// Joins fixes and estimates when they first become visible.
    private func join() {
        guard work == nil, let session, session.run.core.fixes.count <= Self.longest else { return }
        work = Task { [weak self] in
            let found = await Task.detached { FixWhiskers(session.run) }.value
            guard let self, !Task.isCancelled else { return }
            whiskers = found
            pane?.redraw()
        }
    }

    func draw(in drawing: Drawing, projection: MapProjection) {
        let viewport = projection.viewport
        let metres = viewport.metresPerPixel
        guard replay.visibleLayers.contains(.raw), metres <= Self.coarsestDots else { return }
        join()
        guard let whiskers, whiskers.spacing >= Self.dotSpacing * metres || metres <= Self.coarsest,
            let shown = whiskers.whiskers(
                in: viewport.bounds(margin: 40), during: pane?.range, atMost: Self.most)
        else { return }
        // Their lines lead to the track on their side of the divider.
        let columns = replay.curtain.map {
            $0.columns(of: $0.pair == .rawAndSmoothed ? .left : $0.markExtent, width: viewport.width)
        }
        drawing.within(columns, height: viewport.height) { draw(shown, viewport, in: drawing) }
    }

    private func draw(_ shown: [FixWhiskers.Whisker], _ viewport: MapViewport, in drawing: Drawing) {
        let palette = appearance.palette
        let raw = Color(palette.raw)
        let isLarge = viewport.metresPerPixel <= Self.coarsest
        for whisker in shown {
            let fix = viewport.screenPoint(of: whisker.fix)
            if isLarge { drawLine(of: whisker, at: fix, viewport, in: drawing) }
            drawing.newPath()
            drawing.circle(x: fix.x, y: fix.y, radius: isLarge ? Self.radius : Self.smallRadius)
            drawing.setColor(raw)
            drawing.fill()
        }
    }

    private func drawLine(
        of whisker: FixWhiskers.Whisker, at fix: ScreenPoint, _ viewport: MapViewport, in drawing: Drawing
    ) {
        let palette = appearance.palette
        let estimate = viewport.screenPoint(of: whisker.estimate)
        let accuracy = whisker.accuracy.map { $0 / viewport.metresPerPixel }
        drawing.setLine(width: 1)
        if let accuracy {
            drawing.newPath()
            drawing.circle(x: fix.x, y: fix.y, radius: accuracy)
            drawing.setColor(Color(palette.raw).with(alpha: 0.16))
            drawing.stroke()
        }
        drawing.newPath()
        drawing.move(fix.x, fix.y)
        drawing.line(estimate.x, estimate.y)
        let x = estimate.x - fix.x
        let y = estimate.y - fix.y
        let length = (x * x + y * y).squareRoot()
        // Beyond the stated accuracy the estimate disagrees with the fix.
        let disagrees = accuracy.map { length > $0 } ?? false
        drawing.setColor(Color(disagrees ? palette.estimated : palette.raw).with(alpha: 0.9))
        drawing.stroke()
    }
}
