import GTKKit
import Viewer
import ViewerModel

/// The action of the map's divider, and its last position.
@MainActor
final class CurtainAction {
    /// Whether the divider is shown.
    var action: Action?
    /// The last position of the divider, at which it reappears.
    var last = MapCurtain()
}

/// The divider over the map.
extension MainWindow {
    func addCurtainAction() {
        let action = Action("curtain", isOn: false) { [weak self] isOn in self?.setCurtain(isOn) }
        curtain.action = action
        window.add(action)
        map.onCurtain = { [weak self] in
            guard let self else { return }
            curtain.action?.show(isOn: map.shownCurtain != nil)
        }
        showCurtain()
    }

    /// Enables the action if there is something to compare, and shows the compared tracks.
    func showCurtain() {
        let isPossible = replay.session != nil && !replay.isLive && replay.picture?.isDrawing == false
        curtain.action?.setEnabled(isPossible)
        guard var shown = map.shownCurtain else { return }
        guard isPossible else { return setCurtain(false) }
        shown.pair = curtainPair
        map.show(curtain: shown)
    }

    private func setCurtain(_ isOn: Bool) {
        if isOn {
            var shown = curtain.last
            shown.pair = curtainPair
            showMap()
            map.show(curtain: shown)
            map.focusCurtain()
        } else {
            if let shown = map.shownCurtain { curtain.last = shown }
            // Otherwise, the focus would move to the next control of the map.
            if map.isCurtainFocused { timeline.focus() }
            map.show(curtain: nil)
        }
    }

    /// Removes the divider if it has the keyboard focus.
    /// - Returns: False if it does not have the focus.
    func closeFocusedCurtain() -> Bool {
        guard map.isCurtainFocused else { return false }
        setCurtain(false)
        return true
    }

    private var curtainPair: MapCurtain.Pair {
        replay.sets.isComparing ? .sets(active: replay.sets.active) : .rawAndSmoothed
    }
}
