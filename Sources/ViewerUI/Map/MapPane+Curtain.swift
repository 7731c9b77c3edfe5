import GTKKit
import Viewer
import ViewerModel

/// The divider of the map, and the layers on its sides.
extension MapPane {
    /// Shows the layers that are switched on, or that the divider selects.
    func showLayers() {
        let shown = tracks.shown
        // On its side of the divider, the other track is drawn like the shown one.
        comparison.isShown = shown.contains(.compared) && tracks.curtain == nil
        whiskers.isShown = shown.contains(.raw)
        marks.showsStops = shown.contains(.stops)
        replay.roads.isOn = shown.contains(.roads)
        prepare()
        redraw()
    }

    /// The divider over the map; `nil` if there is none.
    var shownCurtain: MapCurtain? { tracks.curtain }

    /// Shows a divider over the map, or moves or removes it.
    func show(curtain new: MapCurtain?) {
        let old = tracks.curtain
        guard new != old else { return }
        tracks.curtain = new
        whiskers.curtain = new
        marks.curtain = new
        curtain.show(new)
        if new?.pair == old?.pair, new != nil {
            layers.redrawSession()
        } else {
            cards.legend.show(new)
            showLayers()
        }
        onCurtain()
    }

    /// Moves the keyboard focus to the divider.
    func focusCurtain() { curtain.handle.grabFocus() }

    /// Whether the divider has the keyboard focus.
    var isCurtainFocused: Bool { curtain.handle.holdsFocus }
}
