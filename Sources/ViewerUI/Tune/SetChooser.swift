import GTKKit
import Localization
import Viewer
import ViewerModel

/// Two buttons for the two sets of parameters; shown while they are compared.
@MainActor
final class SetChooser {
    /// The chooser's widget.
    let widget = Box(.horizontal)
    private var buttons: [ParameterSets.Name: ToggleButton] = [:]
    private var isShowing = false

    init(replay: ReplayController) {
        widget.addClasses("tabs")
        widget.setHomogeneous(true)
        widget.setMargins(start: 14, end: 14)
        var first: ToggleButton?
        for name in ParameterSets.Name.allCases {
            let button = ToggleButton(label: localized("Set {1}", name.rawValue))
            button.tooltip = localized("Work on set {1} (Ctrl+Shift+B swaps)", name.rawValue)
            button.describe(localized("Work on set {1}", name.rawValue))
            if let first { button.join(first) } else { first = button }
            button.onToggle { [weak self] isOn in
                if let self, isOn, !isShowing { replay.swapSets() }
            }
            buttons[name] = button
            widget.append(button)
        }
    }

    /// Shows which set is active.
    func show(_ sets: ParameterSets) {
        isShowing = true
        defer { isShowing = false }
        widget.isVisible = sets.isComparing
        buttons[sets.active]?.isActive = true
    }
}
