import GTKKit
import Localization
import SensorModel
import ShumateKit
import Viewer
import ViewerModel

/// The library on the map instead of the session: its lines, a card over them, and the pointer on them.
@MainActor
final class LibraryOverlay {
    let layer: LibraryLayer
    let card: LibraryCard
    private weak var pane: MapPane?
    private let replay: ReplayController
    private var isShown = false
    private var revision = 0
    private var isHeat = false
    /// The part of the map that was shown before.
    private var left = MapFraming.Left.whole

    /// The distances within which the pointer and a finger find a line, in pixels.
    private static let (reach, touchReach) = (7.0, 20.0)

    init(of pane: MapPane) {
        (self.pane, replay) = (pane, pane.replay)
        layer = LibraryLayer(appearance: pane.appearance, replay: pane.replay)
        card = LibraryCard(appearance: pane.appearance, replay: pane.replay)
        layer.report = { [weak self] in self?.handlePainted($0) }
    }

    /// Shows the library or the session, and the state of the library.
    func show() {
        guard let pane else { return }
        let watch = replay.libraryMap
        let isOther = watch.isOn != isShown
        if isOther, watch.isOn {
            left = pane.framing.left
            pane.fixes.hide()
        }
        isShown = watch.isOn
        if isShown, isOther || watch.revision != revision || watch.isHeat != isHeat { card.show() }
        isHeat = watch.isHeat
        if isOther {
            pane.layers.show(library: isShown)
            pane.showWelcome()
            card.widget.isVisible = isShown
        }
        if isOther, isShown {
            pane.framing.fit()
        } else if isOther {
            leave()
            pane.framing.show(left)
        } else if revision != watch.revision {
            pane.framing.fitAgain()
        }
        revision = watch.revision
        pane.layers.redraw(.library)
        if isOther { pane.redraw() }
    }

    private func handlePainted(_ top: Int?) {
        card.showColors(heatUpTo: top)
        pane?.layers.redraw(.library)
    }

    /// Shows the session under the pointer.
    func point(_ x: Double, _ y: Double) {
        guard let pane else { return }
        let session = session(x, y, reach: Self.reach)
        replay.libraryMap.pointed = session?.id
        guard let session else { return pane.fixes.card.show(nil, x: x, y: y, on: pane.map) }
        let facts = [session.date.localizedLongText, session.facts(in: replay.unit.distanceUnit)]
        pane.fixes.card.show(session.title, facts + [localized("Click to open")], x: x, y: y, on: pane.map)
    }

    /// Forgets the session under the pointer.
    func leave() {
        replay.libraryMap.pointed = nil
        if let pane { pane.fixes.card.show(nil, x: 0, y: 0, on: pane.map) }
    }

    /// Opens the session at a pixel. A finger first shows which one that is.
    func open(_ x: Double, _ y: Double, isTouch: Bool) {
        guard let session = session(x, y, reach: isTouch ? Self.touchReach : Self.reach) else { return leave() }
        if isTouch, replay.libraryMap.pointed != session.id { return point(x, y) }
        replay.open([session.id])
    }

    private func session(_ x: Double, _ y: Double, reach: Double) -> LibraryList.Session? {
        guard let pane, replay.map.drawing == nil else { return nil }
        return replay.libraryMap.map.session(
            at: ScreenPoint(x: x, y: y), in: pane.map.projection.viewport, reach: reach)
    }
}
