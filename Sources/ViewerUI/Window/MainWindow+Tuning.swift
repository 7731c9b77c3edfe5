import GTKKit
import Localization
import Viewer
import ViewerModel

/// The tuning actions, whose state follows the session.
@MainActor
final class TuningActions {
    /// Whether two sets of parameters are compared.
    var compare: Action?
    /// The preset that is in force.
    var preset: Action?
    /// The actions that need a session.
    var session: [Action] = []
    /// Saves the parameters with the session.
    var save: Action?
}

/// Presets, A/B, undo and other actions on all parameters.
extension MainWindow {
    func addTuningActions() {
        let actions: KeyValuePairs<String, @MainActor (MainWindow) -> Void> = [
            "undo": { $0.replay.undo() },
            "redo": { $0.replay.redo() },
            "swap-sets": { $0.replay.swapSets() },
            "copy-flags": { $0.copyFlags() },
            "reset-parameters": { $0.replay.tune(.resetAll) },
            "search-parameters": { $0.handleParameterSearch() },
        ]
        for (name, body) in actions {
            let action = Action(name) { [weak self] in if let self { body(self) } }
            tuning.session.append(action)
            window.add(action)
        }
        let compare = Action("compare", isOn: false) { [weak self] isOn in self?.handleCompare(isOn) }
        let preset = Action("preset", choice: "") { [weak self] name in
            guard let preset = ParameterPreset.builtIn.first(where: { $0.name == name }) else { return }
            self?.replay.tune(.apply(preset.parameters))
        }
        let save = Action("save-parameters") { [weak self] in self?.replay.saveParameters() }
        let onlyChanged = Action("only-changed", isOn: false) { [weak self] isOn in
            self?.instruments.tune.showsOnlyChanged = isOn
        }
        let coefficients = Action("coefficients", isOn: false) { [weak self] isOn in
            self?.instruments.tune.showsCoefficients = isOn
        }
        tuning.compare = compare
        tuning.preset = preset
        tuning.save = save
        tuning.session += [compare, preset]
        for action in [compare, preset, save, onlyChanged, coefficients] { window.add(action) }
        showTuningActions()
    }

    /// Updates the state of the actions.
    func showTuningActions() {
        for action in tuning.session { action.setEnabled(replay.session != nil) }
        let isFile = replay.session?.source.path?.hasSuffix(".odograph") ?? false
        tuning.save?.setEnabled(isFile && clients.saveParameters != nil)
        tuning.compare?.show(isOn: replay.sets.isComparing)
        let preset = ParameterPreset.builtIn.first { $0.parameters == replay.sets.parameters }
        tuning.preset?.show(choice: preset?.name ?? "")
    }

    private func handleCompare(_ isOn: Bool) {
        replay.setComparing(isOn)
        if isOn { showPane(.tune) }
    }

    private func handleParameterSearch() {
        showPane(.tune)
        instruments.tune.focusSearch()
    }

    private func copyFlags() {
        let flags = replay.sets.panel.setFlags
        guard !flags.isEmpty else {
            return toasts.show(localized("All parameters have their defaults: there is nothing to copy."))
        }
        window.copyToClipboard(flags)
        toasts.show(localized("Copied: {1}", flags))
    }
}
