import GTKKit
import Geometry
import SensorModel
import ShumateKit
import Viewer
import ViewerModel

/// The actions of the pointer: on fixes and a part that the user frames.
extension MapPane {
    /// Shows the fix under the pointer.
    func handlePointer(_ x: Double, _ y: Double) {
        tools.point(at: (x, y))
        if replay.libraryMap.isOn { return library.point(x, y) }
        guard !fixes.card.isPinned else { return }
        // What is under a card is not pointed at.
        let isCovered = obstacles.contains { $0.contains(x: x, y: y) }
        fixes.card.show(isCovered ? nil : detail(x, y), x: x, y: y, on: map)
    }

    /// Hides the fix when the pointer has left it.
    func handleLeave() {
        tools.point(at: nil)
        if replay.libraryMap.isOn { library.leave() }
        fixes.card.show(nil, x: 0, y: 0, on: map)
    }

    /// Shows the place at an instant under the pointer over the charts; `nil` if the pointer is elsewhere.
    func point(at instant: Instant?) {
        let place = instant.flatMap { picture?.tracks.finestPositions.place(at: $0) }
        guard place != marker.pointed else { return }
        marker.pointed = place
        layers.redraw(.marker)
    }

    /// Shows a mark that the user drags where its moment is on the track; `nil` for none.
    func showDragged(_ dragged: MarkDrag?) {
        flags.dragged = dragged.flatMap { dragged in
            picture?.tracks.finestPositions.place(at: dragged.time).map { (dragged.mark, UnitMercator($0)) }
        }
        layers.redraw(.flags)
    }

    /// Drags a mark to the moment at which the track is nearest to a pixel.
    func drag(_ mark: SessionMark, toX x: Double, y: Double) {
        let projection = map.projection
        let place = projection.point(x: x, y: y)
        let time = picture?.tracks.raw.time(
            nearestTo: place, tolerance: Self.sameDistance / projection.scale, around: replay.dragged?.time ?? mark.time
        )
        if let time { replay.drag(mark, to: time) }
    }

    /// The maximum difference of the distances of two parts of a track, in pixels, at which the one nearer in time is meant.
    private static var sameDistance: Double { 6 }

    private func detail(_ x: Double, _ y: Double, isTouch: Bool = false) -> FixDetail? {
        guard replay.map.drawing == nil else { return nil }
        return fixes.detail(
            x: x, y: y, isTouch: isTouch, projection: map.projection,
            shown: tracks.shown(atX: x, width: Double(map.width)))
    }

    /// Shows why a fix was rejected or moved, and seeks to it.
    func handleClick(_ x: Double, _ y: Double, isTouch: Bool) {
        if replay.libraryMap.isOn { return library.open(x, y, isTouch: isTouch) }
        fixes.hide()
        // A finger does not move over the map before it touches it, so nothing is indexed then.
        fixes.whenIndexed { [weak self] in self?.showFix(x, y, isTouch: isTouch) }
    }

    private func showFix(_ x: Double, _ y: Double, isTouch: Bool) {
        guard let detail = detail(x, y, isTouch: isTouch) else { return }
        replay.handle(.seek(detail.time))
        fixes.card.pin(detail, like: fixes.fixes(rejectedLike: detail), x: x, y: y, on: map)
    }

    /// Selects the part of the session that is inside a frame.
    func handleFrame(_ view: MapViewport) {
        guard !replay.libraryMap.isOn else { return }
        let range = picture?.tracks.finestPositions.range(in: view)
        if let range, range.upperBound > range.lowerBound { replay.handle(.setRange(range)) }
    }
}
