import GTKKit
import Localization
import Replay
import Viewer
import ViewerModel

/// The effects of the parameters on the session that is shown.
extension TunePane {
    func showSensitivity() {
        bar.show(replay.sensitivity, isOpen: replay.session != nil)
        if ranked != nil {
            if !replay.sensitivity.result.isComplete {
                bar.endRanking()
            } else if replay.sensitivity.isComplete {
                rank(true)
            }
        }
        showEffects()
        showResiduals()
    }

    /// Shows the effect of each parameter that has a row.
    func showEffects() {
        let unit = replay.unit
        let result = replay.sensitivity.result
        for group in groups { group.show(result, in: unit) }
        ranked?.group.show(result, in: unit)
    }

    /// Shows the parameters with the largest effect first, or by stage.
    func rank(_ isOn: Bool) {
        let names = isOn ? replay.sensitivity.result.ranked.map(\.name) : []
        guard names != ranked?.names ?? [] else { return }
        if let old = ranked { rankedRoom.remove(old.group.widget) }
        ranked = nil
        if isOn {
            let all = replay.sets.panel.group(of: names, in: Self.say)
            let group = ParameterGroup(all, title: localized(all.title), appearance: appearance) { [weak self] action in
                self?.replay.tune(action)
            }
            _ = group.make()
            rankedRoom.append(group.widget)
            ranked = (names, group)
        }
        filter()
        scroller.showTop()
        showEffects()
    }

    func showRankedValues() {
        guard let ranked else { return }
        let sets = replay.sets
        func group(_ panel: TunePanel) -> TunePanel.Group { panel.group(of: ranked.names) }
        ranked.group.update(
            group(sets.panel), beside: sets.isComparing ? group(sets[sets.active.other]) : nil,
            name: sets.active.other.rawValue)
    }
}
