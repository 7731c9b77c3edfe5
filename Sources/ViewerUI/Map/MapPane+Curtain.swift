import GTKKit
import Viewer
import ViewerModel

/// The divider of the map, and the layers on its sides.
extension MapPane {
    /// Shows a divider over the map, or moves or removes it.
    func show(curtain new: MapCurtain?, instead old: MapCurtain?) {
        curtain.show(new)
        if new?.pair == old?.pair, new != nil {
            layers.redrawSession()
        } else {
            cards.showTracks()
            prepare()
            redraw()
        }
        if old == nil { curtain.handle.grabFocus() }
    }

    /// Hides the verdict on a fix, ends measuring, or removes the divider if it has the keyboard focus.
    /// - Returns: False if there was nothing to end.
    func cancel() -> Bool {
        if fixes.card.unpin() || tools.cancel() { return true }
        guard isCurtainFocused else { return false }
        replay.setCurtain(false)
        return true
    }

    /// Whether the divider has the keyboard focus.
    var isCurtainFocused: Bool { curtain.handle.holdsFocus }
}
